/** A search: its pattern and its options. */
export interface SearchQuery {
  readonly pattern: string
  readonly ignoresCase: boolean
  readonly isMultiline: boolean
  /** Whether one can, by the pattern; only with `isMultiline`. */
  readonly spansLines: boolean
  readonly glob: string | null
  readonly type: string | null
  /** Lines around a match. */
  readonly before: number
  readonly after: number
  readonly mode: 'content' | 'files_with_matches' | 'count'
}

/** A line of a file that was searched. */
export interface FoundLine {
  readonly number: number
  readonly text: string
  readonly isMatch: boolean
  /** Where in the file it begins; for a line of a match over several, where the match does. */
  readonly at: number
}

/** The matches of a file. */
export interface FileMatches {
  /** Below the root. */
  readonly path: string
  readonly lines: readonly FoundLine[]
  /** Lines that have a match, or matches where they can span lines. */
  readonly count: number
  /** Where the first NUL byte is that the search came to; `null` when it came to none. */
  readonly binaryAt: number | null
  /** That something matches is known, and nothing was read again to tell what. */
  readonly unread?: true
}

/** Files that may have something. */
export interface SearchedFiles {
  /** Below the root, in the order of a walk. */
  readonly paths: readonly string[]
  /** The number of searched files; `null` where there were some, and they were not counted. */
  readonly searched: number | null
  /** Left out by the rules. */
  readonly refused: number
  /** Left out since their names are not text. */
  readonly unreadable: number
}

/** A way to search. */
export interface SearchEngine {
  /** All files that are not ignored. */
  list(options: { readonly hidden: boolean }): Promise<SearchedFiles>
  /** Which files may match. */
  find(query: SearchQuery): Promise<SearchedFiles>
  /**
   * The matches of files, in order, read from open files.
   *
   * @param enough the number of lines, or files, that are needed
   * @param write takes one file after the other; false when it needs no more
   */
  read(
    query: SearchQuery,
    paths: readonly string[],
    enough: number,
    write: (file: FileMatches) => boolean,
  ): Promise<void>
}
