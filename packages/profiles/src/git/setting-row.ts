import type { GitArea } from '../model/git-area.ts'

/** Settings of git that are alike, and where that is written down. */
export interface SettingRow {
  /** A page of git-config(1), a manual page, or the tool that writes them. */
  readonly source: string
  /** `section.name` or `section.*.name`, by blanks; `*` as the name stands for every name. Case does not matter. */
  readonly keys: string
  /**
   * - `describes`: makes git run no program, read or write no file of its choice, and contact no host
   * - `describes-repository`: the same of what a repository is; as an option of a command it changes what is worked on
   * - `addresses`: says where another repository is
   * - `acts`: may do any of these
   */
  readonly does: 'describes' | 'describes-repository' | 'addresses' | 'acts'
  /** For `acts`: what a command has to do to obey it; none of what no described command obeys. */
  readonly areas?: readonly GitArea[]
  /** Values with which it only describes. */
  readonly fine?: RegExp
  /** Further values with which it starts no more than a well-known program of the user's, when it stands in a file. */
  readonly usual?: RegExp
  /** The subsections that `fine` and `usual` hold for; all, where it is missing. */
  readonly within?: RegExp
}
