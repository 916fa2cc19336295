import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PlannedEffect } from '@poundlock/policy'

/** Of a repository's own folder, by path in it: no history, or held by the sandbox. Source: gitrepository-layout(5). */
const NO_HISTORY =
  /^(?:hooks|info|config|config\.worktree|commondir|description|rebase-merge|rebase-apply|sequencer|gc\.log|gc\.pid|fsmonitor--daemon[^/]*|[A-Z_]+_(?:MSG|EDITMSG|MODE)|(?:FETCH|MERGE|CHERRY_PICK|REVERT)_HEAD|AUTO_MERGE|BISECT_[A-Z_]+)(?:\/|$)|\.lock$/

/** Marks the effects that write or delete what git keeps a repository's history in, other than by git. */
export function markHistory(effects: PlannedEffect[]): void {
  for (const [index, effect] of effects.entries()) {
    if (effect.repository === true || effect.path?.startsWith('/') !== true) continue
    if (effect.kind !== 'file-write' && effect.kind !== 'file-delete') continue
    // What a pattern stands for is in the folder.
    const path = /\/(?:\*|\.\*|\?)[^/]*$/.test(effect.path) ? dirname(effect.path) : effect.path
    if (isHistory(path)) effects[index] = { ...effect, history: true }
  }
}

function isHistory(path: string): boolean {
  const parts = path.split('/')
  const at = parts.findIndex((part) => part.toLowerCase() === '.git')
  if (at >= 0) return isThere(parts.slice(0, at + 1).join('/')) && !NO_HISTORY.test(parts.slice(at + 1).join('/'))
  // A bare repository, whatever its name.
  for (let folder = path; folder !== '/'; folder = dirname(folder)) {
    if (isBare(folder)) return !NO_HISTORY.test(path.slice(folder.length + 1))
  }
  return false
}

const isBare = (folder: string): boolean => ['HEAD', 'objects', 'refs'].every((name) => isThere(join(folder, name)))

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
