/** The kind of entry at a path of the host; the last link is not followed. */
export type PathEntry = 'folder' | 'file' | 'link' | 'other' | 'missing'

/** Facts about the host for a plan. `gatherSystemFacts` reads them; tests write their own. */
export interface SystemFacts {
  /** System folders to bind read-only, such as `/usr`. */
  readonly folders: readonly string[]
  /** System folders that are links, such as `/bin` → `usr/bin`. */
  readonly links: readonly (readonly [path: string, to: string])[]
  /** Files of `/etc` that are bound: folders, and files too large to copy. */
  readonly configurationBinds: readonly (readonly [path: string, kind: 'folder' | 'file', realPath: string])[]
  /** Files of `/etc` that are links, and what they lead to. */
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
  /** Number of the user inside. */
  readonly uid: number
  /** Number of the group inside. */
  readonly gid: number
  /** Its name in `/etc/passwd` inside. */
  readonly name: string
}

/** What is known of the paths of a policy on this machine. */
export interface MountFacts {
  /** What of the system every command gets. */
  readonly system: SystemFacts
  /** Who commands are inside. */
  readonly user: InsideUser
  /** Size limit of each scratch folder. */
  readonly scratchBytes: number
  /** The kind of entry at a path; only called for paths of the policy and their parents. */
  entryAt(path: string): PathEntry
}
