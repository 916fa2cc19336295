/**
 * What a subcommand of git does that settings and hooks of a repository have a say in:
 *
 * - `looks`: reads the repository; where objects are missing, it fetches them from where they are promised
 * - `pages`: shows its output in a pager
 * - `compares`: compares the working tree with the index, in submodules too
 * - `checks-out`: writes files of the working tree
 * - `shows-diff`, `shows-commits`: renders differences, checks signatures
 * - `commits`, `signs`, `edits`, `trailers`: makes commits, signs them, lets them be edited, adds trailers
 * - `merges`, `replays`, `patches`: merges, rebases, applies mails
 * - `talks`, `pushes`, `receives`: contacts another repository, pushes to it, is pushed to
 * - `references`: changes references
 * - `collects`: may start `git gc`
 * - `archives`, `formats`, `initialises`: makes archives, patch files, repositories
 * - `submodules`: brings submodules up to date
 * - `recurses`: does the same in every submodule
 * - `lists-files`: reads a file of names that a setting points at (mailmap, revisions to ignore)
 * - `aliases`: is a name that an alias may take over
 */
export type GitArea =
  | 'looks'
  | 'pages'
  | 'compares'
  | 'checks-out'
  | 'shows-diff'
  | 'shows-commits'
  | 'commits'
  | 'signs'
  | 'edits'
  | 'trailers'
  | 'merges'
  | 'replays'
  | 'patches'
  | 'talks'
  | 'pushes'
  | 'receives'
  | 'references'
  | 'collects'
  | 'archives'
  | 'formats'
  | 'initialises'
  | 'submodules'
  | 'recurses'
  | 'lists-files'
  | 'aliases'
