import { lstatSync, readdirSync } from 'node:fs'

/**
 * Folders of git's unfinished operations: lists of commits, messages, options. Source: git-rebase(1), git-am(1),
 * `sequencer.c`.
 */
const STATE_FOLDERS = ['rebase-merge', 'rebase-apply', 'sequencer', 'info'] as const
const LOGS = 'logs'
/** The most folders of branches, of any depth. */
const MOST_LOG_FOLDERS = 20_000
/** A link that says `refs/…` is git's own way of old, and it replaces this one instead of writing through it. */
const REPLACED = 'HEAD'

/**
 * True for a place in a repository's own folder where git writes through a link, often text of other people: commit
 * messages, names of branches. Git itself makes no links there.
 */
export function isWrittenThrough(path: string): boolean {
  const [first, ...rest] = path.split('/')
  if (rest.length === 0) return first !== REPLACED
  return first === LOGS || (rest.length === 1 && STATE_FOLDERS.some((folder) => folder === first))
}

/**
 * Links and pipes where git writes. `null` in the place of a path that cannot be read, or holds more than is searched.
 *
 * @param folder a repository's own
 */
export function findWrittenThrough(folder: string): readonly string[] {
  const found: string[] = []
  const look = (path: string): readonly string[] => {
    const entryPath = path === '' ? folder : `${folder}/${path}`
    const folders: string[] = []
    let entries
    try {
      entries = readdirSync(entryPath, { withFileTypes: true })
    } catch {
      // A folder that is missing or cannot be listed; git makes no such folders.
      if (path !== '' && lstatSync(entryPath, { throwIfNoEntry: false })?.isDirectory() === true) found.push(path)
      return folders
    }
    for (const entry of entries) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) folders.push(inside)
      else if ((entry.isSymbolicLink() || entry.isFIFO()) && isWrittenThrough(inside)) found.push(inside)
    }
    return folders
  }
  const below = look('')
  for (const path of STATE_FOLDERS) if (below.includes(path)) look(path)
  const pending = below.includes(LOGS) ? [LOGS] : []
  let searched = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    searched += 1
    if (searched > MOST_LOG_FOLDERS) return [...found, LOGS]
    pending.push(...look(next))
  }
  return found
}

/** Where older versions kept addresses, one remote a file, and git still reads them. Source: gitrepository-layout(5). */
export const REMOTE_FOLDERS = ['remotes', 'branches'] as const

/** Where a rebase, and a cherry-pick or a revert, that has stopped keeps how it merges. */
export const STRATEGY_FILES = ['rebase-merge/strategy', 'sequencer/opts'] as const

/**
 * True when what such a file holds names no way of merging, or one of a plain name. `git merge-NAME` is looked for on PATH; with
 * a slash in it, it is a file of the working folder.
 */
export function mergesPlainly(path: (typeof STRATEGY_FILES)[number], text: string): boolean {
  if (path === 'rebase-merge/strategy') return /^[\w-]*\n?$/.test(text)
  if (text.includes('\\')) return false
  return text
    .split(/strategy(?!-)/i)
    .slice(1)
    .every((rest) => /^[ \t]*=[ \t]*[\w-]+[ \t]*(?:\n|$)/.test(rest))
}
