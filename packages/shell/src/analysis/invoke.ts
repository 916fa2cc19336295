import type { CommandWord } from '../model/analysis.ts'
import { type ExpandedCommand, type InvocationWalker, baseName } from '../model/invocation.ts'
import type { Directory, ShellState } from '../model/state.ts'
import { isAmong } from '../syntax/word-list.ts'
import { commandRunners } from '../wrappers/command-runners.ts'
import { OPAQUE_WRAPPERS } from '../wrappers/opaque.ts'
import { runnerTable } from '../wrappers/runners.ts'
import { shellTable } from '../wrappers/shells.ts'
import { wrapperTable } from '../wrappers/table.ts'
import { runProgram, unwrap } from '../wrappers/unwrap.ts'
import type { Builtin } from './builtin.ts'
import { builtins } from './builtins.ts'
import { runShell } from './shell-invocation.ts'

/** The builtins that every POSIX shell has among those that are followed. Source: POSIX.1-2024, and dash(1) for `local`. */
const PORTABLE_BUILTINS =
  'eval . exec command trap alias hash cd exit return read printf getopts wait unset local export readonly test [ set shift'

/** Records the command and everything it runs in turn. Returns the directory if it fails. */
export function invoke(walker: InvocationWalker, state: ShellState, invocation: ExpandedCommand): Directory {
  const { words } = invocation
  const head = words[0]
  if (head === undefined) return state.directory
  const name = head.text
  const recorded = walker.findings.command({
    name,
    argv: words.map(textOf),
    words,
    span: invocation.span,
    context: invocation.context,
    join: invocation.join,
    wrappers: invocation.wrappers,
    environment: invocation.environment,
    redirections: invocation.redirections,
    stdin: invocation.stdin,
    cwd: invocation.directory,
  })
  if (!recorded) return state.directory
  if (name === null) {
    walker.unresolved('command-name', 'which command this is depends on values at run time', head.span)
    if (invocation.external !== true) walker.forget(state)
    return state.directory
  }
  known ??= knownNames()
  if (invocation.external !== true) {
    const builtin = known.get(name)?.builtin
    if (builtin !== undefined) {
      const failed = builtin(walker, state, invocation)
      // A shell that lacks the builtin looks for a program of that name, and its variables stay as they are.
      const certain = walker.bash || isAmong(PORTABLE_BUILTINS, name)
      if (certain && !walker.isFunction(name)) return failed
      // A function of that name runs instead, and its body is recorded where it is defined.
      walker.forget(state)
      return null
    }
  }
  const base = baseName(name)
  const program = known.get(base)?.program
  if (program !== undefined) program(walker, state, invocation)
  else if (base.startsWith('ld') && /^ld(?:-linux|-musl|64|\.so)/.test(base)) {
    walker.unresolved('wrapper', 'the loader runs a program', invocation.span)
  }
  return state.directory
}

function textOf(word: CommandWord): string | null {
  return word.text
}

/** What is known of a name. A name with a slash is only ever a program's. */
interface Known {
  readonly builtin?: Builtin | undefined
  readonly program?: ((walker: InvocationWalker, state: ShellState, invocation: ExpandedCommand) => void) | undefined
}

let known: ReadonlyMap<string, Known> | null = null

/** All tables in one, so that the many names that are in none cost one look. */
function knownNames(): ReadonlyMap<string, Known> {
  const names = new Map<string, Known>()
  const programs = <Row>(table: Readonly<Record<string, Row>>, program: (row: Row) => Known['program']) => {
    for (const [name, row] of Object.entries(table)) names.set(name, { ...names.get(name), program: program(row) })
  }
  for (const [name, builtin] of Object.entries(builtins())) names.set(name, { builtin })
  for (const name of OPAQUE_WRAPPERS.split(' ')) names.set(name, { ...names.get(name), program: opaque })
  programs(
    runnerTable(),
    (row) =>
      (...given) =>
        runProgram(...given, row),
  )
  programs(
    wrapperTable(),
    (row) =>
      (...given) =>
        unwrap(...given, row),
  )
  programs(commandRunners(), (runner) => runner)
  programs(
    shellTable(),
    (row) =>
      (...given) =>
        runShell(...given, row),
  )
  return names
}

const opaque: Known['program'] = (walker, _state, { words, span }) => {
  if (asksForHelp(words)) return
  walker.unresolved('wrapper', `what ${baseName(words[0]?.text ?? '')} runs is not analysed`, span)
}

function asksForHelp(words: readonly CommandWord[]): boolean {
  return words.length === 2 && /^--(?:help|version)$/.test(words[1]?.text ?? '')
}
