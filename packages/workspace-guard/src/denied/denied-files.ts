/** A deny rule with a pattern on absolute paths; it also covers the paths below a match. */
export interface DeniedPattern {
  /** Which use is denied. */
  readonly access: 'read' | 'write'
  /** Such as `/home/u/project/**\/.env`. */
  readonly pattern: string
}

/** A file or folder that a rule denies by its name, absolute, with what lies below it. */
export interface DeniedPath {
  /** Which use is denied. */
  readonly access: 'read' | 'write'
  /** Absolute, links followed. */
  readonly path: string
}

/**
 * Why it is not known which files a pattern stands for. `ENTRIES`, `TIME`: the folders hold more than is looked through;
 * `FILES`: more fit than are covered; `UNREADABLE`: a folder cannot be looked into, and a command could; `UNNAMEABLE`: no
 * text leads to a folder; `SYSTEM`: it reaches into folders of the system; `GRANTED`: it fits the workspace itself, or
 * another folder that was granted.
 */
export type DeniedProblem = 'ENTRIES' | 'TIME' | 'FILES' | 'UNREADABLE' | 'UNNAMEABLE' | 'SYSTEM' | 'GRANTED'

/** The files and folders that patterns stand for at a moment, absolute, sorted. */
export interface DeniedFiles {
  /** Those that may not be read. */
  readonly read: readonly string[]
  /** Those that may not be written to. */
  readonly write: readonly string[]
  /** `null` when these are all. */
  readonly problem: DeniedProblem | null
}

/** Where is looked for them, and what for. Paths are absolute. */
export interface DeniedSearch {
  /** Looked through whole. */
  readonly workspace: string
  /** Granted paths beside the workspace, for reading and for writing. */
  readonly readPaths: readonly string[]
  /** Granted for writing; looked through as well. */
  readonly writePaths: readonly string[]
  /** Not looked into: no command sees them. */
  readonly hiddenPaths: readonly string[]
  /** Folders of the system that commands read; too much to be looked through. */
  readonly systemFolders: readonly string[]
  /** The rules whose files are looked for. */
  readonly patterns: readonly DeniedPattern[]
  /** What is denied by its name; only its other names (hard links) are looked for. Links followed. */
  readonly paths?: readonly DeniedPath[]
}

/** The matches of the patterns before a run, with their places. */
export interface DeniedNames {
  /** What was looked for, and where. */
  readonly search: DeniedSearch
  /** What was found. */
  readonly files: DeniedFiles
}

/** What each problem is, in words that follow "since". */
export const DENIED_PROBLEMS: Readonly<Record<DeniedProblem, string>> = {
  ENTRIES: 'the workspace has more entries than are looked through for such files (200,000)',
  TIME: 'looking through the workspace for such files takes too long (more than 2 seconds)',
  FILES: 'more than 200 such files are there',
  UNREADABLE: 'a folder of the workspace cannot be looked into',
  UNNAMEABLE: 'the name of a folder of the workspace is no text, or its path is too long',
  SYSTEM: 'the pattern reaches into folders of the system',
  GRANTED: 'the pattern fits a folder that commands work in',
}
