import { join } from 'node:path'
import type { SandboxPolicy, WorkspaceViews } from '@poundlock/sandbox'
import { deniedPaths, relativeTo } from '@poundlock/workspace-guard'
import { type BytePath, bytesOf, pathOfText } from './byte-path.ts'
import type { Change, ChangeSet } from './change-set.ts'
import { compareView } from './compare-view.ts'
import { readStart } from './file-content.ts'
import { FolderTree } from './folder-handle.ts'
import { refuseChanges } from './refuse-changes.ts'
import { type ScannedEntry, scanTree } from './scan-tree.ts'
import type { ViewKind } from './try-store.ts'
import { copyEntries, mergedFolders, overlayEntries, type ViewEntries } from './view-entries.ts'

export interface ViewSources {
  readonly policy: SandboxPolicy
  readonly views: WorkspaceViews
  readonly view: ViewKind
  /** The upper layer, or the copy. */
  readonly folder: string
  /** The workspace when the run began. */
  readonly before: ReadonlyMap<BytePath, ScannedEntry>
  /** A copy when it was made. */
  readonly fresh: ReadonlyMap<BytePath, ScannedEntry> | null
  /** Mounts in the workspace, relative to it. */
  readonly nested: readonly string[]
}

/** Reads the changes of a run from a view of the workspace. */
export async function readView(sources: ViewSources): Promise<ChangeSet> {
  const { policy, folder, before, view, nested } = sources
  const workspaceTree = new FolderTree(policy.workspace)
  const viewTree = new FolderTree(folder)
  try {
    const entries = await viewEntries(sources)
    const found = await compareView({ before, entries, workspace: workspaceTree, view: viewTree })
    const isDenied = deniedPaths(policy.deniedPatterns ?? [], 'write')
    const changes = refuseChanges(found, {
      protectedPaths: protectedPaths(policy, before),
      hiddenPaths: relativeTo(policy.workspace, policy.hiddenPaths),
      isDenied: (path) => isDenied(`${policy.workspace}/${bytesOf(path).toString()}`),
      existed: (path) => before.has(path),
      read: (path, most) => readStart(viewTree, path, most, true),
    })
    return { changes, notes: notesOf(changes, view, nested, policy) }
  } finally {
    workspaceTree.close()
    viewTree.close()
  }
}

async function viewEntries({ views, view, folder, before, fresh }: ViewSources): Promise<ViewEntries> {
  const now = await scanTree(folder, { own: true })
  if (view.kind === 'copy') return copyEntries(fresh ?? new Map(), now)
  const merged = mergedFolders(before, now)
  const answers = await views.overlay!.opaqueFolders(merged.map((path) => bytesOf(`${pathOfText(folder)}/${path}`)))
  return overlayEntries(before, now, new Set(merged.filter((_path, index) => answers[index] === true)))
}

/** A repository that the run made is checked by its content, as after any other run. */
function protectedPaths(policy: SandboxPolicy, before: ReadonlyMap<BytePath, ScannedEntry>): readonly string[] {
  return policy.protectedPaths.filter((path) => before.has('.git') || !path.startsWith('.git/'))
}

function notesOf(
  changes: readonly Change[],
  view: ViewKind,
  nested: readonly string[],
  policy: SandboxPolicy,
): readonly string[] {
  const notes: string[] = []
  if (view.kind === 'copy') notes.push(`It ran in a copy of the workspace: ${String(view.reason)}.`)
  for (const path of nested) notes.push(`${join(policy.workspace, path)} was read-only: it is mounted there.`)
  const outside = policy.writePaths.filter((path) => !path.startsWith(`${policy.workspace}/`))
  if (outside.length > 0) notes.push(`Read-only for a try: ${outside.join(', ')}.`)
  if (policy.network !== 'off') notes.push('The network was on: what was sent is sent.')
  const refused = changes.filter((change) => change.refused !== undefined).length
  if (refused > 0)
    notes.push(refused === 1 ? 'One of these is never applied.' : `${String(refused)} of these are never applied.`)
  return notes
}
