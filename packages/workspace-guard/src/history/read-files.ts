import { lstatSync, readdirSync } from 'node:fs'
import { readPlainFile } from '../paths/read-plain-file.ts'
import type { AnchoredFolder } from '../sweep/anchored-folder.ts'
import { stampOf } from './capture-history.ts'
import { isLeftOut } from './history-names.ts'
import type { KeptFile } from './kept-history.ts'

const MOST_FILES = 20_000
const LARGEST_FILE = 32 * 1024 ** 2

/** The small files of a repository's own folder as they are now. */
export interface FilesNow {
  /** `null` for an entry that is no file, or cannot be read. */
  readonly files: ReadonlyMap<string, Uint8Array | null>
  readonly folders: ReadonlySet<string>
}

/** @param kept their kept state: unchanged files are not read again */
export function readFilesNow(git: AnchoredFolder, kept: ReadonlyMap<string, KeptFile>): FilesNow {
  const files = new Map<string, Uint8Array | null>()
  const folders = new Set<string>()
  const walk = (folder: AnchoredFolder, path: string): void => {
    for (const entry of readdirSync(folder.entry('.'), { withFileTypes: true })) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`
      if (isLeftOut(inside) || files.size >= MOST_FILES) continue
      if (!entry.isDirectory())
        files.set(inside, entry.isFile() ? contentOf(folder.entry(entry.name), kept.get(inside)) : null)
      else {
        folders.add(inside)
        const inner = folder.enter(entry.name)
        if (inner === null) continue
        try {
          walk(inner, inside)
        } finally {
          inner.close()
        }
      }
    }
  }
  walk(git, '')
  const alternates = 'objects/info/alternates'
  if (lstatSync(git.entry(alternates), { throwIfNoEntry: false })?.isFile() === true) {
    files.set(alternates, contentOf(git.entry(alternates), kept.get(alternates)))
  }
  return { files, folders }
}

function contentOf(path: string, kept: KeptFile | undefined): Uint8Array | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  return kept !== undefined && kept.content !== null && kept.stamp === stampOf(stats)
    ? kept.content
    : readPlainFile(path, LARGEST_FILE)
}
