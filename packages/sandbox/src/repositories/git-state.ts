import { lstatSync, readdirSync } from 'node:fs'

/**
 * Where git keeps what it goes on with later: lists of commits, messages, options. Source: git-rebase(1), git-am(1),
 * `sequencer.c`.
 */
const stateFolders = ['rebase-merge', 'rebase-apply', 'sequencer', 'info'] as const
const logs = 'logs'
/** Branches are folders there, of whatever depth; nobody has so many. */
const mostLogFolders = 20_000
/** A link that says `refs/…` is git's own way of old, and it replaces this one instead of writing through it. */
const replaced = 'HEAD'

/**
 * True for a place in a repository's own folder where git writes to whatever a link leads to, and what it writes is
 * often a text of somebody else's: messages of commits, names of branches. Links of git's own stand nowhere there.
 */
export function isWrittenThrough(path: string): boolean {
  const [first, ...rest] = path.split('/')
  if (rest.length === 0) return first !== replaced
  return first === logs || (rest.length === 1 && stateFolders.some((folder) => folder === first))
}

/**
 * Links and pipes where git writes. `null` in the place of a path that cannot be read, or holds more than is searched.
 *
 * @param folder a repository's own
 */
export function findWrittenThrough(folder: string): readonly string[] {
  const found: string[] = []
  const look = (path: string): readonly string[] => {
    const place = path === '' ? folder : `${folder}/${path}`
    const folders: string[] = []
    let entries
    try {
      entries = readdirSync(place, { withFileTypes: true })
    } catch {
      // Missing, or closed: whoever cannot list it goes through it by name, and git does not make folders like that.
      if (path !== '' && lstatSync(place, { throwIfNoEntry: false })?.isDirectory() === true) found.push(path)
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
  for (const path of stateFolders) if (below.includes(path)) look(path)
  const pending = below.includes(logs) ? [logs] : []
  let searched = 0
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    searched += 1
    if (searched > mostLogFolders) return [...found, logs]
    pending.push(...look(next))
  }
  return found
}

/** Where older versions kept addresses, one remote a file, and git still reads them. Source: gitrepository-layout(5). */
export const remoteFolders = ['remotes', 'branches'] as const

/** Where a rebase, and a cherry-pick or a revert, that has stopped keeps how it merges. */
export const strategyFiles = ['rebase-merge/strategy', 'sequencer/opts'] as const

/**
 * True when what such a file holds names no way of merging, or one of a plain name. `git merge-NAME` is looked for on PATH; with
 * a slash in it, it is a file of the working folder.
 */
export function mergesPlainly(path: (typeof strategyFiles)[number], text: string): boolean {
  if (path === 'rebase-merge/strategy') return /^[\w-]*\n?$/.test(text)
  if (text.includes('\\')) return false
  return text
    .split(/strategy(?!-)/i)
    .slice(1)
    .every((rest) => /^[ \t]*=[ \t]*[\w-]+[ \t]*(?:\n|$)/.test(rest))
}
