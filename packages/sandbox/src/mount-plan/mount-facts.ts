/** What stands at a path of the host, the last link not followed. */
export type PathEntry = 'folder' | 'file' | 'link' | 'other' | 'missing'

/** What is known of the host when a plan is compiled. Gathered by `gatherSystemFacts`; tests write their own. */
export interface SystemFacts {
  /** System folders to bind read-only, such as `/usr`. */
  readonly folders: readonly string[]
  /** System folders that are links, such as `/bin` → `usr/bin`. */
  readonly links: readonly (readonly [path: string, to: string])[]
  /** Files of `/etc` that are bound: folders, and files too large to copy. */
  readonly configurationBinds: readonly (readonly [path: string, kind: 'folder' | 'file', realPath: string])[]
  readonly configurationLinks: readonly (readonly [path: string, to: string])[]
  /** Files of `/etc` that are copied, being small. */
  readonly configurationTexts: readonly (readonly [path: string, content: string])[]
  /** How names are looked up; only put in when there is a network. */
  readonly networkTexts: readonly (readonly [path: string, content: string])[]
  /** Devices that are there, of those that are harmless. */
  readonly devices: readonly string[]
}

/** Who the command is inside. */
export interface InsideUser {
  readonly uid: number
  readonly gid: number
  readonly name: string
}

export interface MountFacts {
  readonly system: SystemFacts
  readonly user: InsideUser
  /** Size limit of each scratch folder. */
  readonly scratchBytes: number
  /** What stands at a path; the compiler asks for paths in the policy and their parents only. */
  entryAt(path: string): PathEntry
}
