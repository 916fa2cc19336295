import type { Stats } from 'node:fs'
import type { BytePath } from '@poundlock/try'

/**
 * Why the content of an entry is not kept: `ignored` by the configuration; `mount`: another file system, or Poundlock's
 * own folder; `unreadable` for this user; `special`: a FIFO, socket or device; `too-large`: it does not fit into
 * `maxBytes`; `disk-full`; `moving`: it changed while it was copied; `guarded`: git or an editor runs it, and another
 * command could have written it at that moment.
 */
export type UnkeptReason =
  | 'ignored'
  | 'mount'
  | 'unreadable'
  | 'special'
  | 'too-large'
  | 'disk-full'
  | 'moving'
  | 'guarded'

/** One entry of a workspace, as lstat(2) describes it, and where its content is kept. */
export interface WorkspaceEntry {
  /** What it is; `other` is a device, a socket or a pipe. */
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Permission bits with set-user-id, set-group-id and sticky. */
  readonly mode: number
  /** Bytes of a file; 0 for all others. */
  readonly size: number
  /** Milliseconds since 1970, of the content. */
  readonly mtimeMs: number
  /** 0 for objects of git, which never change: other programs give them second names, which changes this time. */
  readonly ctimeMs: number
  /** Number of the inode. */
  readonly ino: number
  /** Number of its owner. */
  readonly uid: number
  /** Number of its group. */
  readonly gid: number
  /** Of a link. */
  readonly target?: BytePath
  /** Of a file: where its content is kept. */
  readonly kept?: string
  /** Of a file, or of a folder that was not entered: why its content is not kept. */
  readonly unkept?: UnkeptReason
  /** It changed so shortly before it was kept that its times may not show a change right after. */
  readonly recent?: true
}

const GIT_OBJECT = /(?:^|\/)\.git\/(?:modules\/.+\/)?objects\/(?:[0-9a-f]{2}|pack)\/[^/]+$/

/** Describes one entry. */
export function entryOf(path: BytePath, stats: Stats): WorkspaceEntry {
  const { mode, size, mtimeMs, ctimeMs, ino, uid, gid } = stats
  const kind = kindOf(stats)
  const stable = kind === 'file' && GIT_OBJECT.test(path)
  const shared = { kind, mode: mode & 0o7777, mtimeMs, ctimeMs: stable ? 0 : ctimeMs, ino, uid, gid }
  return { ...shared, size: kind === 'file' ? size : 0, ...(kind === 'other' && { unkept: 'special' as const }) }
}

function kindOf(stats: Stats): WorkspaceEntry['kind'] {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  return stats.isSymbolicLink() ? 'link' : 'other'
}

/** Whether two looks at a path saw the same, by everything but the content. Of a folder, what lies in it does not count. */
export function isSameEntry(one: WorkspaceEntry | null, other: WorkspaceEntry | null): boolean {
  if (one === null || other === null) return one === other
  if (one.kind !== other.kind || one.uid !== other.uid || one.gid !== other.gid) return false
  if (one.kind === 'link') return one.target === other.target
  if (one.mode !== other.mode) return false
  if (one.kind === 'folder') return true
  return isSameContentByTimes(one, other)
}

/** Whether a file was not written in between: its times and its place on the disk are the same. */
export const isSameContentByTimes = (one: WorkspaceEntry, other: WorkspaceEntry): boolean =>
  one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs

/** Whether it is a file with a kept content that has certainly not changed since. */
export const isSameFile = (known: WorkspaceEntry, stats: Stats): boolean =>
  known.kept !== undefined &&
  known.recent !== true &&
  known.ino === stats.ino &&
  known.size === stats.size &&
  known.mtimeMs === stats.mtimeMs &&
  (known.ctimeMs === stats.ctimeMs || known.ctimeMs === 0) &&
  known.mode === (stats.mode & 0o7777) &&
  known.uid === stats.uid &&
  known.gid === stats.gid &&
  stats.isFile()
