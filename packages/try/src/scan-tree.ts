import { accessSync, chmodSync, constants, lstatSync, readdirSync, readlinkSync, type Stats, statSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { SandboxError } from '@poundlock/sandbox'
import { type BytePath, joined, pathOfBytes } from './byte-path.ts'
import type { ChangedKind } from './change-set.ts'
import { type FolderHandle, FolderTree } from './folder-handle.ts'

/** One entry of a tree, as lstat(2) tells it. */
export interface ScannedEntry {
  readonly kind: ChangedKind
  /** overlayfs: the entry was deleted. */
  readonly whiteout: boolean
  readonly mode: number
  readonly size: number
  /** Bytes that it takes on the disk. */
  readonly allocated: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly ino: number
  readonly dev: number
  readonly uid: number
  readonly gid: number
  readonly target?: BytePath
}

export interface ScanOptions {
  /** Listed, and not entered. */
  readonly closed?: (path: BytePath) => boolean
  /** True for a tree of our own: folders without permissions are opened. */
  readonly own?: boolean
  readonly onEntry?: (path: BytePath, entry: ScannedEntry) => void
}

/** Far more than any project, and little enough to be held in memory. */
const LARGEST_COUNT = 1_000_000
/** Below the 4096 bytes of PATH_MAX, with room for the workspace before it. */
const LONGEST_PATH = 3500
const DEEPEST = 200
/** Entries after which others get their turn. */
const TURN = 2048

/**
 * Lists a tree, the root under the empty path, each folder before its content. Links are not followed.
 *
 * @throws SandboxError `SANDBOX_VIEW` when it has too many entries or is too deep
 */
export async function scanTree(root: string, options: ScanOptions = {}): Promise<Map<BytePath, ScannedEntry>> {
  const found = new Map<BytePath, ScannedEntry>()
  const tree = new FolderTree(root)
  const add = (path: BytePath, entry: ScannedEntry): void => {
    found.set(path, entry)
    options.onEntry?.(path, entry)
  }
  const pending: BytePath[] = ['']
  let sinceTurn = 0
  try {
    add('', describe(lstatSync(root)))
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      const folder = tree.folder(path)
      if (folder === null) continue
      for (const name of list(folder, options.own === true)) {
        const inner = joined(path, name)
        const entry = look(folder, name)
        if (entry === null) continue
        add(inner, entry)
        if (found.size > LARGEST_COUNT) throw tooLarge(root, `more than ${String(LARGEST_COUNT)} entries`)
        if (entry.kind !== 'folder' || options.closed?.(inner) === true) continue
        if (inner.length > LONGEST_PATH || inner.split('/').length > DEEPEST) {
          throw tooLarge(
            root,
            `folders more than ${String(DEEPEST)} deep, or paths of more than ${String(LONGEST_PATH)} bytes`,
          )
        }
        pending.push(inner)
      }
      if (found.size - sinceTurn > TURN) {
        sinceTurn = found.size
        await setImmediate()
      }
    }
  } finally {
    tree.close()
  }
  return new Map([...found].toSorted(([left], [right]) => (left < right ? -1 : 1)))
}

/** The entry of this name in a folder; `null` when there is none. */
export function look(folder: FolderHandle, name: BytePath): ScannedEntry | null {
  const path = folder.entry(name)
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  if (!stats.isSymbolicLink()) return describe(stats)
  try {
    return { ...describe(stats), target: pathOfBytes(readlinkSync(path, { encoding: 'buffer' })) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Of the folder itself. */
export const lookAt = (folder: FolderHandle): ScannedEntry => describe(statSync(folder.path))

function describe(stats: Stats): ScannedEntry {
  const { mode, size, blocks, mtimeMs, ctimeMs, ino, dev, uid, gid } = stats
  return {
    kind: kindOf(stats),
    whiteout: stats.isCharacterDevice() && stats.rdev === 0,
    mode: mode & 0o7777,
    size,
    allocated: blocks * 512,
    mtimeMs,
    ctimeMs,
    ino,
    dev,
    uid,
    gid,
  }
}

function kindOf(stats: Stats): ChangedKind {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  return stats.isSymbolicLink() ? 'link' : 'other'
}

/** A folder that cannot be read is listed as empty: its content can neither be compared nor changed. */
function list(folder: FolderHandle, own: boolean): readonly BytePath[] {
  if (own) openForOwner(folder)
  else if (!isReadable(folder)) return []
  return readdirSync(folder.path, { encoding: 'buffer' }).map(pathOfBytes)
}

function openForOwner(folder: FolderHandle): void {
  const { mode } = lookAt(folder)
  if ((mode & 0o700) !== 0o700) chmodSync(folder.path, mode | 0o700)
}

function isReadable(folder: FolderHandle): boolean {
  try {
    accessSync(folder.path, constants.R_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

function tooLarge(root: string, problem: string): SandboxError {
  return new SandboxError(`The tree ${JSON.stringify(root)} has ${problem}: it cannot be compared.`, {
    code: 'SANDBOX_VIEW',
    remedy: 'Work in a smaller folder, or run the command without --try.',
    details: { path: root },
  })
}
