/** One entry of an archive. */
export interface ArchiveMember {
  /** As it stands there, with `/` between its parts. */
  readonly name: string
  /** What a link leads to; `null` when that is not known. */
  readonly link?: string | null
}
