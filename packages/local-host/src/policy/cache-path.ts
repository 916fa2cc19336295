import { join } from 'node:path'

/** Where the caches of contained commands are kept: a folder for each workspace, named by its path (`+home+me+project`). */
export const cachePath = (workspace: string, stateDirectory: string): string =>
  join(stateDirectory, 'caches', encodeURIComponent(workspace).replaceAll('%2F', '+'))
