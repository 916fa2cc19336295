/**
 * What an option does with its value, or an operand is for.
 *
 * - `nothing`: of no consequence beyond the output
 * - `list`: a path of which only names, sizes and times are shown; `-tree` with all below
 * - `read`, `write`, `change` (read and written in place), `delete`, `move` (read and deleted): a path; `-tree` with
 *   all below
 * - `output`: a path that is only opened and written to, as a redirection does; what is there is never replaced
 * - `folder`: the folder that all other paths are relative to
 * - `run`: a program or a command with words of its own; `shell`: text for a shell; `load`: a file or module of code
 * - `helper`: a program of the system; `workspace`: code that the workspace defines; `download`: code from elsewhere
 * - `code`: a program text or file in a language that is not read here
 * - `network`: a host or an address; `environment`, `process`, `privilege`
 * - `flag`: nothing by itself, but the command's own function looks at it
 * - `unevaluated`: always needs a person
 */
export type EffectKind =
  | 'nothing'
  | 'flag'
  | 'list'
  | 'list-tree'
  | 'read'
  | 'read-tree'
  | 'write'
  | 'write-tree'
  | 'output'
  | 'change'
  | 'change-tree'
  | 'delete'
  | 'delete-tree'
  | 'move'
  | 'folder'
  | 'run'
  | 'shell'
  | 'load'
  | 'helper'
  | 'workspace'
  | 'download'
  | 'code'
  | 'network'
  | 'environment'
  | 'process'
  | 'privilege'
  | 'unevaluated'

/** Options that are alike. */
export interface OptionRow {
  /** With their dashes, separated by spaces. */
  readonly names: string
  /** How many words belong to it; `optional`: a value only when attached. */
  readonly takes: 0 | 1 | 2 | 'optional'
  readonly does: EffectKind
  /** What is read, written, run … when that is not the value. */
  readonly target?: string
  /** Stays in the normalised words although it stands before the subcommand. */
  readonly kept?: true
}

/** The names of a row, separated by spaces: a string, or the text of a template, which may be longer than a line. */
type Names = string | TemplateStringsArray

const optionRow = (names: Names, takes: OptionRow['takes'], does: EffectKind, target?: string): OptionRow => ({
  names: typeof names === 'string' ? names : names.join(''),
  takes,
  does,
  ...(target === undefined ? {} : { target }),
})

/** Options without a value: ``flags`-a --all` ``, or `flags('-a --all', 'read', 'a.txt')`. */
export function flags(names: TemplateStringsArray): OptionRow
export function flags(names: string, does?: EffectKind, target?: string): OptionRow
export function flags(names: Names, does: EffectKind = 'nothing', target?: string): OptionRow {
  return optionRow(names, 0, does, target)
}

/** Options that need a value. */
export function values(names: TemplateStringsArray): OptionRow
export function values(names: string, does?: EffectKind, target?: string): OptionRow
export function values(names: Names, does: EffectKind = 'nothing', target?: string): OptionRow {
  return optionRow(names, 1, does, target)
}

/** Options that need a value, and that a person must check. */
export const unevaluatedValues = (names: TemplateStringsArray): OptionRow => optionRow(names, 1, 'unevaluated')

/** Options whose value, if any, is attached: `--color=auto`, `-i.bak`. */
export function optionals(names: TemplateStringsArray): OptionRow
export function optionals(names: string, does?: EffectKind): OptionRow
export function optionals(names: Names, does: EffectKind = 'nothing'): OptionRow {
  return optionRow(names, 'optional', does)
}

/** Options that stay in the normalised words although they stand before the subcommand. */
export function kept(row: OptionRow): OptionRow {
  return { ...row, kept: true }
}

/** The usual. */
export const helpAndVersion: OptionRow = flags`--help --version`
