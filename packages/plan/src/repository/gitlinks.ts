import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DiskBudget } from '../links/disk-budget.ts'

const MAX_BYTES = 256 * 1024 * 1024
/** Of an index, read in the time of one look at the disk. */
const BYTES_OF_STEP = 1024
/** What stands in the place of the content of a repository, and of a folder of a sparse index. */
const [GITLINK, FOLDER] = [0o160000, 0o040000]

/** What an index says of repositories within the one that it belongs to. */
export interface Gitlinks {
  /** Paths relative to the top, as bytes that are read as text. */
  readonly paths: readonly string[]
  /** Folders of which the index says nothing more. */
  readonly folders: readonly string[]
  /** False where it cannot be read. */
  readonly complete: boolean
}

const NONE: Gitlinks = { paths: [], folders: [], complete: true }
const UNREADABLE: Gitlinks = { ...NONE, complete: false }

/** Reads which paths an index takes for repositories of their own. Source: gitformat-index(5). */
export function readGitlinks(own: string, disk?: DiskBudget): Gitlinks {
  const index = readIndex(join(own, 'index'), disk)
  if (index === null || index === 'unreadable') return index === null ? NONE : UNREADABLE
  const found = parseIndex(index)
  if (found?.shared == null) return found ?? UNREADABLE
  const base = readIndex(join(own, `sharedindex.${found.shared}`), disk)
  const below = base === null || base === 'unreadable' ? null : parseIndex(base)
  if (below === null) return UNREADABLE
  return { paths: [...found.paths, ...below.paths], folders: [...found.folders, ...below.folders], complete: true }
}

/** The paths of all that an index holds, relative to the top; `null` where it cannot be read or holds only a part. */
export function trackedNames(own: string): readonly string[] | null {
  const index = readIndex(join(own, 'index'))
  if (index === null) return []
  if (index === 'unreadable' || index.length < HEADER || index.toString('latin1', 0, 4) !== 'DIRC') return null
  const version = index.readUInt32BE(4)
  if (version < 2 || version > 4) return null
  for (const hash of [20, 32]) {
    const names: string[] = []
    const parsed = parseEntries(index, version, hash, names)
    if (parsed !== null) return parsed.shared === null && parsed.folders.length === 0 ? names : null
  }
  return null
}

function readIndex(file: string, disk?: DiskBudget): Buffer | 'unreadable' | null {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats === undefined) return null
    if (disk?.spend(Math.ceil(stats.size / BYTES_OF_STEP)) === false) return 'unreadable'
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(file) : 'unreadable'
  } catch {
    return 'unreadable'
  }
}

const HEADER = 12
/** Of an entry: times, device, inode; then the mode; then owner, size, hash, flags, name. */
const MODE = 24
const [FLAG_EXTENDED, NAME_MASK] = [0x4000, 0x0fff]

interface ParsedIndex extends Gitlinks {
  /** The index that a split one adds to, by its hash; `null` of one that is whole. */
  readonly shared: string | null
}

/** `null` of what is no index. */
function parseIndex(index: Buffer): ParsedIndex | null {
  if (index.length < HEADER || index.toString('latin1', 0, 4) !== 'DIRC') return null
  const version = index.readUInt32BE(4)
  if (version < 2 || version > 4) return null
  // Most have neither: their modes stand nowhere, and they are whole.
  if (!holdsMode(index, GITLINK) && !holdsMode(index, FOLDER) && !index.includes('link', HEADER)) {
    return { ...NONE, shared: null }
  }
  return parseEntries(index, version, 20) ?? parseEntries(index, version, 32)
}

function holdsMode(index: Buffer, mode: number): boolean {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(mode)
  return index.includes(bytes, HEADER)
}

/** `null` where hashes must be of another length. */
function parseEntries(index: Buffer, version: number, hash: number, all?: string[]): ParsedIndex | null {
  const paths: string[] = []
  const folders: string[] = []
  const count = index.readUInt32BE(8)
  let at = HEADER
  let name: Buffer = Buffer.alloc(0)
  for (let entry = 0; entry < count; entry++) {
    const flagsAt = at + 40 + hash
    if (flagsAt + 2 > index.length - hash) return null
    const mode = index.readUInt32BE(at + MODE)
    if (!KNOWN_TYPES.has(mode >>> 12)) return null
    const flags = index.readUInt16BE(flagsAt)
    let nameAt = flagsAt + (flags & FLAG_EXTENDED ? 4 : 2)
    if (version === 4) {
      const removed = readOffset(index, nameAt)
      if (removed === null || removed.value > name.length) return null
      nameAt = removed.end
      const end = index.indexOf(0, nameAt)
      if (end < 0) return null
      name = Buffer.concat([name.subarray(0, name.length - removed.value), index.subarray(nameAt, end)])
      at = end + 1
    } else {
      const known = flags & NAME_MASK
      const end = known < NAME_MASK ? nameAt + known : index.indexOf(0, nameAt)
      if (end < 0 || index[end] !== 0) return null
      name = index.subarray(nameAt, end)
      // Entries are filled up to a multiple of eight, with at least one zero.
      at += Math.floor((end - at + 8) / 8) * 8
    }
    all?.push(name.toString())
    if (mode === GITLINK) paths.push(name.toString())
    else if (mode === FOLDER) folders.push(name.toString())
  }
  const shared = sharedIndex(index, at, hash)
  return shared === undefined ? null : { paths, folders, complete: true, shared }
}

/** A file, a link, a repository, a folder; and none, of an entry of a split index that was removed. */
const KNOWN_TYPES: ReadonlySet<number> = new Set([0o10, 0o12, 0o16, 0o04, 0])

/** A number of variable length. Source: gitformat-pack(5), "offset encoding". */
function readOffset(index: Buffer, from: number): { readonly value: number; readonly end: number } | null {
  let at = from
  let byte = index[at++]
  if (byte === undefined) return null
  let value = byte & 0x7f
  while (byte & 0x80) {
    byte = index[at++]
    if (byte === undefined || at - from > 8) return null
    value = (value + 1) * 128 + (byte & 0x7f)
  }
  return { value, end: at }
}

/** `undefined` where what stands behind the entries is not understood. */
function sharedIndex(index: Buffer, from: number, hash: number): string | null | undefined {
  let shared: string | null = null
  let at = from
  while (at < index.length - hash) {
    const size = at + 8 > index.length - hash ? Number.NaN : index.readUInt32BE(at + 4)
    const end = at + 8 + size
    if (!(end <= index.length - hash)) return undefined
    if (index.toString('latin1', at, at + 4) === 'link' && size >= hash) {
      const name = index.toString('hex', at + 8, at + 8 + hash)
      if (/[^0]/.test(name)) shared = name
    }
    at = end
  }
  return at === index.length - hash ? shared : undefined
}
