/** A line of a change. */
export interface HunkLine {
  readonly kind: 'context' | 'remove' | 'add'
  /** Without its line end. */
  readonly text: string
  /** Set where the patch says that the line ends so; nothing at all for the last one of some files. */
  readonly end?: '\r\n' | ''
}

/** A change of one stretch of a file. */
export interface Hunk {
  /** Lines of the file that come before it, from the outermost to the innermost; those between are not named. */
  readonly headers: readonly string[]
  /** Where the old lines begin, from 1, as the patch says; `null` where it says nothing. */
  readonly startLine: number | null
  readonly lines: readonly HunkLine[]
  /** Whether it is at the end of the file. */
  readonly isAtEnd: boolean
  /** Where in the patch it stands, from 1. */
  readonly patchLine: number
}

/** The change of a file by a patch; paths as the patch names them. */
export type PatchOperation =
  | { readonly kind: 'add'; readonly path: string; readonly content: string; readonly isProgram: boolean | null }
  /** `hunks`: what the file holds, as far as the patch shows it; `null` where it need not. */
  | { readonly kind: 'delete'; readonly path: string; readonly hunks: readonly Hunk[] | null }
  | {
      readonly kind: 'update'
      readonly path: string
      readonly moveTo: string | null
      readonly hunks: readonly Hunk[]
      /** Whether it may be executed afterwards; `null` to leave that as it is. */
      readonly isProgram: boolean | null
    }
