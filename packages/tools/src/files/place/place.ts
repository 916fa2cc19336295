import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statfsSync,
  type BigIntStats,
} from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { posix } from 'node:path'
import { FileToolError } from '../file-tool-error.ts'
import { showPath } from '../show-path.ts'
import { MADE_UP } from './made-up-files.ts'

export type FileKind = 'file' | 'folder' | 'link' | 'other'

/**
 * An open file or folder: operations apply to it, even when its path changes.
 *
 * On Linux it is held by a descriptor that only names it (`O_PATH`): opening it has no effect on devices, and
 * `/proc/self/fd` gives its path. Elsewhere it is identified by device and inode, and looked up again at each use:
 * between that check and the use it could be replaced.
 */
export interface OpenFile {
  /** Where it lies, links followed up to its folder. */
  readonly real: string
  readonly kind: FileKind
  readonly stats: BigIntStats
  /** The path of an entry of this folder. */
  entry(name: string): string
  /** Opens the very file. */
  open(flags: number): Promise<FileHandle>
  /** The same at once, as a descriptor: a search opens many. */
  openNow(flags: number): number
  /** @throws what the system says when this user may not use it so */
  demandAccess(mode: number): void
  /** Whether the system generates its content when it is read: that can hang, or reveal data of this process. */
  isMadeUp(): boolean
  /** Whether it still lies where it was found. */
  isUnmoved(): boolean
  close(): void
}

/** Source: Linux `include/uapi/asm-generic/fcntl.h`. Node passes it on. */
const O_PATH = 0o10000000

const DESCRIPTORS = '/proc/self/fd'
const hasDescriptorPaths = process.platform === 'linux' && existsSync(DESCRIPTORS)

/**
 * @param follow whether a link at the end of the path is followed; those before it always are
 * @throws what the system says when there is nothing
 */
export function openFile(path: string, follow: 'follow' | 'hold-link'): OpenFile {
  return hasDescriptorPaths ? openByDescriptor(path, follow) : openByPath(path, follow)
}

/** The same, `null` when there is nothing. */
export function findFile(path: string, follow: 'follow' | 'hold-link'): OpenFile | null {
  try {
    return openFile(path, follow)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function openByDescriptor(path: string, follow: 'follow' | 'hold-link'): OpenFile {
  const descriptor = openSync(path, O_PATH | (follow === 'follow' ? 0 : constants.O_NOFOLLOW))
  const own = `${DESCRIPTORS}/${String(descriptor)}`
  try {
    const stats = fstatSync(descriptor, { bigint: true })
    const real = readReal(own)
    // The path must lead to the open file: a path of another mount namespace means another file here.
    if (real === null || !isSame(lstatOrNull(real), stats)) throw movedError(path)
    return {
      real,
      kind: kindOf(stats),
      stats,
      entry: (name) => `${own}/${name}`,
      open: (flags) => open(own, flags | constants.O_NONBLOCK | constants.O_NOCTTY),
      openNow: (flags) => openSync(own, flags | constants.O_NONBLOCK | constants.O_NOCTTY),
      demandAccess: (mode) => accessSync(own, mode),
      isMadeUp: () => MADE_UP.has(statfsSync(own).type),
      isUnmoved: () => readReal(own) === real && isSame(lstatOrNull(real), stats),
      close: () => closeSync(descriptor),
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/** Exported for its tests: the way for systems without `/proc/self/fd`. */
export function openByPath(path: string, follow: 'follow' | 'hold-link'): OpenFile {
  const folder = realpathSync(follow === 'follow' ? path : posix.dirname(path))
  const real = follow === 'follow' ? folder : posix.join(folder, posix.basename(path))
  const stats = lstatSync(real, { bigint: true })
  const demandSame = () => {
    if (!isSame(lstatOrNull(real), stats)) throw movedError(path)
  }
  return {
    real,
    kind: kindOf(stats),
    stats,
    entry: (name) => {
      demandSame()
      return posix.join(real, name)
    },
    async open(flags) {
      demandSame()
      const handle = await open(real, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY)
      if (isSame(await handle.stat({ bigint: true }), stats)) return handle
      await handle.close()
      throw movedError(path)
    },
    openNow(flags) {
      demandSame()
      const descriptor = openSync(real, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY)
      if (isSame(fstatSync(descriptor, { bigint: true }), stats)) return descriptor
      closeSync(descriptor)
      throw movedError(path)
    },
    demandAccess: (mode) => accessSync(real, mode),
    isMadeUp: () => process.platform === 'linux' && MADE_UP.has(statfsSync(real).type),
    isUnmoved: () => isSame(lstatOrNull(real), stats),
    close: () => {},
  }
}

/** Whether both are the same file, whatever it holds by now. */
export function isSame(one: BigIntStats | null, other: BigIntStats | null): boolean {
  return one !== null && other !== null && one.ino === other.ino && one.dev === other.dev
}

/** The entry at a path, links not followed; `null` when there is none. */
export function lstatOrNull(path: string): BigIntStats | null {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
}

/** Where a descriptor leads; `null` when the name cannot be written as text. */
function readReal(own: string): string | null {
  const bytes = readlinkSync(own, { encoding: 'buffer' })
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) && text.startsWith('/') ? text : null
}

function kindOf(stats: BigIntStats): FileKind {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  return stats.isSymbolicLink() ? 'link' : 'other'
}

function movedError(path: string): FileToolError {
  const message = `${showPath(path)} was moved while it was opened, or its path is not known`
  return new FileToolError(message, { code: 'FILE_CHANGED', remedy: 'Look where it is now and call again.' })
}
