import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { type BytePath, type ChangeSet, type Contents, FolderTree, nameOf, parentOf } from '@poundlock/try'
import { isSameEntry, type UndoStore, type WorkspaceEntry } from '@poundlock/undo'

/** What a run changed, in the form in which tries are shown. Its contents are read while they are shown. */
export function changesOfRun(
  store: UndoStore,
  id: string,
): { readonly changeSet: ChangeSet; readonly contents: Contents } {
  const changes = store.runs.changes(id)
  const byPath = new Map(changes.map((change) => [change.path, change]))
  const later = laterEntries(store, id)
  const withDevice = (entry: WorkspaceEntry | null) => (entry === null ? null : { ...entry, dev: 0 })
  return {
    changeSet: {
      changes: changes.map(({ path, before, after }) => ({
        path,
        before: withDevice(before),
        after: withDevice(after),
      })),
      notes: [],
    },
    contents: {
      before: (path, most) => keptStart(store, byPath.get(path)?.before, most),
      after: (path, most) => {
        const after = byPath.get(path)?.after
        const kept = later.get(path)?.find((entry) => after && isSameEntry(entry, after))
        return kept === undefined ? presentStart(store, path, after, most) : keptStart(store, kept, most)
      },
    },
  }
}

const keptStart = ({ contents }: UndoStore, entry: WorkspaceEntry | null | undefined, most: number): Buffer | null =>
  entry?.kept === undefined ? null : contents.read(entry.kept, most)

/** What later runs found, by path: among it may be what this one left. */
function laterEntries(store: UndoStore, id: string): ReadonlyMap<BytePath, readonly WorkspaceEntry[]> {
  const found = new Map<BytePath, WorkspaceEntry[]>()
  const runs = store.runs.ended()
  for (const run of runs.slice(runs.findIndex((one) => one.id === id) + 1)) {
    for (const { path, before } of store.runs.changes(run.id)) {
      if (before?.kept === undefined) continue
      const known = found.get(path)
      if (known === undefined) found.set(path, [before])
      else known.push(before)
    }
  }
  return found
}

/** The start of the file that stands there now, where it is still what the run left. */
function presentStart(
  { options }: UndoStore,
  path: BytePath,
  after: WorkspaceEntry | null | undefined,
  most: number,
): Buffer | null {
  const tree = new FolderTree(options.workspace)
  let descriptor: number | undefined
  try {
    const place = tree.folder(parentOf(path)!)?.entry(nameOf(path))
    if (place === undefined || after == null) return null
    descriptor = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { ino, size, mtimeMs } = fstatSync(descriptor)
    if (ino !== after.ino || size !== after.size || mtimeMs !== after.mtimeMs) return null
    const bytes = Buffer.alloc(Math.min(most, size))
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0))
  } catch {
    return null
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
    tree.close()
  }
}
