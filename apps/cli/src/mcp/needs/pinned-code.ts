import { createHash } from 'node:crypto'
import { type Dirent, existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { realPathOrNull } from '@poundlock/state-files/node'
import { isCode } from './code-files.ts'

/** The code of one folder. */
export interface PinnedCode {
  readonly folder: string
  readonly digest: string
  /** False where it has more than is read at a start: what is beyond is not pinned. */
  readonly isWhole: boolean
}

/** At each start, of all folders of a server together. */
const MOST_FILES = 20_000
const MOST_BYTES = 256 * 1024 * 1024

/** Packages have folders of their own, Python is given another folder for what it compiles, and git keeps no code. */
const PASSED_OVER = new Set(['node_modules', '__pycache__', '.git'])

/** Reads the code of a server. */
export function pinCode(folders: readonly string[]): readonly PinnedCode[] {
  const left = { files: MOST_FILES, bytes: MOST_BYTES }
  return folders.map((folder) => {
    const hash = createHash('sha256')
    let isWhole = true
    for (const path of codeBelow(folder, new Set())) {
      const content = left.files > 0 ? contentOf(path, left.bytes) : null
      if (content === null) {
        isWhole = false
        break
      }
      left.files -= 1
      left.bytes -= content.length
      hash.update(JSON.stringify([path, content.length])).update(content)
    }
    return { folder, digest: hash.digest('hex'), isWhole }
  })
}

/** Links to folders are followed, each folder once. */
function* codeBelow(folder: string, walked: Set<string>): Generator<string> {
  const real = realPathOrNull(folder)
  if (real === null || walked.has(real)) return
  walked.add(real)
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink() || (entry.isFile() && isCode(entry.name))) yield path
    // An environment of Python is a folder of its own where the server runs in it.
    const isPassedOver = PASSED_OVER.has(entry.name) || existsSync(join(path, 'pyvenv.cfg'))
    if (!isPassedOver && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
      yield* codeBelow(path, walked)
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  } catch {
    return []
  }
}

/** The content of a file; where a link leads to, and what is there. `null` where that is too much. */
function contentOf(path: string, most: number): Buffer | null {
  const target = linkTarget(path)
  try {
    const stats = statSync(path)
    if (!stats.isFile()) return Buffer.from(target)
    return stats.size > most ? null : Buffer.concat([Buffer.from(target), readFileSync(path)])
  } catch {
    return Buffer.from(`${target}: not readable`)
  }
}

function linkTarget(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
