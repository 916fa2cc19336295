import { relative } from 'node:path'
import { realPathOrNull } from '@poundlock/state-files/node'
import { pathOfText } from '@poundlock/try'
import type { RunScope } from './walk.ts'

/**
 * The scope of a run that changes some paths; the whole workspace where a link leads to one of them, since it may lead
 * elsewhere by then.
 *
 * @param paths absolute
 */
export function scopeOfPaths(workspace: string, paths: readonly string[]): RunScope {
  const isPlain = (path: string) => {
    const existing = nearestExisting(path)
    return realPathOrNull(existing) === existing
  }
  const inside = paths.map((path) => relative(workspace, path))
  return inside.includes('') || !paths.every(isPlain) ? null : inside.map(pathOfText)
}

function nearestExisting(path: string): string {
  for (let existing = path; ; existing = existing.slice(0, existing.lastIndexOf('/'))) {
    if (existing === '' || realPathOrNull(existing) !== null) return existing || '/'
  }
}
