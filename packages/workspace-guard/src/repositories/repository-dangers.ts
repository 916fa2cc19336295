import { readdirSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { isWithin } from '@poundlock/spec'
import { lstatOrNull, namesIn, realPathOrNull } from '@poundlock/state-files/node'
import { readPlainFile } from '../paths/read-plain-file.ts'
import { onlyDescribes } from './git-configuration.ts'
import { findWrittenThrough, mergesPlainly, REMOTE_FOLDERS, STRATEGY_FILES } from './git-state.ts'
import { leadsThroughSkipped } from './skipped-folders.ts'

/** Something in a repository that makes git run a program. */
export interface RepositoryDanger {
  /** Relative to the repository's own folder. */
  readonly path: string
  readonly reason: string
}

const LARGEST_CONFIGURATION = 64 * 1024
const LARGEST_TODO = 256 * 1024
/** Of a file that only names a folder. */
export const LARGEST_LINK = 16 * 1024

/** The folder of an interactive rebase that has stopped. */
export const REBASE_FOLDER = 'rebase-merge'
/** Files in which git keeps the steps of a rebase; each can name a command to run. */
export const REBASE_STEPS = `${REBASE_FOLDER}/git-rebase-todo`

/** The lines of such a list that are commands of a shell. Source: git-rebase(1), "exec". */
export function rebaseCommands(todo: string): readonly string[] {
  return todo.split(/[\n\r]/).filter((line) => /^\s*(?:exec|x)(?:\s|$)/.test(line))
}

/** Finds what, in a repository's own folder, makes git run programs or obey another folder. */
export function repositoryDangers(folder: string): readonly RepositoryDanger[] {
  const dangers: RepositoryDanger[] = []
  const hooks = lstatOrNull(`${folder}/hooks`)
  if (hooks?.isDirectory() === true) {
    const names = listOrNull(`${folder}/hooks`)
    // A folder that can be entered and not listed: its hooks run all the same.
    if (names === null) dangers.push({ path: 'hooks', reason: 'git runs what is in it, which cannot be listed' })
    for (const name of names ?? []) {
      if (!name.endsWith('.sample')) dangers.push({ path: `hooks/${name}`, reason: 'git runs it as a hook' })
    }
  } else if (hooks !== null) dangers.push({ path: 'hooks', reason: 'git takes hooks from where it leads' })
  for (const name of ['config', 'config.worktree']) {
    const stats = lstatOrNull(`${folder}/${name}`)
    if (stats === null) continue
    if (!stats.isFile() || stats.size > LARGEST_CONFIGURATION || !describesOnly(folder, read(`${folder}/${name}`))) {
      dangers.push({ path: name, reason: 'it may name programs that git runs' })
    }
  }
  if (lstatOrNull(`${folder}/${REBASE_FOLDER}`)?.isSymbolicLink() === true) {
    dangers.push({ path: REBASE_FOLDER, reason: 'git takes the commands of a rebase from where it leads' })
  } else if (rebaseCommands(readOptional(`${folder}/${REBASE_STEPS}`)).length > 0) {
    dangers.push({ path: REBASE_STEPS, reason: 'git runs its commands when the rebase goes on' })
  }
  if (lstatOrNull(`${folder}/commondir`) !== null && !isWorktreeOfItsOwn(folder)) {
    dangers.push({ path: 'commondir', reason: 'git takes configuration and hooks from where it leads' })
  }
  return [...dangers, ...inspectState(folder, dangers)]
}

/** What later commands of git write to, push to or go on with. */
function inspectState(folder: string, found: readonly RepositoryDanger[]): readonly RepositoryDanger[] {
  const dangers: RepositoryDanger[] = []
  for (const path of findWrittenThrough(folder)) {
    if (found.some((danger) => danger.path === path)) continue
    dangers.push({ path, reason: 'git writes its messages to where it leads' })
  }
  for (const path of REMOTE_FOLDERS) {
    for (const name of namesIn(`${folder}/${path}`)) {
      dangers.push({ path: `${path}/${name}`, reason: 'git takes it for a remote to push to' })
    }
  }
  for (const path of STRATEGY_FILES) {
    if (
      lstatOrNull(`${folder}/${path}`)?.isFile() === true &&
      !mergesPlainly(path, readOptional(`${folder}/${path}`))
    ) {
      dangers.push({ path, reason: 'git runs what it names to merge' })
    }
  }
  return dangers
}

/**
 * The folder of a worktree names the repository that it lies in by right. Where that is no `.git`, nothing may be
 * dangerous in it: git takes its hooks from there even when it does not take it for a repository.
 */
function isWorktreeOfItsOwn(folder: string): boolean {
  const common = commonFolder(folder)
  if (!/\/worktrees\/[^/]+$/.test(folder) || common === null || common !== dirname(dirname(folder))) return false
  if (common.endsWith('/.git')) return true
  return lstatOrNull(`${common}/HEAD`) !== null && repositoryDangers(common).length === 0
}

/** The folder that a repository's own names as the one with the configuration and the hooks; `null` when it names none. */
export function commonFolder(folder: string): string | null {
  const stats = lstatOrNull(`${folder}/commondir`)
  if (stats?.isFile() !== true || stats.size > LARGEST_LINK) return null
  return resolve(folder, read(`${folder}/commondir`).trim())
}

/** A repository may check out to the folder that it lies in, that of a submodule to the one of the whole. */
function describesOnly(folder: string, configuration: string): boolean {
  const [outer] = folder.split('/.git/modules/')
  const root = realPathOrNull(outer === folder ? dirname(folder) : outer!)
  return onlyDescribes(configuration, {
    mayWorkIn(worktree) {
      const place = realPathOrNull(resolve(folder, worktree))
      return root !== null && place !== null && isWithin(place, root)
    },
    mayPushTo(path) {
      const place = root === null ? null : realPathOrNull(resolve(root, path))
      return place === null || !leadsThroughSkipped(root === null ? place : relative(root, place))
    },
  })
}

/** The last change of a repository, or of its dangerous files, in milliseconds. A command cannot set this time back. */
export function lastChange(folder: string, dangers: readonly RepositoryDanger[]): number {
  const paths = [folder, `${folder}/HEAD`, `${folder}/hooks`, ...dangers.map(({ path }) => `${folder}/${path}`)]
  return Math.max(...paths.map((path) => lstatOrNull(path)?.ctimeMs ?? 0))
}

function listOrNull(path: string): readonly string[] | null {
  try {
    return readdirSync(path)
  } catch {
    return null
  }
}

/**
 * The text of a file; empty when there is none. A file that cannot be read, or is too long, counts as one that runs
 * programs.
 */
function readOptional(path: string): string {
  if (lstatOrNull(path) === null) return ''
  const unknown = 'exec strategy ./unknown'
  return readPlainFile(path, LARGEST_TODO)?.toString() ?? unknown
}

/** A file that cannot be read counts as harmful. */
function read(path: string): string {
  return readPlainFile(path, LARGEST_TODO)?.toString() ?? '[unreadable]\nkey'
}
