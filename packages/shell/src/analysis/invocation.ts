import type { Dialect, SimpleCommand, Span } from '../syntax/tree.ts'
import { carriers } from '../wrappers/carriers.ts'
import { opaqueWrappers } from '../wrappers/opaque.ts'
import { runnerTable } from '../wrappers/runners.ts'
import { shellTable } from '../wrappers/shells.ts'
import { wrapperTable } from '../wrappers/table.ts'
import { runProgram, unwrap } from '../wrappers/unwrap.ts'
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

/** The part of the walk that builtins and wrappers work on. */
export interface InvocationWalker {
  readonly claims: Claims
  readonly dialect: Dialect
  readonly bash: boolean
  readonly maxDepth: number
  readonly depth: number
  readonly functionNames: ReadonlySet<string>
  readonly integerNames: Set<string>
  readonly otherNames: ReadonlySet<string>
  readonly fixedNames: Set<string>
  surprised: boolean
  /** Somewhere in the script CDPATH may be assigned. */
  readonly mentionsDirectorySearch: boolean
  unresolved(reason: UnresolvedReason, message: string, span: Span): void
  assign(name: string, value: Value | undefined, span: Span, state: ShellState, exported?: boolean): void
  forget(state: ShellState): void
  setDirectory(state: ShellState, directory: string | null): void
  unknownState(): ShellState
  becomesArray(name: string, span: Span): void
  declaredLoosely(name: string, isArray: boolean, span: Span): void
  /** Walks text in this very shell, as `eval` does. */
  runText(text: string, state: ShellState, invocation: Invocation): void
  /** Walks text in a shell of its own. */
  runProcess(
    text: string,
    dialect: Dialect,
    state: ShellState,
    invocation: Invocation,
    positional: readonly CommandWord[],
  ): void
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
  /** Run by another program, which knows no builtins and functions of this shell. */
  readonly external?: boolean
}

/** The builtins that every POSIX shell has among those that are followed. Source: POSIX.1-2024, and dash(1) for `local`. */
const portableBuiltins = new Set(
  'eval . exec command trap alias hash cd exit return read printf getopts wait unset local export readonly test [ set shift'.split(
    ' ',
  ),
)

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
  walker.claims.command({
    name,
    argv: words.map((word) => word.text),
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
  if (name === null) {
    walker.unresolved('command-name', 'which command this is depends on values at run time', head.span)
    if (invocation.external !== true) walker.forget(state)
    return state.directory
  }
  const base = baseName(name)
  if (invocation.external !== true) {
    const builtin = Object.hasOwn(builtins, name) ? builtins[name] : undefined
    if (builtin !== undefined) {
      const failed = builtin(walker, state, invocation)
      // A shell that lacks the builtin looks for a program of that name, and its variables stay as they are.
      const certain = walker.bash || portableBuiltins.has(name)
      if (certain && !walker.functionNames.has(name)) return failed
      // A function of that name runs instead, and its body is claimed where it is defined.
      walker.forget(state)
      return null
    }
  }
  if (Object.hasOwn(shellTable, base)) runShell(walker, state, invocation, shellTable[base])
  else if (Object.hasOwn(carriers, base)) carriers[base]?.(walker, state, invocation)
  else if (Object.hasOwn(wrapperTable, base)) unwrap(walker, state, invocation, wrapperTable[base])
  else if (Object.hasOwn(runnerTable, base)) runProgram(walker, state, invocation, runnerTable[base])
  else if (opaqueWrappers.has(base) && !asksForHelp(words)) {
    walker.unresolved('wrapper', `what ${base} runs is not looked through`, invocation.span)
  } else if (/^ld(?:-linux|-musl|64|\.so)/.test(base))
    walker.unresolved('wrapper', 'the loader runs a program', invocation.span)
  return state.directory
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
    external: true,
    ...changes,
  })
}
