import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { SandboxError } from '@poundlock/sandbox'
import { type ApplyOptions, type ApplyResult, finishApply, undoApply } from './apply-changes.ts'
import { type BytePath, textOfPath } from './byte-path.ts'
import { type ChangeKind, type ChangeSet, countChanges } from './change-set.ts'
import { readStart } from './file-content.ts'
import type { Conflict } from './find-conflicts.ts'
import { FolderTree } from './folder-handle.ts'
import type { Contents } from './format-changes.ts'
import { guardApply, type GuardedResult } from './guard-apply.ts'
import type { TryRecord, TryStore } from './try-store.ts'

/** Which changes of a try are applied, and what is checked before. */
export interface TriedApplyOptions {
  /** Applies in spite of conflicts; overwritten files are kept. */
  readonly force?: boolean
  /** Absolute paths of a history of git that a person let the command remove. */
  readonly released?: readonly string[]
}

/** A finished try: its changes, and the actions on them. */
export interface Tried {
  /** The try as the store keeps it. */
  readonly record: TryRecord
  /** What the command changed; empty where nothing. */
  readonly changeSet: ChangeSet
  /** Of the files that it changed. */
  readonly contents: Contents
  /** Applies it to the workspace, all or nothing, and forgets it then; with conflicts it stays. */
  apply(options?: TriedApplyOptions): Promise<ApplyResult & GuardedResult>
  /** Takes an interrupted apply back. It stays, and can be applied again. */
  undo(): Promise<readonly Conflict[]>
  /** Forgets it. */
  discard(): void
  /** Lets go of it: others can apply or discard it later. */
  keep(): void
}

/** The folder of a try that a command sees, or that takes its writes. */
export function viewFolder(store: TryStore, { id, view }: Pick<TryRecord, 'id' | 'view'>): string {
  return join(store.folderOf(id), 'layers', view.kind === 'overlay' ? 'upper' : 'copy')
}

/**
 * Takes a kept try.
 *
 * @throws SandboxError `SANDBOX_VIEW` when there is none, when it is running, or was interrupted
 */
export function takeTried(store: TryStore, id: string): Tried {
  const record = store.record(id)
  store.claim(id)
  const changeSet = store.changes(id)
  if (changeSet !== null) return tried(store, record, changeSet)
  store.release(id)
  throw new SandboxError(`The try ${id} was interrupted before it could be read.`, {
    code: 'SANDBOX_VIEW',
    remedy: `Discard it: poundlock try discard ${id}`,
  })
}

/** Of a try that this process holds. */
export function tried(store: TryStore, record: TryRecord, changeSet: ChangeSet): Tried {
  const view = viewFolder(store, record)
  const options: ApplyOptions = {
    workspace: record.workspace,
    view,
    folder: store.folderOf(record.id),
    mark: record.id,
  }
  return {
    record,
    changeSet,
    contents: contentsOf(record.workspace, view),
    async apply({ force = false, released = [] } = {}) {
      const apply = () => finishApply(changeSet.changes, { ...options, force })
      const result = await guardApply(record, store.stateFolder, released, apply)
      if (result.done && result.overwritten === null) store.remove(record.id)
      return result
    },
    undo: () => undoApply(options),
    discard() {
      if (store.state(record.id) === 'applying') {
        throw new SandboxError(`The try ${record.id} is half applied.`, {
          code: 'SANDBOX_VIEW',
          remedy: `Finish it (poundlock try apply ${record.id}), or take it back first (poundlock try undo ${record.id}).`,
        })
      }
      store.remove(record.id)
    },
    keep: () => store.release(record.id),
  }
}

function contentsOf(workspace: string, view: string): Contents {
  const read = (root: string, own: boolean) => (path: BytePath, most: number) => {
    const tree = new FolderTree(root)
    try {
      return readStart(tree, path, most, own)
    } finally {
      tree.close()
    }
  }
  return { before: read(workspace, false), after: read(view, true) }
}

/** A path for JSON; `bytes` (base64) where it is no UTF-8. */
export function pathForJson(path: BytePath): { readonly path: string; readonly bytes?: string } {
  const text = textOfPath(path)
  const bytes = Buffer.from(path, 'latin1')
  return Buffer.from(text, 'utf8').equals(bytes) ? { path: text } : { path: text, bytes: bytes.toString('base64') }
}

/** The record of a try: the number of changed paths by kind, and a digest of the list as it was shown. */
export function describeTried({ record, changeSet }: Pick<Tried, 'record' | 'changeSet'>): {
  readonly tryId: string
  readonly workspace: string
  readonly changes: Readonly<Record<ChangeKind, number>>
  readonly digest: string
} {
  return {
    tryId: record.id,
    workspace: record.workspace,
    changes: countChanges(changeSet.changes),
    digest: createHash('sha256').update(JSON.stringify(changeSet.changes)).digest('hex'),
  }
}
