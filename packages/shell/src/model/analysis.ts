import type { Refusal } from '../syntax/refusal.ts'
import type { Dialect, Script, Span } from '../syntax/tree.ts'

/** What a source would run and touch, or why it was not read. */
export type ShellAnalysis = AnalyzedShell | { readonly ok: false; readonly refusal: Refusal }

/**
 * Records about a source. When `complete`, everything that the shell would execute is among `commands` and every file
 * that its redirections would write is among `effects`. What programs do with their arguments is not recorded here.
 */
export interface AnalyzedShell {
  readonly ok: true
  /** The shell language that the source was read as. */
  readonly dialect: Dialect
  /** True when `unresolved` is empty. */
  readonly complete: boolean
  /** In the order of the source, with those that run inside others. */
  readonly commands: readonly ShellCommand[]
  /** Why more may run than `commands` says; empty when complete. */
  readonly unresolved: readonly Unresolved[]
  /** Files that redirections touch, and changes of folder and settings. */
  readonly effects: readonly ShellEffect[]
  /** The syntax tree that the records were made of. */
  readonly tree: Script
}

/** Where a command stands; the innermost construct counts. */
export type CommandContext =
  | 'top'
  | 'compound'
  | 'subshell'
  | 'substitution'
  | 'process-substitution'
  | 'function'
  | 'carried'

/** How a command is joined to the one before it in its list. */
export type CommandJoin = 'start' | 'and' | 'or' | 'sequence' | 'background' | 'pipe' | 'pipe-both'

/** What a command's standard input is. */
export type StandardInput =
  | 'inherit'
  | 'pipe'
  | 'file'
  | 'here-document'
  | 'here-string'
  | 'descriptor'
  | 'closed'
  | 'null'

/** One command that would run: a program, builtin or function. */
export interface ShellCommand {
  /** Null when it is only known at run time; then `unresolved` says why. */
  readonly name: string | null
  /** The words after expansion and quote removal; null where dynamic. `argv[0]` is `name`. */
  readonly argv: readonly (string | null)[]
  /** The same words with what is known of the dynamic ones. */
  readonly words: readonly CommandWord[]
  /** The command in the source; for text that a word carried (`sh -c '…'`), the span of that word. */
  readonly span: Span
  /** The innermost construct that it stands in. */
  readonly context: CommandContext
  /** How it is joined to the command before it. */
  readonly join: CommandJoin
  /** The wrappers and command runners it was found through, outermost first. Each has an entry of its own. */
  readonly wrappers: readonly string[]
  /** Assignments in force for this command alone: before its name, or given to `env` and the like. */
  readonly environment: readonly EnvironmentEntry[]
  /** In the order in which the shell applies them. */
  readonly redirections: readonly CommandRedirection[]
  /** What it reads from, as far as the line says. */
  readonly stdin: StandardInput
  /** `.`, a path relative to the start or an absolute one; null where it is not certain. */
  readonly cwd: string | null
}

/** One word of a command line. */
export interface CommandWord {
  /** The word after expansion and quote removal; null where it is only known at run time. */
  readonly text: string | null
  /** What the word starts with, where that much is certain. */
  readonly prefix: string
  /** It may become no word, or several. */
  readonly splits: boolean
  /** The glob pattern, where nothing but globbing makes it dynamic. */
  readonly pattern: string | null
  /** It is a decimal number, though not known which. */
  readonly integer: boolean
  /** An array literal is assigned in it, as in `declare name=(…)`. */
  readonly array?: true
  /** The word in the source. */
  readonly span: Span
}

/** A variable given to a command; null where the value is dynamic. */
export interface EnvironmentEntry {
  /** The name of the variable, without `=`. */
  readonly name: string
  /** What it is set to; null where that is only known at run time. */
  readonly value: string | null
}

/** A redirection of a command. */
export interface CommandRedirection {
  /** As it is written: `>`, `2>&1` has `>&`. */
  readonly operator: string
  /** A number, the variable of `{name}>`, or null for the default. */
  readonly fd: number | string | null
  /** The file or descriptor; null where dynamic, and for here-documents. */
  readonly target: string | null
  /** The redirection in the source, with its target. */
  readonly span: Span
}

/**
 * Why a record could not be made:
 *
 * - `command-name`: the name of a command is only known at run time
 * - `text`: text that is only known at run time is run as shell code
 * - `refused-text`: text that is run as shell code was refused by the parser
 * - `source`: a file is run by this shell; `script-file`: a file that stands in the line is run by another shell;
 *   `script`: its input or start-up files are
 * - `alias`, `lookup`: what a name stands for is changed
 * - `environment`: a variable is set that makes a shell, the loader or well-known programs run something
 * - `arithmetic`, `subscript`: a value that is not surely a number is evaluated, which runs the substitutions in it
 * - `assignment-target`: which variable is assigned is only known at run time
 * - `reference`: a nameref or a prompt expansion, which evaluates its value
 * - `option`: an option of the shell that changes how the rest is read
 * - `builtin`: a use of a builtin that is not opted in
 * - `wrapper`: options of a wrapper that leave open what it runs
 * - `dialect`: the shell that will run it reads something otherwise than the one that it was read for
 * - `depth`: carried text nested too deep
 * - `too-many-commands`: there are more commands than are looked at
 */
export type UnresolvedReason =
  | 'command-name'
  | 'text'
  | 'refused-text'
  | 'source'
  | 'script-file'
  | 'script'
  | 'alias'
  | 'lookup'
  | 'environment'
  | 'arithmetic'
  | 'subscript'
  | 'assignment-target'
  | 'reference'
  | 'option'
  | 'builtin'
  | 'wrapper'
  | 'dialect'
  | 'depth'
  | 'too-many-commands'

/** Something that may run more than `commands` says. */
export interface Unresolved {
  /** Why, for programs. */
  readonly reason: UnresolvedReason
  /** Why, for people: one sentence. */
  readonly message: string
  /** The part of the source that it is about. */
  readonly span: Span
}

/** `environment`: `path` holds the name of the variable. */
export type ShellEffectKind = 'file-read' | 'file-write' | 'network' | 'environment'

/** What the shell itself does, apart from running commands. */
export interface ShellEffect {
  /** What is done, for programs. */
  readonly kind: ShellEffectKind
  /** Relative to the start like `cwd`, or absolute; null where dynamic. */
  readonly path: string | null
  /** The part of the source that does it. */
  readonly span: Span
}
