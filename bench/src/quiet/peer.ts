import type { Line } from './lines.ts'

/** Another tool that decides about the same lines, under the same rules. */
export interface Peer {
  readonly name: string
  /** Where each line takes long: it is asked about one call of so many, at even distances. */
  readonly every?: number
  /**
   * Whether each line may run with no question.
   *
   * @param rules prefixes of command lines, as words
   */
  readonly allows: (lines: readonly Line[], rules: readonly string[]) => Promise<readonly boolean[]>
}
