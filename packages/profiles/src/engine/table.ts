import type { ProfileEffect } from '../verdict.ts'
import type { Invocation, Refusal } from './invocation.ts'

/**
 * What an option does with its value, or an operand is for.
 *
 * - `nothing`: of no consequence beyond the output
 * - `list`: a path of which only names, sizes and times are told; `-tree` with all below
 * - `read`, `write`, `change` (read and written in place), `delete`, `move` (read and deleted): a path; `-tree` with all below
 * - `folder`: the folder that all other paths are relative to
 * - `run`: a program or a command with words of its own; `shell`: text for a shell; `load`: a file or module of code
 * - `helper`: a program of the system; `workspace`: code that the workspace defines; `download`: code from elsewhere
 * - `code`: a program text or file in a language that is not read here
 * - `network`: a host or an address; `environment`, `process`, `privilege`
 * - `flag`: nothing by itself, but the command's own function looks at it
 * - `unjudged`: left to a human on purpose
 */
export type Deed =
  | 'nothing'
  | 'flag'
  | 'list'
  | 'list-tree'
  | 'read'
  | 'read-tree'
  | 'write'
  | 'write-tree'
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
  | 'unjudged'

/** Options that are alike. */
export interface OptionRow {
  /** With their dashes, separated by spaces. */
  readonly names: string
  /** How many words belong to it; `optional`: a value only when attached. */
  readonly takes: 0 | 1 | 2 | 'optional'
  readonly does: Deed
  /** What is read, written, run … when that is not the value. */
  readonly target?: string
  /** Stays in the normalised words although it stands before the subcommand. */
  readonly kept?: true
}

/** Options without a value. */
export function flags(names: string, does: Deed = 'nothing', target?: string): OptionRow {
  return target === undefined ? { names, takes: 0, does } : { names, takes: 0, does, target }
}

/** Options that need a value. */
export function values(names: string, does: Deed = 'nothing', target?: string): OptionRow {
  return target === undefined ? { names, takes: 1, does } : { names, takes: 1, does, target }
}

/** Options whose value, if any, is attached: `--color=auto`, `-i.bak`. */
export function optionals(names: string, does: Deed = 'nothing'): OptionRow {
  return { names, takes: 'optional', does }
}

/** Options that stay in the normalised words although they stand before the subcommand. */
export function kept(row: OptionRow): OptionRow {
  return { ...row, kept: true }
}

/** What the operands are. */
export interface OperandRule {
  /** The leading ones. */
  readonly first?: readonly Deed[]
  /** Options that stand for the leading operands. */
  readonly firstUnless?: string
  /** All others; without it, others are refused. */
  readonly rest?: Deed
  /** The last one, if there are two at least. */
  readonly last?: Deed
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

/** A variable that the command obeys. */
export interface EnvironmentRow {
  /** Separated by spaces; a `*` at the end stands for any rest. */
  readonly names: string
  /** `options`: its value is read as options; `run`, `load`, `read`, `write`, `network` as for options. */
  readonly does: 'options' | 'run' | 'load' | 'read' | 'write' | 'network'
}

/** What is known of a command. */
export interface CommandTable {
  /** Manual page, advisory, GTFOBins … */
  readonly source: string
  readonly style?: OptionStyle
  readonly options?: readonly OptionRow[]
  /** A deed for all of them, or a rule; without it operands are refused. */
  readonly operands?: Deed | OperandRule
  /** By name; several names of one subcommand are separated by spaces. Nested ones inherit nothing but the style. */
  readonly subcommands?: Readonly<Record<string, CommandTable>>
  /** What it does whatever the arguments are. */
  readonly always?: readonly ProfileEffect[]
  /** `-5`, as in `head -5`. */
  readonly numeric?: true
  /** What words that begin with `+` do; without it they are operands. `position`: only where to begin is known. */
  readonly plus?: Deed | 'position'
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
  readonly environment?: readonly EnvironmentRow[]
  readonly obeys?: readonly string[]
  /** The command's own function, after the options are read: for what a table cannot say. */
  readonly refine?: (call: Invocation) => Refusal | undefined
  /** For a table with subcommands: looks at the options that stood before the subcommand. */
  readonly judge?: (call: Invocation) => Refusal | undefined
  /** `refine` looks at all operands itself. */
  readonly ownOperands?: true
}

/** The usual. */
export const helpAndVersion: OptionRow = flags('--help --version')

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
