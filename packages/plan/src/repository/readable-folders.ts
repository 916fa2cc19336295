import { lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { folderOfGitFile } from '@poundlock/profiles/git'
import { isWithin } from '@poundlock/spec'
import { realPath, repositoryAt } from './locate-repository.ts'
import { readSmall } from './read-small.ts'

/** More worktrees than this are not looked at. */
const MOST_WORKTREES = 64

/**
 * Below the home folder: instructions that are made for agents, and sources that package managers keep as they were
 * published. The manuals of Claude Code and Codex, agentskills.io, go.dev/ref/mod, the cargo and rustup books.
 */
const MADE_TO_BE_READ = [
  '.claude/skills',
  '.claude/plugins',
  '.codex/skills',
  '.codex/plugins',
  '.agents/skills',
  'go/pkg/mod',
  '.cargo/registry/src',
  '.rustup/toolchains',
]

/**
 * Folders beside the workspace that an agent may read as it may read the workspace: the other worktrees of the repository
 * whose files the workspace is, the temporary folder that Claude Code keeps for it, skills and plugins of agents, and the
 * sources of packages. Each as it is written and as it is without links.
 *
 * What lies in the workspace can come from elsewhere, so that what its `.git` says is believed only where the other side
 * says the same: a worktree and its repository name each other. A folder that holds the home folder is none of them.
 *
 * @param workspace absolute
 * @param home absolute
 */
export function readableFolders(workspace: string, home: string): readonly string[] {
  const whole = realPath(workspace)
  const own = realPath(home)
  if (whole === null || own === null) return []
  const found = [...worktreesBeside(whole), ...temporaryFolders(workspace), ...foldersOfHome(home, own)]
  return found.filter((folder) => folder !== whole && folder !== '/' && !isWithin(own, folder))
}

/** @param workspace without links */
function worktreesBeside(workspace: string): readonly string[] {
  const repository = repositoryAt(workspace)
  if (repository === null || repository.top !== workspace || basename(repository.own) === '') return []
  const [own, common] = [realPath(repository.own), realPath(repository.common)]
  if (own === null || common === null) return []
  if (own === common) return isFolder(join(workspace, '.git')) ? linkedTo(common) : []
  // It lies in the repository that it belongs to, and is named there.
  if (dirname(own) !== join(common, 'worktrees') || worktreeOf(own) !== workspace) return []
  const main = basename(common) === '.git' && isFolder(common) ? [dirname(common)] : []
  return [...main, ...linkedTo(common)]
}

/** The worktrees that a repository names, and that name it. Source: gitrepository-layout(5), `worktrees`. */
function linkedTo(common: string): readonly string[] {
  const folder = join(common, 'worktrees')
  return entriesOf(folder)
    .slice(0, MOST_WORKTREES)
    .flatMap((name) => worktreeOf(join(folder, name)) ?? [])
}

/** The folder of a worktree by its data in the repository; `null` where its `.git` names another repository. */
function worktreeOf(data: string): string | null {
  const back = readSmall(join(data, 'gitdir'))?.trimEnd()
  if (back === undefined || basename(back) !== '.git') return null
  const dot = resolve(data, back)
  const link = isFile(dot) ? folderOfGitFile(readSmall(dot) ?? '') : null
  if (link === null || realPath(resolve(dirname(dot), link)) !== realPath(data)) return null
  return realPath(dirname(dot))
}

/** Claude Code keeps there what its tools print, and what it writes for itself. Other users cannot make it: `/tmp` is sticky. */
function temporaryFolders(workspace: string): readonly string[] {
  const user = process.getuid?.()
  if (user === undefined) return []
  const name = join(`claude-${user}`, workspace.replaceAll(/[^a-zA-Z0-9]/g, '-'))
  return ['/tmp', '/private/tmp'].flatMap((root) => {
    const parts = [join(root, dirname(name)), join(root, name)]
    const isOwn = parts.every((folder) => {
      const stats = lstatSync(folder, { throwIfNoEntry: false })
      return stats?.isDirectory() === true && stats.uid === user && (stats.mode & 0o022) === 0
    })
    return isOwn ? [join(root, name)] : []
  })
}

/** Only folders that lie where they are named, and that nobody else writes. */
function foldersOfHome(home: string, own: string): readonly string[] {
  return MADE_TO_BE_READ.flatMap((name) => {
    const folder = join(own, name)
    const stats = lstatSync(folder, { throwIfNoEntry: false })
    const isOwn = stats?.isDirectory() === true && (stats.mode & 0o022) === 0 && realPath(folder) === folder
    return isOwn ? [...new Set([join(home, name), folder])] : []
  })
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const isFile = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
const isFolder = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
