import { lstatSync, statfsSync } from 'node:fs'
import type { SearchRoot } from './search-root.ts'

/**
 * File systems on which only the kernel sets the change time of a folder, by the clock of this machine. Source: Linux
 * `include/uapi/linux/magic.h`.
 */
const KERNEL_TIMES: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x01021994, // tmpfs
  0xf2f52010, // f2fs
])

/** The kernel's times lag behind by a tick of its clock, ten milliseconds at most. */
const MARGIN_MS = 100
/** A clock that was set meanwhile proves nothing. */
const CLOCK_DRIFT_MS = 20

/** Tells, once a search has ended, which of the names that it met were nothing else at any moment since it began. */
export type FindUnmoved = (paths: readonly string[]) => ReadonlySet<string>

/**
 * Watches whether names below a folder still mean the same files. Replacing a file or a link changes its folder, and
 * the kernel notes the time. So a file that was searched by name, while no folder on its path changed, need not be
 * searched again through a descriptor.
 *
 * No name counts as unmoved where this is not known: other systems, other file systems, folders that have just changed.
 */
export function watchNames(root: SearchRoot): FindUnmoved {
  const began = { clock: Date.now(), elapsed: performance.now() }
  const none: FindUnmoved = () => new Set()
  if (process.platform !== 'linux' || root.isFile || !hasKernelTimes(root)) return none
  return (paths) => {
    const changed = changedFolders(root, foldersOn(paths), began.clock - MARGIN_MS)
    const passed = performance.now() - began.elapsed
    if (Math.abs(Date.now() - began.clock - passed) > CLOCK_DRIFT_MS) return new Set()
    return new Set(paths.filter((path) => !foldersOf(path).some((folder) => changed.has(folder))))
  }
}

function hasKernelTimes(root: SearchRoot): boolean {
  try {
    return KERNEL_TIMES.has(statfsSync(root.file.entry('.')).type)
  } catch {
    return false
  }
}

/**
 * The deepest first: that a folder is still the one that was walked is known once the folder above it, checked later,
 * did not change until then.
 */
function changedFolders(root: SearchRoot, folders: ReadonlySet<string>, since: number): ReadonlySet<string> {
  const { dev } = root.file.stats
  const changed = new Set<string>()
  for (const folder of [...folders].toSorted((one, other) => other.length - one.length)) {
    const stats = lstatSync(root.file.entry(folder === '' ? '.' : folder), { bigint: true, throwIfNoEntry: false })
    const isQuiet = stats?.isDirectory() === true && stats.dev === dev && Number(stats.ctimeMs) < since
    if (!isQuiet) changed.add(folder)
  }
  return changed
}

function foldersOn(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths) for (const folder of foldersOf(path)) folders.add(folder)
  return folders
}

/** The folders on the way to a path, its own first; the last is the root, ''. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = []
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end))
  return [...folders, '']
}
