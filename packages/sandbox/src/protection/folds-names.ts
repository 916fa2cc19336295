import { lstatSync, opendirSync, type Dir } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A folder of many names without a letter is not searched to its end. */
const MOST_NAMES = 1000

/**
 * Whether the file system of a folder is case-insensitive: macOS by default, drives of Windows
 * in the Windows Subsystem for Linux, and what engines share of both. A mount covers one spelling there, and leaves the
 * file open under another.
 *
 * @returns true also where a name has a second one that differs in letters alone
 */
export function foldsNames(folder: string): boolean {
  for (const path of namedEntries(folder)) {
    const other = join(dirname(path), otherCase(basename(path)))
    if (other === path) continue
    const [one, two] = [lookAt(path), lookAt(other)]
    if (one !== undefined) return two !== undefined && one.ino === two.ino && one.dev === two.dev
  }
  return false
}

/** What lies in the folder, and the folder itself, which tells of the one that it lies in. */
function* namedEntries(folder: string): Generator<string> {
  const entries = openFolder(folder)
  try {
    for (let count = 0; count < MOST_NAMES; count++) {
      const entry = entries?.readSync() ?? null
      if (entry === null) break
      yield join(folder, entry.name)
    }
  } finally {
    entries?.closeSync()
  }
  yield folder
}

/** `null` for a folder that cannot be listed: its own name has to do. One that is gone is for the backend to refuse. */
function openFolder(folder: string): Dir | null {
  try {
    return opendirSync(folder)
  } catch {
    return null
  }
}

const lookAt = (path: string) => lstatSync(path, { bigint: true, throwIfNoEntry: false })

const otherCase = (name: string): string =>
  name.replaceAll(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
