import { chmodSync, closeSync, lchownSync, mkdirSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { SandboxError } from '../sandbox-error.ts'
import { type BytePath, bytesOf, pathOfText } from './byte-path.ts'
import { openFile } from './file-content.ts'
import { FolderTree } from './folder-handle.ts'
import type { ScannedEntry } from './scan-tree.ts'
import { makeFile } from './write-file.ts'

export interface CopyOptions {
  readonly workspace: string
  /** What is in it, a folder before what is in it. */
  readonly entries: ReadonlyMap<BytePath, ScannedEntry>
  /** Made by us, where nobody else can go. */
  readonly to: string
  /** Made empty: what is mounted there, and what is hidden. */
  readonly emptied: readonly BytePath[]
  readonly owner: { readonly uid: number; readonly gid: number }
  /** Bytes of all files together. */
  readonly most: number
}

/** Files after which others get their turn. */
const turn = 64

/**
 * Copies a workspace, as the person who works in it would see it. Blocks are shared where the file system can.
 *
 * @throws SandboxError `SANDBOX_VIEW` when it is too large
 */
export async function copyTree(options: CopyOptions): Promise<void> {
  const { workspace, entries, to, emptied, owner } = options
  checkSize(options)
  const tree = new FolderTree(workspace)
  const asRoot = process.geteuid?.() === 0
  const placeOf = (path: BytePath): Buffer => bytesOf(`${pathOfText(to)}${path === '' ? '' : `/${path}`}`)
  const folders: BytePath[] = []
  let count = 0
  try {
    for (const [path, entry] of entries) {
      const place = placeOf(path)
      const empty = emptied.some((outer) => path.startsWith(`${outer}/`))
      if (empty) continue
      if (entry.kind === 'folder') {
        mkdirSync(place, 0o700)
        folders.push(path)
      } else if (entry.kind === 'link') symlinkSync(bytesOf(entry.target ?? ''), place)
      else if (entry.kind === 'file') copyFile(tree, path, place, entry, emptied.includes(path))
      else continue
      if (asRoot) lchownSync(place, owner.uid, owner.gid)
      if ((count += 1) % turn === 0) await setImmediate()
    }
    for (const path of folders.toReversed()) chmodSync(placeOf(path), entries.get(path)!.mode & 0o1777)
  } finally {
    tree.close()
  }
}

/** What cannot be read here cannot be read in the copy either: nothing of it is there. */
function copyFile(tree: FolderTree, path: BytePath, place: Buffer, entry: ScannedEntry, empty: boolean): void {
  const source = empty ? null : openFile(tree, path)
  const attributes = { mode: entry.mode, mtimeMs: entry.mtimeMs, owner: null }
  if (source !== null) {
    try {
      makeFile(place, source, attributes)
    } finally {
      closeSync(source)
    }
    return
  }
  writeFileSync(place, '', { flag: 'wx', mode: 0o600 })
  chmodSync(place, entry.mode & 0o777)
}

function checkSize({ workspace, entries, to, most }: CopyOptions): void {
  const wanted = [...entries.values()].reduce((sum, { kind, allocated }) => sum + (kind === 'file' ? allocated : 0), 0)
  const { bavail, bsize } = statfsSync(to.slice(0, to.lastIndexOf('/')))
  if (wanted <= most && wanted <= bavail * bsize) return
  const why = wanted > most ? `at most ${String(most)} are copied` : 'the disk of the state folder has not so many left'
  throw new SandboxError(
    `The workspace ${JSON.stringify(workspace)} cannot be shown through an overlay here, and is too large to be copied: ` +
      `${String(wanted)} bytes, and ${why}.`,
    {
      code: 'SANDBOX_VIEW',
      remedy: 'Work in a smaller folder, or run the command without --try.',
      details: { path: workspace },
    },
  )
}
