import { lstatSync, readdirSync, unlinkSync } from 'node:fs'
import type { Place } from '../place/place.ts'

/** How files are named that are not in their place yet; a process id follows. */
export const LEFTOVER_PREFIX = '.poundlock-write-'

/** Longer than any write takes: a process of this id may live on another machine, or in a container. */
const LEFT_AFTER_MS = 600_000
const MOST_FOLDERS = 1024

const looked = new Set<string>()

/** Removes what processes left in a folder that were killed while they wrote; once a folder and process. */
export function removeLeftovers(folder: Place): void {
  if (looked.has(folder.real)) return
  if (looked.size >= MOST_FOLDERS) looked.clear()
  looked.add(folder.real)
  for (const name of namesIn(folder)) {
    const owner = /^\.poundlock-write-(\d+)-[\da-f]+$/.exec(name)?.[1]
    if (owner !== undefined && !isAlive(Number(owner))) removeIfOld(folder.entry(name))
  }
}

function namesIn(folder: Place): readonly string[] {
  try {
    return readdirSync(folder.entry('.'))
  } catch {
    // Closed to readers.
    return []
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function removeIfOld(path: string): void {
  try {
    const stats = lstatSync(path)
    if (stats.isFile() && Date.now() - stats.mtimeMs > LEFT_AFTER_MS) unlinkSync(path)
  } catch {
    // Somebody else was quicker.
  }
}
