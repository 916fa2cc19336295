import { closeSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { withLock } from '@poundlock/state-files/node'
import { AuditError } from '../audit-error.ts'
import { isHash, type ChainHead } from '../record.ts'
import type { Verification } from '../verify/verification.ts'
import { createVerifier, type Verifier } from '../verify/verifier.ts'
import { sha256 } from './hash.ts'
import { readLines } from './read-lines.ts'
import { listSegments, openSegment, segmentAt, type Segment } from './segments.ts'

/** The head that a log must end with. */
export interface VerifyOptions {
  /** The hash of a head noted elsewhere; it has to be in the chain still. */
  readonly head?: string
  /** Where the first segment goes on from, when earlier ones are kept elsewhere. */
  readonly start?: ChainHead
}

export interface LogVerification extends Verification {
  /** Files that were read. */
  readonly segments: number
}

/** A write takes microseconds; who cannot have the lock for so long reads without it. */
const LOCK_TIMEOUT_MS = 1000

/**
 * Verifies all segments of a log, in constant memory, while others may append to it. A folder that does not exist is
 * an empty log.
 *
 * @throws AuditError when the folder cannot be read, or `head` is no hash; all that is wrong with the log is a value
 */
export async function verifyAuditLog(directory: string, options: VerifyOptions = {}): Promise<LogVerification> {
  const { head, start } = options
  if (head !== undefined && !isHash(head)) {
    throw new AuditError(`${JSON.stringify(head)} is no hash.`, {
      code: 'AUDIT_DATA',
      remedy: 'Give 64 hexadecimal digits.',
    })
  }
  const path = resolve(directory)
  const verifier = createVerifier({
    hash: sha256,
    ...(head === undefined ? {} : { anchor: head }),
    ...(start === undefined ? {} : { start }),
  })
  const extents = await measure(path)
  let expected = start === undefined ? 1 : (extents[0]?.segment.number ?? 1)
  for (const { segment, size } of extents) {
    if (segment.number !== expected) reportMissing(verifier, path, expected, segment)
    expected = segment.number + 1
    await verifySegment(verifier, segment, size)
  }
  return { ...verifier.finish(), segments: extents.length }
}

interface Extent {
  readonly segment: Segment
  readonly size: number
}

/** The files and their sizes at a moment when nobody is writing, so that no record is seen half written. */
async function measure(path: string): Promise<Extent[]> {
  const look = (): Extent[] =>
    listSegments(path).map((segment) => ({
      segment,
      size: statSync(segment.path, { throwIfNoEntry: false })?.size ?? 0,
    }))
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return []
  try {
    return await withLock(path, LOCK_TIMEOUT_MS, look)
  } catch {
    // Someone who may only read cannot lock; what they see may end within a record.
    return look()
  }
}

async function verifySegment(verifier: Verifier, segment: Segment, size: number): Promise<void> {
  let descriptor: number
  try {
    descriptor = openSegment(segment, 'read').descriptor
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    verifier.report({ line: 0, segment: segment.name, seq: null, kind: 'segment', message })
    return
  }
  try {
    const range = { from: 0, to: size, segment: segment.name }
    for await (const line of readLines(descriptor, range)) verifier.accept(line)
  } finally {
    closeSync(descriptor)
  }
}

function reportMissing(verifier: Verifier, path: string, expected: number, found: Segment): void {
  const first = segmentAt(path, expected).name
  const last = segmentAt(path, found.number - 1).name
  verifier.report({
    line: 0,
    segment: found.name,
    seq: null,
    kind: 'segment',
    message: first === last ? `${first} before it is missing.` : `${first} to ${last} before it are missing.`,
  })
}
