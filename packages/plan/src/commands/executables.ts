import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute, join, normalize } from 'node:path'

/** Finds the program that a name stands for; `null` when there is none. */
export type FindExecutable = (name: string, cwd: string) => string | null

/** The folders that every system keeps its programs in. */
export const SYSTEM_PATH: readonly string[] = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
]

/**
 * Looks programs up as the shell does, in the given folders only. An empty or relative folder never satisfies: what it
 * names depends on where the command runs.
 */
export function createExecutableFinder(path: readonly string[]): FindExecutable {
  const folders = path.filter((folder) => isAbsolute(folder))
  // Nothing is remembered: what stands in a folder can change between the decision and the run.
  return (name, cwd) => {
    if (!name.includes('/')) {
      for (const folder of folders) {
        const file = join(folder, name)
        if (isExecutable(file)) return file
      }
      return null
    }
    const file = isAbsolute(name) ? normalize(name) : join(cwd, name)
    return isExecutable(file) ? file : null
  }
}

export function isExecutable(file: string): boolean {
  try {
    // Most folders do not have it: an error for each, with its stack, takes several times as long as to be told so.
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
