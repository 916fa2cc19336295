import { randomBytes } from 'node:crypto'
import { closeSync, constants, lstatSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { asApprovalsError, readOwnText } from './own-folder.ts'

/** Beside each grant that was used: a mark for each use. */
const USES = '.uses'
const MAX_BYTES = 64 * 1024 * 1024
/** A use of a grant without a limit. */
const MARK = '.'

/** How often a grant was used. */
export interface GrantUses {
  readonly count: number
  /** In milliseconds since 1970; `null` when it was never used. */
  readonly lastAt: number | null
}

/**
 * Counts a use by a mark at the end of a file: no two are lost, and nothing is written anew.
 *
 * Where there is a limit the mark has a name of its own. The system puts marks that are written at once one behind the
 * other, so that its place among all tells each process whether it is within the limit; a mark is never taken back.
 *
 * @returns false where the limit was reached before: the use is none
 * @throws ApprovalsError `APPROVALS_IO`, `APPROVALS_UNTRUSTED`
 */
export function markUse(folder: string, id: string, maxUses: number | undefined): boolean {
  const file = join(folder, `${id}${USES}`)
  if (maxUses === undefined) {
    append(file, MARK)
    return true
  }
  const mark = `(${randomBytes(16).toString('hex')})`
  append(file, mark)
  const text = readOwnText(file, MAX_BYTES) ?? ''
  const offset = text.indexOf(mark)
  return offset !== -1 && countMarks(text.slice(0, offset)) < maxUses
}

/** @throws ApprovalsError `APPROVALS_UNTRUSTED` where others could have written the marks, `APPROVALS_IO` */
export function countUses(folder: string, id: string): GrantUses {
  const file = join(folder, `${id}${USES}`)
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return { count: 0, lastAt: null }
  return { count: countMarks(readOwnText(file, MAX_BYTES) ?? ''), lastAt: Math.round(stats.mtimeMs) }
}

export function forgetUses(folder: string, id: string): void {
  rmSync(join(folder, `${id}${USES}`), { force: true })
}

/** Every mark ends with one of these, and holds none elsewhere. */
function countMarks(text: string): number {
  let count = 0
  for (const character of text) if (character === MARK || character === ')') count++
  return count
}

function append(file: string, mark: string): void {
  try {
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW
    const descriptor = openSync(file, flags, 0o600)
    try {
      writeSync(descriptor, mark)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    throw asApprovalsError(error, 'write', file)
  }
}
