import {
  isWrittenThrough,
  mergesPlainly,
  onlyDescribes,
  rebaseCommands,
  REBASE_FOLDER,
  REBASE_STEPS,
  REMOTE_FOLDERS,
  STRATEGY_FILES,
} from '@poundlock/workspace-guard'
import { type BytePath, foldersAbove, isBelow, joined, nameOf, pathOfText } from './byte-path.ts'
import type { Change, ChangedKind } from './change-set.ts'

/** A larger file is shown and not applied: it would take minutes and the disk, sparse as it may be. */
export const LARGEST_APPLIED = 16 * 1024 ** 3
const LARGEST_CONFIGURATION = 64 * 1024

export interface RefusalOptions {
  /** Relative to the workspace. */
  readonly protectedPaths: readonly string[]
  /** Those that lie in the workspace, relative to it. */
  readonly hiddenPaths: readonly string[]
  /** Whether a rule denies to write it, by a pattern. */
  readonly isDenied: (path: BytePath) => boolean
  /** The entries when the run began. */
  readonly existed: (path: BytePath) => boolean
  /** The start of a file as the run left it. */
  readonly read: (path: BytePath, most: number) => Uint8Array | null
}

/**
 * Marks changes that must never reach the workspace: protected and hidden paths, files that make git run programs in
 * repositories below, and entries that are neither file, folder nor link. A change that depends on a refused one is
 * refused too.
 */
export function refuseChanges(changes: readonly Change[], options: RefusalOptions): readonly Change[] {
  const rules = [refuseSpecial, refusePaths(options), refuseRepositories(changes, options)]
  const refused = new Map<BytePath, string>()
  for (const change of changes) {
    for (const rule of rules) {
      const reason = rule(change)
      if (reason === null) continue
      refused.set(change.path, reason)
      break
    }
  }
  return dependents(changes, refused)
}

function refuseSpecial({ path, before, after }: Change): string | null {
  if (path === '' && (before === null || after?.kind !== 'folder')) return 'it is the workspace itself'
  if (after?.kind === 'other' || before?.kind === 'other') {
    return 'it is neither a file, nor a folder, nor a link'
  }
  if (after !== null && after.size > LARGEST_APPLIED && after.kind === 'file') {
    return `it is larger than ${String(LARGEST_APPLIED / 1024 ** 3)} GiB`
  }
  return null
}

function refusePaths({ protectedPaths, hiddenPaths, isDenied }: RefusalOptions): (change: Change) => string | null {
  const guarded = [
    ...protectedPaths.map((path) => [pathOfText(path), 'it is a protected path'] as const),
    ...hiddenPaths.map((path) => [pathOfText(path), 'it is a hidden path'] as const),
  ]
  return ({ path, before, after }) => {
    if (path !== '' && isDenied(path)) return 'a rule denies to write files of that name'
    for (const [guardedPath, reason] of guarded) {
      if (isBelow(path, guardedPath)) return reason
      // A file or a link in the place of a folder above would decide what the path means; so would its absence.
      const stays = after?.kind === 'folder' && (before === null || before.kind === 'folder')
      if (isBelow(guardedPath, path) && !stays) return reason.replace('it is', 'it leads to')
    }
    return null
  }
}

