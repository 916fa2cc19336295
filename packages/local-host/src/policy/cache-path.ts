import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'

/** Where the caches of contained commands are kept: a folder for each workspace, named so that a person finds it. */
export function cachePath(workspace: string, stateDirectory: string): string {
  const name = basename(workspace)
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, 40)
  const digest = createHash('sha256').update(workspace).digest('hex').slice(0, 16)
  return join(stateDirectory, 'caches', `${name}-${digest}`)
}
