import { join, resolve } from 'node:path'
import { isObject } from '@poundlock/spec'
import { readOwnText, realPathOrNull, replaceOwnFile } from '@poundlock/state-files/node'
import type { BorrowedFile } from './known-agent.ts'
import type { RunFolder } from './run-folder.ts'

const LARGEST_FILE = 1024 * 1024

/** Gives back what the agent has changed. */
export type GiveBack = () => void

/** Copies files of the person into the home folder of a run. */
export function borrowFiles(files: readonly BorrowedFile[], userHome: string, folder: RunFolder): GiveBack {
  const borrowed = files.flatMap(({ from, to, returns = false }) => {
    const original = resolve(userHome, from)
    const text = readText(realPathOrNull(original) ?? original)
    if (text === null) return []
    const copy = join(folder.home, to)
    folder.write(copy, text)
    return returns ? [{ original: realPathOrNull(original)!, copy, text }] : []
  })
  return () => {
    for (const { original, copy, text } of borrowed) {
      // The agent may have put a link there, or anything else.
      const isPlain = realPathOrNull(copy) === copy
      const renewed = isPlain ? readText(copy) : null
      // A login that the person renewed meanwhile is newer.
      const isUnchanged = readText(original) === text
      if (renewed !== null && renewed !== text && isUnchanged && isSameKind(text, renewed)) {
        replaceOwnFile(original, renewed)
      }
    }
  }
}

function readText(file: string): string | null {
  try {
    return readOwnText(file, { ownership: 'obeyed', maxBytes: LARGEST_FILE, names: 'any' })
  } catch {
    return null
  }
}

/** Whether a text is an object of JSON with no other keys than the one before. */
function isSameKind(before: string, after: string): boolean {
  try {
    const [old, renewed] = [JSON.parse(before), JSON.parse(after)] as [unknown, unknown]
    return isObject(old) && isObject(renewed) && Object.keys(renewed).every((key) => Object.hasOwn(old, key))
  } catch {
    return false
  }
}
