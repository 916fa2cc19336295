import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownerMark } from '@poundlock/sandbox'
import { makeOwnFolder } from '../backend/own-folder.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { loaderExecutable } from './elf.ts'

/**
 * Writes the loader to a folder of ours, unless exactly it is there, and returns its path.
 *
 * @throws the error of the file system when the folder cannot be written
 */
export function writeLoader(folder: string, architecture: Architecture): string {
  const path = join(folder, `loader-${architecture}`)
  const wanted = loaderExecutable(architecture)
  if (holds(path, wanted)) return path
  makeOwnFolder(folder)
  // Another process may be running the old one, which lives on without its name; and nobody sees half a file.
  const fresh = `${path}.${ownerMark()}.${randomUUID()}`
  try {
    writeFileSync(fresh, wanted, { mode: 0o755, flag: 'wx' })
    renameSync(fresh, path)
  } finally {
    rmSync(fresh, { force: true })
  }
  return path
}

function holds(path: string, wanted: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(wanted)
  } catch {
    return false
  }
}
