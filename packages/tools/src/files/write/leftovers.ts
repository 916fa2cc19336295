import { lstatSync, readdirSync, unlinkSync } from 'node:fs'
import type { OpenFile } from '../place/place.ts'

/** How files are named that are not in their place yet; a process id follows. */
export const LEFTOVER_PREFIX = '.poundlock-write-'

/** The same for files of a patch: only a patch removes them, when none is unfinished. */
export const PATCH_PREFIX = '.poundlock-patch-'

/** Longer than any write takes: a process of this id may live on another machine, or in a container. */
const LEFT_AFTER_MS = 600_000
const MOST_FOLDERS = 1024

const looked = new Set<string>()

/** Removes leftovers of killed writers from a folder; once for each folder and process. */
export function removeLeftovers(folder: OpenFile, prefix = LEFTOVER_PREFIX): void {
  const key = prefix + folder.real
  if (looked.has(key)) return
  if (looked.size >= MOST_FOLDERS) looked.clear()
  looked.add(key)
  for (const name of namesIn(folder)) {
    const owner = name.startsWith(prefix) ? /^(\d+)-[\da-f]+$/.exec(name.slice(prefix.length))?.[1] : undefined
    if (owner !== undefined && !isAlive(Number(owner))) removeIfOld(folder.entry(name))
  }
}

function namesIn(folder: OpenFile): readonly string[] {
  try {
    return readdirSync(folder.entry('.'))
  } catch {
    // Closed to readers.
    return []
  }
}

export function isAlive(processId: number): boolean {
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
    // Another process was faster.
  }
}
