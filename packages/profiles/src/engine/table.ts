import type { GitArea } from '../model/git-area.ts'
import type { ProfileEffect } from '../model/result.ts'
import type { Invocation, ProfileRefusal } from './invocation.ts'
import type { EffectKind, OptionRow } from './option-row.ts'

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
 * - `go-posix`: the same, but the first operand ends the options
 * - `long`: one dash begins a long name, options after operands (java, ffmpeg, openssl)
 * - `long-posix`: the same, but the first operand ends the options, and so does nothing else
 */
export type OptionStyle = 'gnu' | 'posix' | 'git' | 'exact' | 'exact-posix' | 'go' | 'go-posix' | 'long' | 'long-posix'

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

/** A command of which options and operands are all that counts. */
export const command = (
  source: string,
  operands: EffectKind,
  options: NonNullable<CommandTable['options']>,
): CommandTable => ({ source, options, operands })

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
