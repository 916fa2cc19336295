import { join } from 'node:path'
import { lstatOrNull, namesIn, removeIfThere, replaceOwnFile } from '@poundlock/state-files/node'
import { fileOfReference } from './content-store.ts'
import { KeptIndex } from './kept-index.ts'
import type { UndoRun } from './run-files.ts'
import { type CountedStore, countBytes, noteUsedBytes } from './used-bytes.ts'

/** The part of a store that is pruned. */
export interface PrunedStore extends CountedStore {
  readonly options: { readonly maxAgeMs: number; readonly maxBytes: number }
}

/** The part of `maxBytes` from which on runs are forgotten. */
export const NEARLY_FULL = 0.9
const HOUR_MS = 3_600_000

/** Whether nothing was pruned for an hour. */
export const isPruneDue = (folder: string): boolean =>
  Date.now() - (lstatOrNull(join(folder, 'pruned'))?.mtimeMs ?? 0) > HOUR_MS

/**
 * Forgets runs that are too old, and then, while too many bytes are kept, the oldest of the others. To be called under
 * the lock.
 */
export function pruneStore(store: PrunedStore, now = Date.now()): void {
  const { maxAgeMs, maxBytes } = store.options
  replaceOwnFile(join(store.folder, 'pruned'), '', { durable: false })
  const ended = store.runs.ended()
  const old = ended.filter(({ startedAt }) => now - startedAt > maxAgeMs)
  for (const { id } of old) forget(store, id)
  const others = ended.filter((run) => !old.includes(run))
  removeUnused(store)
  const isFull = () => countBytes(store) > NEARLY_FULL * maxBytes
  if (isFull()) for (const run of others) dropSecondNames(store, run)
  while (others.length > 0 && isFull()) {
    // Half of them, so that it is not needed after each run.
    for (const { id } of others.splice(0, Math.ceil(others.length / 2))) forget(store, id)
    removeUnused(store)
  }
  startAnew(store)
  noteUsedBytes(store.folder, countBytes(store))
}

function forget({ runs, secondNames }: PrunedStore, id: string): void {
  secondNames.remove(id)
  runs.removeEnded(id)
}

/** What they hold is kept as a copy, too. */
function dropSecondNames({ runs, secondNames }: PrunedStore, { held, ...run }: UndoRun): void {
  if (held === undefined) return
  secondNames.remove(run.id)
  runs.save(run)
}

/** Where most of what is kept is outdated, all of it is kept again before the next run. */
function startAnew(store: PrunedStore): void {
  const { folder, runs, options } = store
  const index = join(folder, 'index')
  if (runs.open().length > 0 || runs.ended().length > 0 || countBytes(store) <= NEARLY_FULL * options.maxBytes) return
  let current = 0
  for (const { kept, size } of new KeptIndex(index).entries.values()) if (kept !== undefined) current += size
  if (current > options.maxBytes / 2) return
  removeIfThere(index)
  const contents = join(folder, 'contents')
  for (const name of namesIn(contents)) removeIfThere(join(contents, name))
}

/** Removes contents that neither the index nor a run refers to. */
function removeUnused({ folder, runs }: PrunedStore): void {
  const used = new Set<string>()
  const note = (entry: { readonly kept?: string } | null): void => {
    if (entry?.kept !== undefined) used.add(fileOfReference(entry.kept))
  }
  for (const entry of new KeptIndex(join(folder, 'index')).entries.values()) note(entry)
  for (const { id } of runs.ended()) for (const { before } of runs.changes(id)) note(before)
  for (const { id } of runs.open()) for (const entry of runs.log(id).values()) note(entry)
  const contents = join(folder, 'contents')
  for (const name of namesIn(contents)) if (!used.has(name)) removeIfThere(join(contents, name))
}
