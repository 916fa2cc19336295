import { randomBytes } from 'node:crypto'
import { constants, linkSync, renameSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { removeIfThere } from '@poundlock/state-files/node'
import { FileToolError } from '../file-tool-error.ts'
import type { Target } from '../place/open-file.ts'
import { isSame, lstatOrNull, type OpenFile } from '../place/place.ts'
import { showPath } from '../show-path.ts'
import { LEFTOVER_PREFIX, removeLeftovers } from './leftovers.ts'

/** A file that is written whole beside the one it will take the place of. */
export interface PreparedFile {
  readonly target: Target
  /** Its name, in the same folder. */
  readonly name: string
  /** Moves it to its place: a reader sees the old file or the new one, and never a part. */
  commit(): void
  /** Removes it. */
  discard(): void
}

/** Replaces the content of a file, or creates it. */
export async function replaceFile(target: Target, content: Buffer): Promise<void> {
  const prepared = await prepareFile(target, content)
  try {
    prepared.commit()
  } catch (error) {
    prepared.discard()
    throw error
  }
  await syncFolder(target.folder)
}

/**
 * Writes the file that will take the place of a target, and waits until it is on the disk. Permissions and owner are
 * those of the file that is there, unless a mode is given. Being another file, it never writes through a hard link or a symbolic one.
 */
export async function prepareFile(
  target: Target,
  content: Buffer,
  { prefix = LEFTOVER_PREFIX, mode }: { readonly prefix?: string; readonly mode?: number } = {},
): Promise<PreparedFile> {
  const { folder, file } = target
  file?.demandAccess(constants.W_OK)
  removeLeftovers(folder, prefix)
  const name = newName(prefix)
  const path = folder.entry(name)
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  // The umask and the folder's default ACL decide the mode of a new file.
  const handle = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, file === null ? 0o666 : 0o600)
  const discard = () => removeIfThere(folder.entry(name))
  try {
    await handle.writeFile(content)
    if (file !== null) await takeOver(handle, file, target.real)
    if (mode !== undefined) await handle.chmod(mode)
    await handle.sync()
  } catch (error) {
    discard()
    throw error
  } finally {
    await handle.close()
  }
  return { target, name, discard, commit: () => renameIntoPlace(target, name) }
}

/** A name for a file that is not in its place yet. */
export const newName = (prefix: string): string => `${prefix}${String(process.pid)}-${randomBytes(6).toString('hex')}`

/** Gives a file the owner and the permissions of another. */
async function takeOver(handle: FileHandle, { stats }: OpenFile, real: string): Promise<void> {
  const own = await handle.stat({ bigint: true })
  if (own.uid !== stats.uid || own.gid !== stats.gid) {
    try {
      await handle.chown(Number(stats.uid), Number(stats.gid))
    } catch (error) {
      const message = `${showPath(real)} belongs to another user or group, which a new file cannot be given to`
      const remedy = 'Ask the user to change its owner, or write it in place with exec.'
      throw new FileToolError(message, { code: 'FILE_ACCESS', remedy, cause: error })
    }
  }
  // As a write would: it takes the right to run as the owner away (write(2)).
  await handle.chmod(Number(stats.mode & 0o777n))
}

function renameIntoPlace({ folder, name, real, file }: Target, prepared: string): void {
  demandUnchanged({ folder, name, real, file })
  const from = folder.entry(prepared)
  const to = folder.entry(name)
  if (file === null) {
    try {
      // Unlike a rename it fails where another file has appeared.
      linkSync(from, to)
      removeIfThere(from)
      return
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') throw changedError(real)
      // A file system without hard links, or a system that guards them.
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error
    }
  }
  renameSync(from, to)
}

/** @throws FileToolError `FILE_CHANGED` when the target is no longer the file that was found there */
export function demandUnchanged({ folder, name, real, file }: Pick<Target, 'folder' | 'name' | 'real' | 'file'>): void {
  const now = lstatOrNull(folder.entry(name))
  const isUnchanged =
    file === null
      ? now === null
      : isSame(now, file.stats) && now!.mtimeNs === file.stats.mtimeNs && now!.size === file.stats.size
  if (!isUnchanged || !folder.isUnmoved()) throw changedError(real)
}

function changedError(real: string): FileToolError {
  const message = `${showPath(real)} was changed by another program; nothing was written`
  return new FileToolError(message, { code: 'FILE_CHANGED', remedy: 'Read it again, and make the change anew.' })
}

/** Waits until the changes of a folder are on the disk. */
export async function syncFolder(folder: OpenFile): Promise<void> {
  try {
    const handle = await folder.open(constants.O_RDONLY | constants.O_DIRECTORY)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // Not every file system can, and a folder may be closed to readers; the file itself is on the disk.
  }
}
