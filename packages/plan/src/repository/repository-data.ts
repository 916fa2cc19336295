import { isWithin } from '@poundlock/spec'
import { locateRepository, realPath } from './locate-repository.ts'

/**
 * Where the repository around a folder has all of its data, absolute, with all below. `null` where that is not in the
 * workspace, as with a linked worktree of another one.
 */
export function repositoryData(folder: string, workspace: string): string | null {
  const start = realPath(folder)
  const repository = start === null ? null : locateRepository(start)
  if (repository === null) return null
  const [own, common] = [realPath(repository.own), realPath(repository.common)]
  if (own === null || common === null) return null
  return isWithin(own, common) && isWithin(common, workspace) ? common : null
}
