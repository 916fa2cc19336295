import type { BytePath } from './byte-path.ts'

/** What a changed path is: a file, a folder, a link or something else. */
export type ChangedKind = 'file' | 'folder' | 'link' | 'other'

/** The state of a path when the run began: enough to detect later changes by others. */
export interface EntryBefore {
  /** What the path was then. */
  readonly kind: ChangedKind
  /** Permission bits with set-user-id, set-group-id and sticky. */
  readonly mode: number
  /** In bytes. */
  readonly size: number
  /** Of the last write, milliseconds since 1970. */
  readonly mtimeMs: number
  /** Of the last change of anything, its mode included: no program can set it back. */
  readonly ctimeMs: number
  /** Number in the file system: a file that was replaced has another. */
  readonly ino: number
  /** Number of the file system. */
  readonly dev: number
  /** Of a link, as bytes. */
  readonly target?: BytePath
  /** SHA-256 of a file, where it was cheap. */
  readonly hash?: string
}

/** The state of a path after the run. */
export interface EntryAfter {
  /** What the path is now. */
  readonly kind: ChangedKind
  /** Permission bits with set-user-id, set-group-id and sticky. */
  readonly mode: number
  /** In bytes. */
  readonly size: number
  /** Of the last write, milliseconds since 1970. */
  readonly mtimeMs: number
  /** Of its owner, as the host sees it. */
  readonly uid: number
  /** Of its group, as the host sees it. */
  readonly gid: number
  /** Of a link, as bytes. */
  readonly target?: BytePath
  /** SHA-256 of a file. */
  readonly hash?: string
}

/** One path that a run changed. A rename is a deletion and a creation. */
export interface Change {
  /** Relative to the workspace, as bytes: names need not be UTF-8. */
  readonly path: BytePath
  /** `null`: it was not there. */
  readonly before: EntryBefore | null
  /** `null`: it is gone. */
  readonly after: EntryAfter | null
  /** Why it is never applied; absent where it may be. */
  readonly refused?: string
}

/** The changes of a run in a workspace, ordered by path: a folder before its content. */
export interface ChangeSet {
  /** Ordered by path. */
  readonly changes: readonly Change[]
  /** More facts for the person, one sentence each. */
  readonly notes: readonly string[]
}

/** `mode`: only permissions; `replaced`: something of another kind stands there. */
export type ChangeKind = 'created' | 'modified' | 'deleted' | 'mode' | 'replaced'

/** Bits that an apply sets: never set-user-id, set-group-id or sticky. */
export const PERMISSIONS = 0o777

/** What happened to an entry: created, deleted, replaced, modified, or only its mode changed. */
export function kindOfChange({ before, after }: Change): ChangeKind {
  if (before === null) return 'created'
  if (after === null) return 'deleted'
  if (before.kind !== after.kind) return 'replaced'
  if (before.kind === 'folder') return 'mode'
  const sameContent =
    before.kind === 'file' && before.hash !== undefined && before.hash === after.hash && before.size === after.size
  return sameContent ? 'mode' : 'modified'
}

/** How many there are of each kind. */
export function countChanges(changes: readonly Change[]): Readonly<Record<ChangeKind, number>> {
  const counts = { created: 0, modified: 0, deleted: 0, mode: 0, replaced: 0 }
  for (const change of changes) counts[kindOfChange(change)] += 1
  return counts
}
