import type { Dialect, SimpleCommand, Span } from '../syntax/tree.ts'
import { isAmong } from '../word-list.ts'
import { carriers } from '../wrappers/carriers.ts'
import { opaqueWrappers } from '../wrappers/opaque.ts'
import { runnerTable } from '../wrappers/runners.ts'
import { shellTable } from '../wrappers/shells.ts'
import { wrapperTable } from '../wrappers/table.ts'
import { runProgram, unwrap } from '../wrappers/unwrap.ts'
import type { Builtin } from './builtin.ts'
import { builtins } from './builtins.ts'
import type { Claims } from './claims.ts'
import type {
  CommandContext,
  CommandJoin,
  CommandRedirection,
  CommandWord,
  EnvironmentEntry,
  StandardInput,
  UnresolvedReason,
} from './model.ts'
import { runShell } from './shell-invocation.ts'
import type { Directory, ShellState, Value } from './state.ts'
import type { VariableMark } from './variable-marks.ts'

/** The part of the walk that builtins and wrappers work on. */
export interface InvocationWalker {
  readonly claims: Claims
  readonly dialect: Dialect
  readonly bash: boolean
  readonly maxDepth: number
  readonly depth: number
  surprised: boolean
  /** What is walked is surely run by a function. */
  readonly inFunction: boolean
  /** Somewhere in the script CDPATH may be assigned. */
  readonly mentionsDirectorySearch: boolean
  isFunction(name: string): boolean
  isMarked(name: string, mark: VariableMark): boolean
  mark(name: string, mark: VariableMark): void
  unresolved(reason: UnresolvedReason, message: string, span: Span): void
  assign(name: string, value: Value | undefined, span: Span, state: ShellState, exported?: boolean): void
  forget(state: ShellState): void
  forgetPositional(state: ShellState): void
  setDirectory(state: ShellState, directory: string | null): void
  unknownState(): ShellState
  becomesArray(name: string, span: Span): void
  declaredLoosely(name: string, isArray: boolean, span: Span): void
  /** Walks text in this very shell, as `eval` does. */
  runText(text: string, state: ShellState, invocation: Invocation): void
  /** Walks text in a shell of its own. */
  runProcess(text: string, dialect: Dialect, invocation: Invocation, positional: readonly CommandWord[]): void
}

/** One command about to be run, after expansion. */
export interface Invocation {
  readonly words: readonly CommandWord[]
  readonly span: Span
  readonly join: CommandJoin
  readonly wrappers: readonly string[]
  readonly environment: readonly EnvironmentEntry[]
  readonly redirections: readonly CommandRedirection[]
  readonly stdin: StandardInput
  readonly directory: string | null
  readonly context: CommandContext
  /** Null for what a wrapper runs. */
  readonly tree: SimpleCommand | null
  /** For what a wrapper runs, the command in the source that it was found in: what feeds the one feeds the other. */
  readonly outer?: SimpleCommand | null
  /** Run by another program, which knows no builtins and functions of this shell. */
  readonly external?: boolean
}

/** The builtins that every POSIX shell has among those that are followed. Source: POSIX.1-2024, and dash(1) for `local`. */
const portableBuiltins =
  'eval . exec command trap alias hash cd exit return read printf getopts wait unset local export readonly test [ set shift'

/** How many wrappers are looked through: each repeats the words behind it. */
export const MOST_WRAPPERS = 16

/** The last part of a path, by which tools are known. */
export function baseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** Claims the command and everything it runs in turn. Returns the directory if it fails. */
export function invoke(walker: InvocationWalker, state: ShellState, invocation: Invocation): Directory {
  const { words } = invocation
  const head = words[0]
  if (head === undefined) return state.directory
  const name = head.text
  const claimed = walker.claims.command({
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
  if (!claimed) return state.directory
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
      const certain = walker.bash || isAmong(portableBuiltins, name)
      if (certain && !walker.isFunction(name)) return failed
      // A function of that name runs instead, and its body is claimed where it is defined.
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
  readonly program?: ((walker: InvocationWalker, state: ShellState, invocation: Invocation) => void) | undefined
}

let known: ReadonlyMap<string, Known> | null = null

/** All tables in one, so that the many names that are in none cost one look. */
function knownNames(): ReadonlyMap<string, Known> {
  const names = new Map<string, Known>()
  const programs = <Row>(table: Readonly<Record<string, Row>>, program: (row: Row) => Known['program']) => {
    for (const [name, row] of Object.entries(table)) names.set(name, { ...names.get(name), program: program(row) })
  }
  for (const [name, builtin] of Object.entries(builtins())) names.set(name, { builtin })
  for (const name of opaqueWrappers.split(' ')) names.set(name, { ...names.get(name), program: opaque })
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
  programs(carriers(), (carrier) => carrier)
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
  walker.unresolved('wrapper', `what ${baseName(words[0]?.text ?? '')} runs is not looked through`, span)
}

function asksForHelp(words: readonly CommandWord[]): boolean {
  return words.length === 2 && /^--(?:help|version)$/.test(words[1]?.text ?? '')
}

/** Claims what a wrapper runs: `words` from `from` on. */
export function invokeInner(
  walker: InvocationWalker,
  state: ShellState,
  invocation: Invocation,
  words: readonly CommandWord[],
  changes: Partial<Invocation> = {},
): void {
  const name = baseName(invocation.words[0]?.text ?? '')
  if (invocation.wrappers.length >= MOST_WRAPPERS) {
    walker.unresolved('depth', 'wrappers nested too deep', invocation.span)
    return
  }
  invoke(walker, state, {
    ...invocation,
    words,
    wrappers: [...invocation.wrappers, name],
    context: 'carried',
    tree: null,
    outer: invocation.tree ?? invocation.outer ?? null,
    external: true,
    ...changes,
  })
}
