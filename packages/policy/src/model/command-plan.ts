/** One command that a line would run. */
export interface PlannedCommand {
  /** `null` when it is only known at run time. */
  readonly name: string | null
  /** The words after quoting is removed; `null` for a word that is only known at run time. */
  readonly argv: readonly (string | null)[]
  /** Where it stands in the line, in UTF-16 units; the end is exclusive. */
  readonly span: readonly [start: number, end: number]
  /** Absolute path of the program; `null` when it was not found. Builtins of the shell have none. */
  readonly resolved: string | null
  /** The file that `resolved` leads to by way of links, where that is another one: this is what will run. */
  readonly real?: string
  /** Where `resolved` itself lies, once the folders above it are followed, where that is another place. */
  readonly place?: string
  /** True when the shell runs it itself. */
  readonly builtin: boolean
  /** True when it reads what another command of the line writes, or may. */
  readonly readsPipe: boolean
  /** True when nothing that stands behind it in the line runs before it, at the same time for its input, or again. */
  readonly last?: true
  /** Names of the environment variables that the line sets for it. */
  readonly environment: readonly string[]
  /** The same with their values, `NAME=value`; absent where one is only known at run time. */
  readonly settings?: readonly string[]
  /** True where `resolved` is what another command of the line starts among the tools of the project: `npx tsc`. */
  readonly tool?: true
  /** Where it starts, absolute, where the line has moved before; `null` when that is only known at run time. */
  readonly cwd?: string | null
  /** For an interpreter that is given a file of code and nothing before it: the file, absolute. */
  readonly script?: string
  /** What `script` leads to by way of links, where that is another file. */
  readonly realScript?: string
  /** What it does with its arguments; absent when that was not looked up. */
  readonly profile?: CommandProfile
  /**
   * True when there is nothing to decide about it: a wrapper that only starts commands which the plan lists too, a
   * builtin that only changes the shell it runs in.
   */
  readonly passive?: boolean
}

/** What is known of what a command does with its arguments. */
export interface CommandProfile {
  /** False when it is not known; then `code` and `message` say why, and `effects` are no more than what its words name. */
  readonly known: boolean
  /** For example `UNKNOWN_OPTION`; `UNKNOWN_COMMAND` when nothing is known of the program at all. */
  readonly code: string | null
  /** One sentence about why it is not known; `null` when it is. */
  readonly message: string | null
  /** The word that could not be evaluated, where it is one: the script, the option that holds code. */
  readonly doubt?: string
  /** The command without options that stand before its subcommand, for rules that are token prefixes. */
  readonly words: readonly (string | null)[] | null
  /** What it does with these arguments; a lower bound where `known` is false. */
  readonly effects: readonly PlannedEffect[]
  /** The options that were given, by their full names; absent where they are not known. */
  readonly options?: readonly string[]
  /** Names of its options that mean the same: by blanks, groups by commas, `-d+-f` for both together. */
  readonly alike?: string
  /** True where a word that is only known at run time may be one of its options. */
  readonly hidesOption?: boolean
  /** True where it prints addresses of remotes of git, and none of them holds a password: that was looked at. */
  readonly openAddresses?: true
  /** Where the repository lies whose data it changes, absolute; absent where that is not known, or not in the workspace. */
  readonly repository?: string
  /** Its part where the line hands names of files from one command to another. */
  readonly names?: NamesRole
}

/**
 * `finds`: prints names of files that it found, and nothing else that could pass for one; `filters`: passes on some of
 * the names that it reads, as they are; `takes`: each of its words that is only known at run time is one such name.
 */
export type NamesRole = 'finds' | 'filters' | 'takes'

/** Something that a line does, itself or through a command. */
export interface PlannedEffect {
  /** What is done, for rules and programs. */
  readonly kind:
    | 'file-read'
    | 'file-write'
    | 'file-delete'
    | 'execute'
    | 'network'
    | 'environment'
    | 'process'
    | 'privilege'
  /**
   * For files: absolute and normalised. Else the host, the program or the variable. `null` when it is only known at run
   * time.
   */
  readonly path: string | null
  /** For `file-write`: what is there is opened and written to, never replaced, removed or changed in its owner or mode. */
  readonly opens?: true
  /** For files: everything below the path too. */
  readonly recursive?: true
  /** For `file-read`: it shows names only, or what a tool derives from its own file format; never the content of other files. */
  readonly lists?: true
  /** For files: the pattern of the shell that stands for them, absolute; `path` is then the folder that all are in. */
  readonly pattern?: string
  /** For `execute`, where the code comes from: the arguments, the workspace, the system, the network. */
  readonly origin?: 'argument' | 'workspace' | 'helper' | 'download'
  /** Only data of the repository itself (index, objects, references), changed by git; for `execute`: named by it. */
  readonly repository?: boolean
  /** For `file-write` and `file-delete`: git keeps the history of a repository there, and it is not git that changes it. */
  readonly history?: true
  /** For `network`: files go there, or what is there is changed, which is more than to fetch. */
  readonly sends?: boolean
  /** What it is, in words for people. */
  readonly note?: string
}

/** What is known of a command line. The policy does not read command lines itself. */
export interface CommandPlan {
  /** The line as it was given. */
  readonly text: string
  /** Set when the line could not be read with certainty, or not to its end; then there may be more than is listed. */
  readonly refusal: {
    readonly code: string
    readonly message: string
    /** True where the shell refuses the line too, so that there is nothing to approve. */
    readonly rejected?: true
  } | null
  /** True when `commands` holds everything that would run. */
  readonly complete: boolean
  /** True when it is only not complete since it is not known what the scripts of its commands run. */
  readonly onlyScripts?: boolean
  /** Why it is not complete, one sentence each. */
  readonly unresolved: readonly string[]
  /** In the order of the line, with those that wrappers and substitutions start. */
  readonly commands: readonly PlannedCommand[]
  /** What the line does itself, such as redirections; each command has its own in its profile. */
  readonly effects: readonly PlannedEffect[]
  /**
   * Every file and folder below a folder, absolute, with what links there lead to; `null` when that is not known or
   * there are too many. Absent when the file system may not be read: then any path below counts.
   */
  readonly below?: (folder: string) => readonly string[] | null
  /**
   * Whether a file of settings of git holds a password, such as one in the address of a remote; absolute. Absent when the
   * file system may not be read: then each may hold one.
   */
  readonly holdsPassword?: (file: string) => boolean
}
