import type { GitArea } from '../model/git-area.ts'
import type { ProfileEffect } from '../model/result.ts'
import type { Invocation, ProfileRefusal } from './invocation.ts'
import type { EffectKind, OptionRow } from './option-row.ts'

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

/** What the operands are. */
export interface OperandRule {
  /** The leading ones. */
  readonly first?: readonly EffectKind[]
  /** Options that stand for the leading operands. */
  readonly firstUnless?: string
  /** All others; without it, others are refused. */
  readonly rest?: EffectKind
  /** The last one, if there are two at least. */
  readonly last?: EffectKind
  /** Options that stand for the last operand. */
  readonly lastUnless?: string
  /** What happens when there is none. */
  readonly none?: readonly ProfileEffect[]
}

/**
 * How a command reads its options.
 *
 * - `gnu`: getopt_long: clusters, abbreviations, options after operands
 * - `posix`: the same, but the first operand ends the options
 * - `git`: as gnu, and `--no-x` for every `--x`
 * - `exact`: clusters and options after operands, no abbreviations, `-o=value` is `-o value` (clap, cobra, yargs)
 * - `exact-posix`: as exact, but the first operand ends the options
 * - `go`: one dash or two are the same, no clusters; `go test` reads options behind operands too
 * - `long`: one dash begins a long name, options after operands (java, ffmpeg, openssl)
 * - `long-posix`: the same, but the first operand ends the options, and so does nothing else
 */
export type OptionStyle = 'gnu' | 'posix' | 'git' | 'exact' | 'exact-posix' | 'go' | 'long' | 'long-posix'

/** What is known of a command. */
export interface CommandTable {
  /** Manual page, advisory, GTFOBins … */
  readonly source: string
  readonly style?: OptionStyle
  readonly options?: readonly OptionRow[]
  /** A effect for all of them, or a rule; without it operands are refused. */
  readonly operands?: EffectKind | OperandRule
  /** By name; several names of one subcommand are separated by spaces. Nested ones inherit nothing but the style. */
  readonly subcommands?: Readonly<Record<string, CommandTable>>
  /** What it does whatever the arguments are. */
  readonly always?: readonly ProfileEffect[]
  /** `-5`, as in `head -5`. */
  readonly numeric?: true
  /** What words that begin with `+` do; without it they are operands. `position`: only where to begin is known. */
  readonly plus?: EffectKind | 'position'
  /** Options that end the options: all behind their value are operands. */
  readonly stopsAfter?: string
  /** Options of no consequence that stand before the operands are left out of the normalised words. */
  readonly operandsFirst?: true
  /** There are no options: every word is an operand, and a dynamic one too. */
  readonly raw?: true
  /** The first word may be a cluster without a dash, as for tar and ps. */
  readonly bundle?: true
  /** `-` as a file to write is standard output, not a file of that name. */
  readonly dashIsStream?: true
  readonly obeys?: readonly GitArea[]
  /** The command's own function, after the options are read: for what a table cannot say. */
  readonly refine?: (call: Invocation) => ProfileRefusal | void
  /** For a table with subcommands: looks at the options that stood before the subcommand. */
  readonly evaluate?: (call: Invocation) => ProfileRefusal | void
  /** `refine` looks at all operands itself. */
  readonly ownOperands?: true
}

/** A command that a person must look at whatever its arguments are. `why` follows its name in the message. */
export const leftToPerson = (
  source: string,
  why: string,
  code: ProfileRefusal['code'] = 'NOT_EVALUATED',
): CommandTable => ({
  source,
  raw: true,
  ownOperands: true,
  refine: ({ program }) => ({ code, message: `${program}: ${why}` }),
})

/** The usual. */
export const helpAndVersion: OptionRow = flags`--help --version`

/** Runs what the workspace defines. */
export function workspaceCode(note: string): ProfileEffect {
  return { kind: 'execute', target: null, origin: 'workspace', note }
}
/** Reads the folder it is in and all below. */
export const readsHere: ProfileEffect = { kind: 'file-read', target: '.', recursive: true }
/** The same for what tells no content of it, or none but of its own kind of files. */
export const listsHere: ProfileEffect = { ...readsHere, lists: true }
/** Writes somewhere below the folder it is in. */
export const writesHere: ProfileEffect = { kind: 'file-write', target: '.', recursive: true }
/** Deletes some of what is below the folder it is in, and not the folder itself. */
export const deletesHere: ProfileEffect = { kind: 'file-delete', target: './?*.*', glob: true, recursive: true }
/** Talks to hosts that are not in the arguments. */
export const contactsSome: ProfileEffect = { kind: 'network', target: null }
