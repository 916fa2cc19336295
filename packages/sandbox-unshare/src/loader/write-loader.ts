import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeMissingFolders, replaceOwnFile } from '@poundlock/state-files/node'
import type { Architecture } from '../system-calls/system-calls.ts'
import { loaderExecutable } from './elf.ts'

/**
 * Writes the loader to a folder of ours, unless exactly it is there, and returns its path.
 *
 * @throws StateFileError `STATE_FILE_IO` when the folder cannot be written
 */
export function writeLoader(folder: string, architecture: Architecture): string {
  const path = join(folder, `loader-${architecture}`)
  const wanted = loaderExecutable(architecture)
  if (holds(path, wanted)) return path
  makeMissingFolders(folder)
  // Another process may run the old one, which lives on without a name; and no reader sees half a file.
  replaceOwnFile(path, wanted, { mode: 0o755, durable: false })
  return path
}

function holds(path: string, wanted: Uint8Array): boolean {
  try {
    return readFileSync(path).equals(wanted)
  } catch {
    return false
  }
}
