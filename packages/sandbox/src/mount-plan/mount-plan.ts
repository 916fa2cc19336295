/** Whether something is a folder or anything else; a mount needs a place of the same kind. */
export type EntryKind = 'folder' | 'file'

/**
 * One thing to do while the view of a command is built. Targets are paths as the command will see them; sources are
 * paths of the host. Missing parents of a target are made where the view is empty.
 */
export type MountStep =
  /** An empty, writable folder in memory, gone with the command. */
  | { readonly kind: 'scratch'; readonly target: string; readonly mode: number; readonly bytes: number }
  /** A small read-only file with this content. */
  | { readonly kind: 'text'; readonly target: string; readonly content: string }
  | { readonly kind: 'link'; readonly target: string; readonly to: string }
  /** A file or folder of the host, with everything mounted below it. */
  | {
      readonly kind: 'bind'
      /** Absolute path on the host. */
      readonly source: string
      /** Absolute path inside. */
      readonly target: string
      /** What the source is. */
      readonly of: EntryKind
      /** What the command may do with it. */
      readonly access: 'read-only' | 'read-write'
    }
  /**
   * The folder `lower` with a layer over it that takes all writes: the folders `upper` and `work` in `layers`. Nothing
   * below `lower` is written, and what is mounted below it is not shown.
   *
   * A renderer mounts overlayfs (Linux 5.11 in a user namespace) with `userxattr`, without set-user-id and devices, and
   * shows neither `layers` nor `lower` itself anywhere else. `layers` may lie where only Poundlock's own user can go. One
   * that cannot do it refuses with `SANDBOX_FAILED`, whose `details.part` is `overlay`; it never shows `lower`
   * writable instead. Later steps without a source (`pin`, `protect`, `hide`) mean what the view shows at their target,
   * never the host's own entry there: it would be written through them.
   */
  | { readonly kind: 'overlay'; readonly lower: string; readonly layers: string; readonly target: string }
  /** A harmless device of the host, such as `/dev/null`. */
  | { readonly kind: 'device'; readonly target: string }
  /** A folder of pseudo-terminals of its own. */
  | { readonly kind: 'terminals'; readonly target: string }
  /** A fresh `/proc` that shows the sandbox's own processes; read-only. */
  | { readonly kind: 'processes'; readonly target: string }
  /** A folder that cannot be renamed or replaced; its content stays writable. */
  | { readonly kind: 'pin'; readonly target: string }
  /** Read-only from here on, with all below it. */
  | { readonly kind: 'protect'; readonly target: string; readonly of: EntryKind }
  /** Covered by something empty that cannot be opened; `optional` where not every kernel has it. */
  | { readonly kind: 'hide'; readonly target: string; readonly of: EntryKind; readonly optional?: true }

/** How the view of a command is built, in order. A renderer turns it into system calls or a program's arguments. */
export interface MountPlan {
  /** `empty`: nothing of the host is there unless a step puts it there. `host`: the host's own tree is changed. */
  readonly root: 'empty' | 'host'
  /** In their order: a later one covers an earlier one. */
  readonly steps: readonly MountStep[]
  /** The private HOME, or `null` when the host's own is used. */
  readonly home: string | null
  /** The private TMPDIR, or `null`. */
  readonly temporary: string | null
  /** The folder of kept caches as the command sees it, or `null` where none is kept. */
  readonly cache: string | null
}
