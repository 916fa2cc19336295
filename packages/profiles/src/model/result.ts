import type { GitArea } from './git-area.ts'
import type { ProfileWord } from './word.ts'

/** What a command does to the world outside itself. */
export type ProfileEffectKind =
  | 'file-read'
  | 'file-write'
  | 'file-delete'
  | 'execute'
  | 'network'
  | 'environment'
  | 'process'
  | 'privilege'

/**
 * Where the code that is executed comes from.
 *
 * - `argument`: the command line names a program, a script or a command text
 * - `workspace`: what the files of the workspace define (scripts, build files, tests, hooks, configuration that is code)
 * - `helper`: a program of the system that the tool starts by itself (a decompressor, ssh, a pager)
 * - `download`: code that is fetched from elsewhere, then run
 */
export type ExecutionOrigin = 'argument' | 'workspace' | 'helper' | 'download'

/** One thing that a command does. */
export interface ProfileEffect {
  /** What is done, for rules and programs. */
  readonly kind: ProfileEffectKind
  /**
   * A path as written (joined to the folder of an option like `git -C`), a host or address, a program, the name of a
   * variable. `null`: only known at run time, so anything.
   */
  readonly target: string | null
  /** For `execute`. */
  readonly origin?: ExecutionOrigin
  /** Everything below `target` too. */
  readonly recursive?: true
  /**
   * For a `file-read`: the output has no content of the files, only names, sizes and times, or results from the tool's
   * own kind of files.
   */
  readonly lists?: true
  /**
   * For a `file-write`: what is there is opened and written to, and nothing else. It is not replaced, removed or renamed,
   * and its owner, mode and times stay.
   */
  readonly opens?: true
  /** `target` is a glob pattern. */
  readonly glob?: true
  /** Only the repository's own data (index, objects, references), changed the way git does it. */
  readonly repository?: true
  /** For `network`: files of this machine go there, or what is there is changed, which is more than to fetch. */
  readonly sends?: true
  /** For a `file-write` of a folder: which files of it, an archive or a patch says. */
  readonly unpacks?: Unpacked
  /** The same in words, for people; no decision reads it. */
  readonly note?: string
}

/** What says which files are written. */
export interface Unpacked {
  /** An archive that is unpacked, or a patch that is applied. */
  readonly kind: 'archive' | 'patch'
  /** A path as written, joined to the folder that it is relative to; `-` is standard input; `null` where it is not known. */
  readonly from: string | null
  /** How many leading folders are left out of each name of an archive. */
  readonly strip: number
}

/**
 * Why it is not known what a command does:
 *
 * - `UNKNOWN_COMMAND`, `UNKNOWN_SUBCOMMAND`, `UNKNOWN_OPTION`: there is no row for it
 * - `AMBIGUOUS_OPTION`: an abbreviation that fits several options
 * - `UNKNOWN_OPERAND`: more operands than the command takes, or one that was not understood
 * - `MISSING_VALUE`: an option at the end of the line needs a value
 * - `DYNAMIC_ARGUMENT`: a word that is only known at run time may change what the command does
 * - `EXECUTES_CODE`: code in the arguments, or a file of code, decides what happens
 * - `STDIN_IS_CODE`: what it reads from standard input is executed
 * - `NOT_EVALUATED`: known, and left to a human on purpose
 */
export type ProfileRefusalCode =
  | 'UNKNOWN_COMMAND'
  | 'UNKNOWN_SUBCOMMAND'
  | 'UNKNOWN_OPTION'
  | 'AMBIGUOUS_OPTION'
  | 'UNKNOWN_OPERAND'
  | 'MISSING_VALUE'
  | 'DYNAMIC_ARGUMENT'
  | 'EXECUTES_CODE'
  | 'STDIN_IS_CODE'
  | 'NOT_EVALUATED'

/** What a command does with its arguments, complete: with these arguments it does nothing else that matters. */
export interface KnownProfile {
  readonly known: true
  /** The name of the program that the profile is of. */
  readonly program: string
  /**
   * The command normalised for rules that are token prefixes: program, subcommands, then the rest, without the options
   * that stood before the subcommand. `null` for a word that is only known at run time.
   */
  readonly words: readonly (string | null)[]
  /** All of them: nothing else that matters is done. */
  readonly effects: readonly ProfileEffect[]
  /** The options that were given, by their full names, without their values. */
  readonly options: readonly string[]
  /** Names of its options that mean the same: by blanks, groups by commas, `-d+-f` for both together; where that is known. */
  readonly alike: string | undefined
  /** Command lines that it starts. It is only as harmless as each of them. */
  readonly runs: readonly (readonly ProfileWord[])[]
  /** True when what comes through standard input is executed or decides what is executed. */
  readonly readsStdinAsCode: boolean
  /** The folder it works in where an option changes that (`git -C`, `make -C`); `null` when that is dynamic. */
  readonly folder: string | null
  /**
   * What it does with a repository that settings and hooks of that repository have a say in, which can make it run
   * programs. Look at the repository before calling it harmless.
   */
  readonly obeys: readonly GitArea[]
  /** Where the facts are from: manual page, advisory. */
  readonly source: string
}

/** It is not known what the command does; the caller asks. */
export interface UnknownProfile {
  readonly known: false
  /** `null` when it is only known at run time. */
  readonly program: string | null
  /** Why it is not known, for programs. */
  readonly code: ProfileRefusalCode
  /** The same for people, one sentence. */
  readonly message: string
  /** Normalised as far as it was understood; `null` when nothing was. */
  readonly words: readonly (string | null)[] | null
  /** Index in argv of the word that could not be evaluated. */
  readonly at?: number
}

/** What a command does, or why that is not known. */
export type ProfileResult = KnownProfile | UnknownProfile
