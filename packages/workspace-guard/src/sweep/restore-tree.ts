import { lchownSync, lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { isWithin } from '@poundlock/spec'
import { namesIn } from '@poundlock/state-files/node'
import { withinFolder } from './anchored-folder.ts'
import { identityOf, type KeptEntry, type KeptTree, look } from './kept-tree.ts'
import { quarantine, type Quarantined } from './quarantine.ts'
import { setMode } from './set-mode.ts'

const CHANGED = 'it was changed at a protected path, and has been put back'
const REMOVED = 'it was removed from a protected path, and has been put back'
/** Folders that are looked through for one that was renamed away. */
const MAXIMUM_FOLDERS = 20_000

/** Restores protected paths; what a command made of them goes to the quarantine. */
export function restoreTree(root: string, kept: KeptTree, folder: string): readonly Quarantined[] {
  const found: Quarantined[] = []
  const move = (path: string, reason: string): void => {
    const moved = quarantine(root, path, reason, folder)
    if (moved !== null) found.push(moved)
  }
  const put = (path: string, entry: KeptEntry): void => {
    const now = look(root, path, entry)
    if (now !== null && isSame(now, entry)) return
    if (now !== null && now.kind === entry.kind && isSame({ ...now, mode: entry.mode }, entry)) {
      withinFolder(root, path, (target) => setMode(target, entry.mode))
      return
    }
    if (now === null) found.push({ path, movedTo: '', reason: REMOVED })
    else move(path, CHANGED)
    create(root, path, entry)
  }
  for (const [path, entry] of kept.passages) {
    const now = look(root, path)
    // A new entry may get the number of a deleted one.
    if (now?.kind !== 'folder' || now.identity !== entry.identity) {
      move(path, 'it replaced a folder that holds protected paths')
      if (!bringBack(root, path, entry)) create(root, path, entry)
    }
    // A command may have closed it.
    withinFolder(root, path, (target) => setMode(target, entry.mode))
  }
  // Folders first: in one that is closed, nothing strange would be found.
  for (const [path, entry] of kept.entries) if (entry.kind === 'folder') put(path, entry)
  const strange = kept.tops.flatMap((top) => unexpected(root, top, kept))
  for (const path of strange) move(path, 'it appeared at a protected path')
  for (const [path, entry] of kept.entries) if (entry.kind !== 'folder') put(path, entry)
  return found
}

function isSame(now: KeptEntry, then: KeptEntry): boolean {
  if (now.stamp === then.stamp) return true
  if (now.kind !== then.kind || now.mode !== then.mode || now.to !== then.to) return false
  return then.kind !== 'file' || Buffer.from(now.content).equals(then.content)
}

/** New entries, the outermost of each. */
function unexpected(root: string, path: string, kept: KeptTree): readonly string[] {
  const entry = look(root, path, kept.entries.get(path))
  if (entry === null) return []
  if (!kept.entries.has(path)) return [path]
  if (entry.kind !== 'folder' || kept.entries.get(path)?.kind !== 'folder') return []
  return namesIn(`${root}/${path}`).flatMap((name) => unexpected(root, `${path}/${name}`, kept))
}

function create(root: string, path: string, entry: KeptEntry): void {
  withinFolder(root, path, (target) => {
    if (entry.kind === 'folder') mkdirSync(target)
    else if (entry.kind === 'link') symlinkSync(entry.to, target)
    else writeFileSync(target, entry.content, { flag: 'wx', mode: 0o600 })
    if (entry.kind !== 'link') setMode(target, entry.mode)
    if (process.geteuid?.() === 0) lchownSync(target, entry.uid, entry.gid)
  })
}

/** Finds a folder by who it is, wherever a command put it, and renames it back. */
function bringBack(root: string, path: string, entry: KeptEntry): boolean {
  const pending = ['']
  for (let visited = 0; visited < MAXIMUM_FOLDERS; visited += 1) {
    const next = pending.pop()
    if (next === undefined) return false
    for (const name of namesIn(`${root}/${next}`)) {
      const inner = next === '' ? name : `${next}/${name}`
      const stats = lstatSync(`${root}/${inner}`, { throwIfNoEntry: false })
      if (stats?.isDirectory() !== true) continue
      if (identityOf(stats) === entry.identity && !isWithin(path, inner)) return rename(root, inner, path)
      pending.push(inner)
    }
  }
  return false
}

function rename(root: string, from: string, to: string): boolean {
  const done = withinFolder(root, from, (source) =>
    withinFolder(root, to, (target) => {
      try {
        renameSync(source, target)
        return true
      } catch {
        return false
      }
    }),
  )
  return done === true
}
