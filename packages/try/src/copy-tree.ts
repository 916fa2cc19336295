import { chmodSync, closeSync, lchownSync, mkdirSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { SandboxError } from '@poundlock/sandbox'
import { type BytePath, bytesOf, pathOfText } from './byte-path.ts'
import { openFile } from './file-content.ts'
import { FolderTree } from './folder-handle.ts'
import type { ScannedEntry } from './scan-tree.ts'
import { makeFile } from './write-file.ts'

export interface CopyOptions {
  readonly workspace: string
  /** The entries, a folder before its content. */
  readonly entries: ReadonlyMap<BytePath, ScannedEntry>
  /** A folder of ours that no other user can enter. */
  readonly to: string
  /** Entries that are made empty: mounts, and hidden paths. */
  readonly emptied: readonly BytePath[]
  readonly owner: { readonly uid: number; readonly gid: number }
  /** Bytes of all files together. */
  readonly most: number
}

/** Files after which others get their turn. */
const TURN = 64

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
  const targetOf = (path: BytePath): Buffer => bytesOf(`${pathOfText(to)}${path === '' ? '' : `/${path}`}`)
  const folders: BytePath[] = []
  let count = 0
  try {
    for (const [path, entry] of entries) {
      const target = targetOf(path)
      const empty = emptied.some((outer) => path.startsWith(`${outer}/`))
      if (empty) continue
      if (entry.kind === 'folder') {
        mkdirSync(target, 0o700)
        folders.push(path)
      } else if (entry.kind === 'link') symlinkSync(bytesOf(entry.target ?? ''), target)
      else if (entry.kind === 'file') copyFile(tree, path, target, entry, emptied.includes(path))
      else continue
      if (asRoot) lchownSync(target, owner.uid, owner.gid)
      if ((count += 1) % TURN === 0) await setImmediate()
    }
    for (const path of folders.toReversed()) chmodSync(targetOf(path), entries.get(path)!.mode & 0o1777)
  } finally {
    tree.close()
  }
}

/** A file that cannot be read here cannot be read in the copy either: it is left out. */
function copyFile(tree: FolderTree, path: BytePath, target: Buffer, entry: ScannedEntry, empty: boolean): void {
  const source = empty ? null : openFile(tree, path)
  const attributes = { mode: entry.mode, mtimeMs: entry.mtimeMs, owner: null }
  if (source !== null) {
    try {
      makeFile(target, source, attributes)
    } finally {
      closeSync(source)
    }
    return
  }
  writeFileSync(target, '', { flag: 'wx', mode: 0o600 })
  chmodSync(target, entry.mode & 0o777)
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
