import { lstatSync, readdirSync } from 'node:fs'
import { isWithin } from '@poundlock/spec'
import { lstatOrNull } from '@poundlock/state-files/node'
import { type Quarantined, quarantine } from '../sweep/quarantine.ts'
import type { DeniedNames } from './denied-files.ts'
import { afterRun, findDenied } from './find-denied.ts'

/** What a look after a run found. */
export interface DeniedSweep {
  readonly quarantined: readonly Quarantined[]
  /** Absolute: what came to be under names that rules deny to read, and stays. */
  readonly appeared: readonly string[]
  readonly complete: boolean
}

/**
 * Looks after a run for new files with denied names. A file that may not be written is moved away. A file that may not
 * be read only holds data of the command, and stays, unless it is a link or has a second name: a person's later content
 * could be read by the other name.
 */
export function sweepDenied({ search, files }: DeniedNames, folder: string): DeniedSweep {
  const now = findDenied(search, afterRun)
  const known = { read: new Set(files.read), write: new Set(files.write) }
  const newNames = now.read.filter((path) => !known.read.has(path))
  const made = [
    ...now.write
      .filter((path) => !known.write.has(path))
      .map((path) => [path, 'a command made it, and a rule denies to write files of that name'] as const),
    ...newNames
      .flatMap(secondNames)
      .map((path) => [path, 'it was a second name for a file, below a name that a rule denies to read'] as const),
  ]
  const roots = [search.workspace, ...search.writePaths]
  const quarantined = made.flatMap(([path, reason]): readonly Quarantined[] => {
    const root = roots.find((one) => isWithin(path, one))
    const moved = root === undefined ? null : quarantine(root, path.slice(root.length + 1), reason, folder)
    if (moved === null || root === undefined) return []
    return [root === search.workspace ? moved : { ...moved, root }]
  })
  const appeared = newNames.filter((path) => lstatOrNull(path) !== null)
  return { quarantined, appeared, complete: now.problem === null }
}

/** Links, and files with a second name; in a folder, all of them below. */
function secondNames(path: string): readonly string[] {
  try {
    const stats = lstatSync(path)
    if (stats.isDirectory()) return readdirSync(path).flatMap((name) => secondNames(`${path}/${name}`))
    return stats.isSymbolicLink() || stats.nlink > 1 ? [path] : []
  } catch {
    return []
  }
}
