import { type Dirent, closeSync, constants, openSync, readdirSync } from 'node:fs'
import type { UnnameableFolder } from '../repositories/find-repositories.ts'
import { repositoryDangers, lastChange } from '../repositories/repository-dangers.ts'
import { namesDescriptors } from './open-entry.ts'
import { type Quarantined, quarantine } from './quarantine.ts'

const MAXIMUM_DEPTH = 128
const MAXIMUM_FOLDERS = 20_000
const WHERE = 'in a folder whose path is no text, or too long'

export interface UnnameableFindings {
  readonly quarantined: readonly Quarantined[]
  /** False when some folders were not checked. */
  readonly complete: boolean
}

/**
 * Looks for repositories below folders that no text can name: their names are not UTF-8, or their paths are longer than
 * a call takes. Git still works in them. New or changed files that make git run programs are removed.
 *
 * @param since milliseconds; older files are the person's own
 */
export function sweepUnnameable(
  folders: readonly UnnameableFolder[],
  since: number,
  quarantineFolder: string,
): UnnameableFindings {
  const quarantined: Quarantined[] = []
  let complete = true
  let visited = 0
  // Only a descriptor names them.
  if (!namesDescriptors()) return { quarantined, complete: folders.length === 0 }
  const visit = (path: Uint8Array | string, isGitFolder: boolean, depth: number): void => {
    visited += 1
    if (depth > MAXIMUM_DEPTH || visited > MAXIMUM_FOLDERS) {
      complete = false
      return
    }
    let descriptor: number
    try {
      descriptor = openSync(Buffer.from(path), constants.O_DIRECTORY | constants.O_NOFOLLOW)
    } catch {
      // It is gone, or it cannot be read, which another check reports.
      complete = false
      return
    }
    // The folder itself, under a name that text can hold; with the dot, no link that is not to be followed.
    const at = `/proc/self/fd/${String(descriptor)}/.`
    try {
      const entries = readdirSync(at, { withFileTypes: true, encoding: 'buffer' }) as unknown as Dirent<Buffer>[]
      const names = new Set(entries.map(({ name }) => name.toString('latin1')))
      const isRepository = names.has('HEAD') && ((names.has('objects') && names.has('refs')) || names.has('commondir'))
      const take = (name: string, reason: string): void => {
        const moved = quarantine(at, name, reason, quarantineFolder)
        if (moved !== null) quarantined.push(moved)
      }
      if (isGitFolder || isRepository) {
        const dangers = repositoryDangers(at)
        if (dangers.length > 0 && lastChange(at, dangers) >= since) {
          // Without HEAD, git sees no repository in a folder of any other name.
          const paths = isGitFolder ? dangers.map((danger) => danger.path) : ['HEAD']
          for (const name of paths) take(name, `a command made or changed a repository that runs programs, ${WHERE}`)
        }
      }
      for (const entry of entries) {
        const name = entry.name.toString('latin1')
        if (entry.isDirectory()) visit(Buffer.concat([Buffer.from(`${at}/`), entry.name]), name === '.git', depth + 1)
        else if (name === '.git' && lastChange(at, [{ path: '.git', reason: '' }]) >= since) {
          take('.git', `it names a repository elsewhere, ${WHERE}`)
        }
      }
    } catch {
      complete = false
    } finally {
      closeSync(descriptor)
    }
  }
  for (const { parent, name } of folders) {
    visit(Buffer.concat([Buffer.from(`${parent}/`), name]), Buffer.from(name).toString('latin1') === '.git', 0)
  }
  return { quarantined, complete }
}
