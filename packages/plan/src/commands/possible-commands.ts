import type { CommandProfile, PlannedCommand } from '@poundlock/policy'
import { analyzeShell, isBashBuiltin } from '@poundlock/shell/analysis'
import { realFiles } from '../links/real-file.ts'
import { looksAtDisk } from '../plan-options.ts'
import type { InspectRepository } from '../repository/inspect-repository.ts'
import type { FindExecutable } from './executables.ts'
import { namedScript } from './named-script.ts'

/** The longest command line that is read, in UTF-16 code units. */
export const MAX_COMMAND_LENGTH = 64 * 1024

/** Where a line starts, and what its names stand for. */
export interface StartContext {
  readonly cwd: string
  readonly home: string
  readonly findExecutable: FindExecutable
  readonly inspectRepository?: InspectRepository
  readonly looksAtDisk?: boolean
  readonly workspace?: string
}

/**
 * Adds the commands of a text that a command of the line may run in a way that is not looked through. Nothing has to
 * allow them, since what may run them is asked for by itself; rules that deny them hold.
 */
export function addPossible(
  code: string,
  span: PlannedCommand['span'],
  context: StartContext,
  into: PlannedCommand[],
): void {
  const { cwd, home, findExecutable } = context
  const analysis = analyzeShell(code, { dialect: 'bash', cwd, home, maxLength: MAX_COMMAND_LENGTH })
  if (!analysis.ok) return
  for (const { name, argv } of analysis.commands) {
    if (name === null) continue
    const builtin = isBashBuiltin(name)
    const resolved = builtin ? null : findExecutable(name, cwd)
    const script = namedScript(name, argv, cwd, resolved)
    const found = { resolved, ...(script !== null && { script }) }
    const real = looksAtDisk(context) && realFiles(found)
    into.push({ name, argv, span, builtin, ...found, ...real, readsPipe: false, environment: [], passive: true })
  }
}

/** Adds a file that may be run, as if it was started by its path, which is absolute. */
export function addPossibleFile(
  path: string,
  span: PlannedCommand['span'],
  context: Pick<StartContext, 'inspectRepository' | 'looksAtDisk'>,
  into: PlannedCommand[],
): void {
  const found = { name: path, argv: [path], span, resolved: path, builtin: false }
  const real = looksAtDisk(context) && realFiles(found)
  into.push({ ...found, ...real, readsPipe: false, environment: [], passive: true })
}

/** Adds the programs that options of a command name, with their words: `rsync -e 'ssh -p 2'`. */
export function addExecuted(
  { effects }: CommandProfile,
  span: PlannedCommand['span'],
  context: StartContext,
  into: PlannedCommand[],
): void {
  for (const { kind, origin, path } of effects) {
    // `a command on the host` says it in words; an option is handed on to code that is known.
    if (kind !== 'execute' || origin !== 'argument' || path === null || /^a |^-/.test(path)) continue
    // A variable of make(1): `SHELL=/bin/x`.
    addPossible(path.replace(/^\w+=/, ''), span, context, into)
  }
}
