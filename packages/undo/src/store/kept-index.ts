import { appendFileSync, readFileSync } from 'node:fs'
import { lstatOrNull, replaceOwnFile } from '@poundlock/state-files/node'
import type { BytePath } from '@poundlock/try'
import type { WorkspaceEntry } from '../entry.ts'
import { entryLines, type EntryRow, readEntryLines } from './entry-lines.ts'

interface LoadedIndex {
  stamp: string
  readonly entries: Map<BytePath, WorkspaceEntry>
  /** Lines in the file. */
  lines: number
}

/** Read once in a process, and again where another process has written. */
const loaded = new Map<string, LoadedIndex>()

/**
 * What the store has of a workspace: its entries as they were seen before the last run, and where their contents are. A
 * file that only grows, and is written anew when half of it is outdated. To be used under the lock of the store.
 */
export class KeptIndex {
  readonly #path: string
  readonly #index: LoadedIndex

  constructor(path: string) {
    this.#path = path
    const known = loaded.get(path)
    this.#index = known?.stamp === stampOf(path) ? known : read(path)
    loaded.set(path, this.#index)
  }

  get entries(): ReadonlyMap<BytePath, WorkspaceEntry> {
    return this.#index.entries
  }

  /** Changes entries; `null` removes one. */
  update(rows: readonly EntryRow[]): void {
    if (rows.length === 0) return
    const index = this.#index
    for (const [path, entry] of rows) {
      if (entry === null) index.entries.delete(path)
      else index.entries.set(path, entry)
    }
    if (index.lines + rows.length > 2 * index.entries.size + 1000) {
      replaceOwnFile(this.#path, entryLines(index.entries), { durable: false })
      index.lines = index.entries.size
    } else {
      // The line before may have been cut off by a kill.
      appendFileSync(this.#path, `\n${entryLines(rows)}`, { mode: 0o600 })
      index.lines += rows.length
    }
    index.stamp = stampOf(this.#path)
  }
}

function read(path: string): LoadedIndex {
  const stamp = stampOf(path)
  const text = stamp === '' ? '' : readFileSync(path, 'utf8')
  const rows = readEntryLines(text)
  const entries = new Map<BytePath, WorkspaceEntry>()
  for (const [name, entry] of rows) {
    if (entry === null) entries.delete(name)
    else entries.set(name, entry)
  }
  return { stamp, entries, lines: rows.length }
}

function stampOf(path: string): string {
  const stats = lstatOrNull(path)
  return stats === null ? '' : `${String(stats.ino)}:${String(stats.size)}:${String(stats.mtimeMs)}`
}
