import { isAbsolute } from 'node:path'
import { ProcessError } from './process-error.ts'

/** A command to run on this machine: never a text that a shell would read again, always an argument vector. */
export interface ProcessCommand {
  /** Absolute path of the program; a bare name is looked up in the `PATH` of `env`. */
  readonly file: string
  /** Each is passed as it is: nothing is split or expanded. */
  readonly args: readonly string[]
  /** Absolute. */
  readonly cwd: string
  /** The whole environment: nothing of the caller's own passes. */
  readonly env: Readonly<Record<string, string>>
  /** What the command reads. Default `ignore`: it reads an empty file. */
  readonly stdin?: 'ignore' | 'pipe' | 'inherit'
  /** `inherit` joins the command to the caller's own output. Default `pipe`. */
  readonly output?: 'pipe' | 'inherit'
  /**
   * Whether processes in the command's group that outlive the command are ended. Default `end`, as in a sandbox; `keep`
   * leaves them.
   */
  readonly leftovers?: 'end' | 'keep'
  /**
   * Whether the command is killed, with all that it started, when this process is killed by a signal that cannot be
   * handled. Then its environment also has `POUNDLOCK_RUN`, by which processes outside of its session are found, on
   * Linux.
   */
  readonly endsWithUs?: boolean
}

/** The first thing that makes a command impossible to pass to the system, or `null`. */
export function findCommandFault(command: ProcessCommand): ProcessError | null {
  const shape = findWrongShape(command)
  if (shape !== null) return shape
  const { file, args, cwd, env } = command
  if (file === '') return fault('The command names no program.', { at: 'file' })
  if (!isAbsolute(cwd)) return fault(`The working directory "${cwd}" is not absolute.`, { at: 'cwd' })
  if (file.includes('\0')) return nul('file')
  if (cwd.includes('\0')) return nul('cwd')
  const argument = args.findIndex((arg) => arg.includes('\0'))
  if (argument >= 0) return nul(`args[${argument}]`)
  for (const [name, value] of Object.entries(env)) {
    if (name === '' || name.includes('=') || name.includes('\0')) {
      return fault(`${JSON.stringify(name)} cannot be the name of an environment variable.`, { at: 'env' })
    }
    if (value.includes('\0')) return nul(`env.${name}`)
  }
  return null
}

const SHAPE: readonly [keyof ProcessCommand, string, (value: unknown) => boolean][] = [
  ['file', 'a text', (value) => typeof value === 'string'],
  ['args', 'a list of texts', (value) => Array.isArray(value) && value.every((each) => typeof each === 'string')],
  ['cwd', 'an absolute path', (value) => typeof value === 'string'],
  [
    'env',
    'an object of texts',
    (value) =>
      typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string'),
  ],
]

/** What a compiler would have found, for programs that none checked. */
function findWrongShape(command: Partial<ProcessCommand> | undefined): ProcessError | null {
  if (typeof command !== 'object' || command === null) {
    return fault('The command is missing; expected { file, args, cwd, env }.', { at: 'command' })
  }
  for (const [name, expected, isExpected] of SHAPE) {
    const value = command[name]
    if (isExpected(value)) continue
    const found = value === undefined ? 'missing' : 'wrong'
    return fault(`The command's ${name} is ${found}; expected ${expected}.`, { at: name })
  }
  return null
}

function nul(at: string): ProcessError {
  return fault(`The command holds a NUL character in ${at}, which no program can be given.`, { at })
}

function fault(message: string, details: Record<string, string>): ProcessError {
  return new ProcessError(message, {
    code: 'PROCESS_INVALID_COMMAND',
    details,
    remedy: 'Correct the command; nothing was run.',
  })
}
