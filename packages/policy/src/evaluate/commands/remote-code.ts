import type { CommandPlan, PlannedCommand } from '../../model/command-plan.ts'
import { type CodeSource, findCode } from '../../rules/programs/code-source.ts'
import { interpreterOf } from '../../rules/programs/interpreters.ts'
import { NETWORK_CLIENTS, programName } from '../../rules/programs/programs.ts'

/** What would run code from the network, and what fetches it. */
export interface RemoteCode {
  readonly client: string
  readonly interpreter: string
}

/**
 * Finds what would run code that the same line fetches: from a pipe, from a word only known at run time, or from a file
 * that the line itself writes. Code that is spelt out (`node -e '…'`) is not remote, and neither is a program that only
 * reads what was fetched as data.
 */
export function findRemoteCode(plan: CommandPlan): RemoteCode | null {
  for (const command of plan.commands) {
    const source = codeOf(command)
    if (source?.from === 'file' && /^https?:\/\//i.test(source.file)) {
      return { client: command.name!, interpreter: command.name! }
    }
  }
  const client = plan.commands.find(
    (command) => command.name !== null && NETWORK_CLIENTS.has(programName(command.name)),
  )
  if (!client && !plan.effects.some((effect) => effect.kind === 'network')) return null
  const fetched = fetchedFiles(plan, client)
  const runner = plan.commands.find((command) => command !== client && runsUnseenCode(command, plan, fetched))
  if (!runner) return null
  return { client: client?.name ?? 'the shell', interpreter: runner.name ?? 'a command that is only known at run time' }
}

function codeOf(command: PlannedCommand): CodeSource | null {
  const { name } = command
  if (name === null) return { from: 'unknown' }
  // The shell itself is the interpreter of these.
  if (name === 'eval' || name === 'trap') return { from: command.argv.includes(null, 1) ? 'unknown' : 'arguments' }
  if (name === 'source' || name === '.') return findCode({ names: '', readsInput: 'never' }, command.argv.slice(1))
  const interpreter = interpreterOf(programName(name))
  return interpreter ? findCode(interpreter, command.argv.slice(1)) : null
}

function runsUnseenCode(command: PlannedCommand, plan: CommandPlan, fetched: FetchedFiles): boolean {
  const source = codeOf(command)
  switch (source?.from) {
    case 'unknown':
      return true
    case 'input':
      return command.readsPipe || !plan.complete
    case 'file':
      return fetched.includes(source.file, command)
    case 'arguments':
      return false
    default:
      return command.name !== null && !command.builtin && fetched.includes(command.name, command)
  }
}

interface FetchedFiles {
  /** Whether the line may write the file that a command reads its code from. */
  includes(file: string, reader: PlannedCommand): boolean
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Files are compared by their last name alone: folders can be changed, linked and moved along the way. */
function fetchedFiles(plan: CommandPlan, client: PlannedCommand | undefined): FetchedFiles {
  // Most lines that fetch run nothing that could be a file: then no names are looked for.
  let found: WrittenNames | null = null
  return {
    includes(file, reader) {
      const { writes, written, named } = (found ??= writtenNames(plan, client))
      const name = baseName(file)
      if (written.has(name)) return true
      if (writes.includes(null) && codeOf(reader) !== null) return true
      // A bare name is looked up in PATH; that a file of this name is mentioned says nothing.
      if (codeOf(reader) === null && !file.includes('/')) {
        return client !== undefined && client.argv.some((word) => word?.endsWith(`/${name}`) && !word.includes('://'))
      }
      return [...named].some(
        ([command, names]) =>
          command !== reader && (command === client || command.span[0] <= reader.span[0]) && names.has(name),
      )
    },
  }
}

interface WrittenNames {
  /** What the line itself writes, as paths and as last names. */
  readonly writes: readonly (string | null)[]
  readonly written: ReadonlySet<string>
  /** Last names of what its commands mention, from the client on. */
  readonly named: ReadonlyMap<PlannedCommand, ReadonlySet<string>>
}

function writtenNames(plan: CommandPlan, client: PlannedCommand | undefined): WrittenNames {
  const writes = plan.effects.filter((effect) => effect.kind === 'file-write').map((effect) => effect.path)
  const written = new Set(writes.filter((path) => path !== null).map(baseName))
  const named = new Map<PlannedCommand, ReadonlySet<string>>()
  for (const command of plan.commands) {
    // What lies between, such as `tee f` or `mv a f`, can pass on what was fetched.
    if (command.span[0] >= (client?.span[0] ?? 0)) named.set(command, new Set(namesIn(command)))
  }
  return { writes, written, named }
}

const REMOTE_NAME = /^(?:-[a-zA-IK-NP-Z]*[OJ][a-zA-Z]*|--remote-name|--remote-name-all|--remote-header-name)$/

/** The last names of the files that a command mentions: `-o f`, `-of`, `--output=d/f`, and what a URL is saved as. */
function namesIn(command: PlannedCommand): string[] {
  const words = command.argv.slice(1).filter((word) => word !== null)
  const isCurl = command.name !== null && programName(command.name).startsWith('curl')
  const savesUrls = !isCurl || words.some((word) => REMOTE_NAME.test(word))
  return words.flatMap((word) => {
    if (word.includes('://')) return savesUrls ? [baseName(word.replace(/[?#].*$/s, ''))] : []
    const attached = /^-[a-zA-Z](?=[^-])/.test(word) ? [baseName(word.slice(2))] : []
    return [...word.split(/[=:,]/).map(baseName), ...attached].filter((name) => name !== '')
  })
}
