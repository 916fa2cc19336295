import { join } from 'node:path'
import { lstatOrNull, namesIn, replaceOwnFile, textOrNull } from '@poundlock/state-files/node'
import type { RunFiles } from './run-files.ts'
import type { SecondNames } from './second-names.ts'

/** The part of a store that takes room. */
export interface CountedStore {
  readonly folder: string
  readonly runs: RunFiles
  readonly secondNames: SecondNames
}

/**
 * Bytes of the kept contents and of files with second names. Blocks that the file system shares are counted too. The
 * number is noted, since to count thousands of runs takes longer than to look at a large workspace; they are counted
 * where a pack or names came or went since, as they do with a kill.
 */
export function usedBytes(store: CountedStore): number {
  const [stamp, bytes] = (textOrNull(join(store.folder, 'used')) ?? '').split(' ')
  return bytes !== undefined && stamp === stampOf(store.folder) ? Number(bytes) : countBytes(store)
}

/** To be called under the lock that was held since the bytes were read. */
export const noteUsedBytes = (folder: string, bytes: number): void =>
  replaceOwnFile(join(folder, 'used'), `${stampOf(folder)} ${String(bytes)}`, { durable: false })

/** Counts the bytes, whatever is noted. */
export function countBytes({ folder, runs, secondNames }: CountedStore): number {
  const held = secondNames.runs().reduce((sum, id) => sum + (runs.find(id)?.held ?? 0), 0)
  const contents = join(folder, 'contents')
  return held + sizeOf(contents, namesIn(contents))
}

/** Bytes of some files of a folder. */
export const sizeOf = (folder: string, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (lstatOrNull(join(folder, name))?.size ?? 0), 0)

function stampOf(folder: string): string {
  return ['contents', 'names']
    .map((name) => {
      const stats = lstatOrNull(join(folder, name))
      return stats === null ? '' : `${String(stats.ino)}:${String(stats.mtimeMs)}:${String(stats.ctimeMs)}`
    })
    .join()
}
