import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import type { OpenFile } from '../place/place.ts'
import { JOURNAL_NAME, type JournalRecord, type JournalStep } from './journal.ts'

const MOST_BYTES = 16 << 20
const OWN_NAME = /^\.poundlock-patch-\d+-[\da-f]+$/
const HASH = /^[\da-f]{64}$/

export interface FoundJournal {
  /** `null` for a file that no patch of ours wrote. */
  readonly record: JournalRecord | null
  readonly writtenMs: number
}

/**
 * The journal in a folder, if there is one. Any program that may write in the workspace may have forged it: it is only
 * a claim.
 */
export function readJournal(folder: OpenFile): FoundJournal | null {
  let descriptor: number
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
    descriptor = openSync(folder.entry(JOURNAL_NAME), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? null : { record: null, writtenMs: 0 }
  }
  try {
    const stats = fstatSync(descriptor)
    // No patch makes a folder, and who made one keeps it.
    if (stats.isDirectory()) return null
    if (!stats.isFile() || stats.size > MOST_BYTES) return { record: null, writtenMs: 0 }
    return { record: parseRecord(readFileSync(descriptor, 'utf8')), writtenMs: stats.mtimeMs }
  } finally {
    closeSync(descriptor)
  }
}

function parseRecord(text: string): JournalRecord | null {
  try {
    const record = JSON.parse(text) as JournalRecord
    const { owner, steps } = record
    const isOwner =
      Number.isInteger(owner.processId) && [owner.started, owner.machine].every((part) => typeof part === 'string')
    return record.version === 1 && isOwner && Array.isArray(steps) && steps.every(isStep) ? record : null
  } catch {
    return null
  }
}

function isStep({ folder, name, prepared, backup, before, after }: JournalStep): boolean {
  return (
    typeof folder === 'string' &&
    folder.startsWith('/') &&
    typeof name === 'string' &&
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    !/[/\0]/.test(name) &&
    [prepared, backup].every((own) => own === null || (typeof own === 'string' && OWN_NAME.test(own))) &&
    [before, after].every((hash) => hash === null || (typeof hash === 'string' && HASH.test(hash))) &&
    (after === null) === (prepared === null) &&
    (before === null) === (backup === null)
  )
}