/** As `repositoryDangers`, for a repository that is spread over two places: the workspace, and the changes of a run. */
function refuseRepositories(
  changes: readonly Change[],
  { existed, read }: RefusalOptions,
): (change: Change) => string | null {
  const changed = new Map(changes.map((change) => [change.path, change]))
  const exists = (path: BytePath): boolean => {
    const change = changed.get(path)
    return change === undefined ? existed(path) : change.after !== null
  }
  const known = new Map<BytePath, boolean>()
  const isRepository = (folder: BytePath): boolean => {
    const answer = known.get(folder)
    if (answer !== undefined) return answer
    const has = (name: string): boolean => exists(joined(folder, name))
    // A folder without a HEAD may still give a worktree its configuration and hooks.
    const found = nameOf(folder) === '.git' || (has('objects') && has('refs')) || (has('HEAD') && has('commondir'))
    known.set(folder, found)
    return found
  }
  return ({ path, after }) => {
    if (after === null) return null
    for (const folder of foldersAbove(path)) {
      if (!isRepository(folder)) continue
      const inside = folder === '' ? path : path.slice(folder.length + 1)
      const content = (): Uint8Array | null => (after.kind === 'file' ? read(path, LARGEST_CONFIGURATION + 1) : null)
      const reason = gitDanger(folder, inside, after.kind, content)
      if (reason !== null) return reason
    }
    return null
  }
}

/** Where a path leads when all has been applied is not known yet. */
const nowhere = (): boolean => false

const textOf = (content: Uint8Array | null): string | null =>
  content === null ? null : Buffer.from(content).toString('utf8')

function gitDanger(
  folder: BytePath,
  inside: BytePath,
  kind: ChangedKind,
  content: () => Uint8Array | null,
): string | null {
  const isFolder = kind === 'folder'
  if (/^hooks\/./.test(inside) && !inside.endsWith('.sample')) return 'git runs it as a hook'
  if (inside === 'hooks' && !isFolder) return 'git takes hooks from where it leads'
  if (inside === 'commondir' && !(/(?:^|\/)worktrees\/[^/]+$/.test(folder) && textOf(content()) === '../..\n')) {
    return 'git takes configuration and hooks from where it leads'
  }
  if (inside === REBASE_FOLDER && !isFolder) return 'git takes the commands of a rebase from where it leads'
  if (inside === REBASE_STEPS) {
    const todo = textOf(content())
    return todo !== null && rebaseCommands(todo).length === 0 ? null : 'git runs its commands when the rebase goes on'
  }
  if (kind === 'link' && isWrittenThrough(inside)) return 'git writes its messages to where it leads'
  if (REMOTE_FOLDERS.some((name) => inside.startsWith(`${name}/`))) return 'git takes it for a remote to push to'
  const strategy = STRATEGY_FILES.find((name) => name === inside)
  if (strategy !== undefined && !mergesPlainly(strategy, textOf(content()) ?? 'strategy ./unknown')) {
    return 'git runs what it names to merge'
  }
  if (inside !== 'config' && inside !== 'config.worktree') return null
  const text = content()
  const harmless =
    text !== null && text.length <= LARGEST_CONFIGURATION && onlyDescribes(textOf(text) ?? '', { mayPushTo: nowhere })
  return harmless ? null : 'it may name programs that git runs'
}

/** A folder whose content stays cannot go, and nothing can be put into one that does not come. */
function dependents(changes: readonly Change[], refused: Map<BytePath, string>): readonly Change[] {
  const stopped = new Set<BytePath>()
  const byPath = new Map(changes.map((change) => [change.path, change]))
  for (const [path] of refused) {
    for (const folder of foldersAbove(path)) {
      const above = byPath.get(folder)
      if (above?.before?.kind === 'folder' && above.after?.kind !== 'folder') stopped.add(folder)
    }
  }
  for (const path of stopped) if (!refused.has(path)) refused.set(path, 'something in it is not applied')
  return changes.map((change) => {
    const own = refused.get(change.path)
    if (own !== undefined) return { ...change, refused: own }
    const above = foldersAbove(change.path).find((folder) => {
      const folderChange = byPath.get(folder)
      return refused.has(folder) && folderChange !== undefined && needsFolder(folderChange)
    })
    if (above === undefined || change.after === null) return change
    return { ...change, refused: 'the folder that it lies in is not applied' }
  })
}

/** True when changes below depend on this one: a folder that is new in the workspace. */
const needsFolder = ({ before, after }: Change): boolean => after?.kind === 'folder' && before?.kind !== 'folder'
