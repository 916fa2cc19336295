import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Architecture } from '../system-calls/system-calls.ts'
import { loaderExecutable } from './elf.ts'

/** The loader on disk, held open: it is run through its descriptor, so its folder need not be reachable to the user. */
export interface LoaderFile {
  readonly path: string
  readonly descriptor: number
  close(): void
}

/**
 * Writes the loader to a folder of ours, unless exactly it is there, and opens it.
 *
 * @throws the error of the file system when the folder cannot be written
 */
export function openLoader(folder: string, architecture: Architecture): LoaderFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `loader-${architecture}`)
  const wanted = loaderExecutable(architecture)
  if (!holds(path, wanted)) {
    // Another process may be running it: a new file takes its name, the old one lives on for who has it open.
    const fresh = `${path}.${randomUUID()}`
    try {
      writeFileSync(fresh, wanted, { mode: 0o755, flag: 'wx' })
      renameSync(fresh, path)
    } finally {
      rmSync(fresh, { force: true })
    }
  }
  const descriptor = openSync(path, 'r')
  return { path, descriptor, close: () => closeSync(descriptor) }
}

function holds(path: string, wanted: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(wanted)
  } catch {
    return false
  }
}
