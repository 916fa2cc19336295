/** How the content of a file is searched for further files. */
export type Follow =
  | 'makefile'
  | 'named-files'
  | 'package-scripts'
  | 'node-modules'
  | 'python-modules'
  | 'required-files'
  | 'repository'

/** Files that programs read without being given them. Names are separated by spaces; `*` stands for any characters. */
export interface ConventionRow {
  readonly programs: string
  /** Manual page or documentation. */
  readonly source: string
  /** In the folder that it works in. One that is not there counts too: once it is, it would be read. */
  readonly files?: string
  /** In that folder, and in those above it up to the workspace. */
  readonly upward?: string
  /** Anywhere below it. */
  readonly below?: string
  /** In the folders that it is given. */
  readonly inside?: string
  /** In the folder of the user. */
  readonly home?: string
  /** The row holds where one of these words stands behind the program. */
  readonly words?: string
  readonly follow?: Follow
  /** What an approval cannot hold, for the person: `what make does when it runs`. `null` where nothing is left. */
  readonly unbound: string | null
}
