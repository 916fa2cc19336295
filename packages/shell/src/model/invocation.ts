import type { Dialect, SimpleCommand, Span } from '../syntax/tree.ts'
import type {
  CommandContext,
  CommandJoin,
  CommandRedirection,
  CommandWord,
  EnvironmentEntry,
  StandardInput,
  UnresolvedReason,
} from './analysis.ts'
import type { Findings } from './findings.ts'
import type { Directory, ShellState, Value } from './state.ts'
import type { VariableMark } from './variable-marks.ts'

/** The part of the walk that builtins and wrappers work on. */
export interface InvocationWalker {
  readonly findings: Findings
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
  /** Records the command and everything it runs in turn. Returns the directory if it fails. */
  invoke(state: ShellState, invocation: ExpandedCommand): Directory
  /** Walks text in this very shell, as `eval` does. */
  runText(text: string, state: ShellState, invocation: ExpandedCommand): void
  /** Walks text in a shell of its own. */
  runProcess(text: string, dialect: Dialect, invocation: ExpandedCommand, positional: readonly CommandWord[]): void
}

/** One command about to be run, after expansion. */
export interface ExpandedCommand {
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

/** How many wrappers are looked through: each repeats the words behind it. */
export const MOST_WRAPPERS = 16

/** The last part of a path, by which tools are known. */
export function baseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** Records what a wrapper runs: `words` from `from` on. */
export function invokeInner(
  walker: InvocationWalker,
  state: ShellState,
  invocation: ExpandedCommand,
  words: readonly CommandWord[],
  changes: Partial<ExpandedCommand> = {},
): void {
  const name = baseName(invocation.words[0]?.text ?? '')
  if (invocation.wrappers.length >= MOST_WRAPPERS) {
    walker.unresolved('depth', 'wrappers nested too deep', invocation.span)
    return
  }
  walker.invoke(state, {
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
