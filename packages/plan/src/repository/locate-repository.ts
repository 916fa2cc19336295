import { realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { folderOfGitFile, parseGitConfig } from '@poundlock/profiles/git'
import { isWithin } from '@poundlock/spec'
import { readSmall } from './read-small.ts'

/** A repository as git finds it. */
export interface Repository {
  /** Where its files are checked out; of a bare one, the folder itself. */
  readonly top: string
  /** Its own folder, which a `.git` names. */
  readonly own: string
  /** The folder that holds settings and hooks, which a worktree shares. */
  readonly common: string
}

/** The repository that a folder is in. Source: git: setup.c, `setup_git_directory_gently_1`. */
export function locateRepository(start: string): Repository | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = repositoryAt(folder)
    if (found !== null) return found
    if (folder === dirname(folder)) return null
  }
}

/** The repository whose files are in a folder, or that the folder is. */
export function repositoryAt(folder: string): Repository | null {
  const dot = join(folder, '.git')
  const stat = statSync(dot, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return withCommon(folder, dot)
  const link = stat?.isFile() ? folderOfGitFile(readSmall(dot) ?? '') : null
  if (link !== null) return withCommon(folder, resolve(folder, link))
  // Git takes a folder that looks so for a repository of its own.
  return looksLikeRepository(folder) ? withCommon(folder, folder) : null
}

const has = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

function looksLikeRepository(folder: string): boolean {
  if (!has(join(folder, 'HEAD'))) return false
  return (has(join(folder, 'objects')) && has(join(folder, 'refs'))) || has(join(folder, 'commondir'))
}

function withCommon(top: string, own: string): Repository {
  const common = readSmall(join(own, 'commondir'))
  return { top, own, common: common === null ? own : resolve(own, common.trim()) }
}

/**
 * True where the repository's own folder lies outside the workspace that its files are in, and does not name them as its
 * own: what a link or a file of the workspace says then has another repository changed.
 */
export function belongsElsewhere({ top, own, common }: Repository, workspace: string | null): boolean {
  if (workspace === null) return false
  const [files, data, whole] = [realPath(top), realPath(own), realPath(workspace)]
  if (files === null || data === null || whole === null) return false
  if (!isWithin(files, whole) || isWithin(data, whole)) return false
  // A worktree is named by the repository, and so are the files of a submodule. Source: gitrepository-layout(5).
  const back = readSmall(join(own, 'gitdir'))?.trimEnd()
  if (back !== undefined && realPath(dirname(resolve(own, back))) === files) return false
  const { settings } = parseGitConfig(readSmall(join(common, 'config')) ?? '')
  const worktree = settings.findLast(({ section, name }) => section === 'core' && name === 'worktree')?.value
  return worktree == null || realPath(resolve(own, worktree)) !== files
}

/** `null` where nothing is there. */
export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}
