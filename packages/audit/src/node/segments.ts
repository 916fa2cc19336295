import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  type Stats,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { AuditError } from '../audit-error.ts'
import { systemError } from './system-error.ts'
import { checkTrust } from './trust.ts'

const NAME = /^(\d{6,12})\.jsonl$/

/** One file of a log. */
export interface Segment {
  /** From 1. */
  readonly number: number
  readonly name: string
  readonly path: string
}

/** The file of that number, whether it exists or not. */
export function segmentAt(directory: string, number: number): Segment {
  const name = `${String(number).padStart(6, '0')}.jsonl`
  return { number, name, path: join(directory, name) }
}

/** The files of a log in order; other files of the folder are none of it. */
export function listSegments(directory: string): Segment[] {
  let names: string[]
  try {
    names = readdirSync(directory)
  } catch (error) {
    throw systemError(error, 'read the audit folder', directory)
  }
  const segments: Segment[] = []
  for (const name of names) {
    const number = Number(NAME.exec(name)?.[1] ?? 0)
    // `0000001.jsonl` is nobody's second way of writing `000001.jsonl`.
    if (number > 0 && segmentAt(directory, number).name === name) segments.push(segmentAt(directory, number))
  }
  return segments.toSorted((a, b) => a.number - b.number)
}

/**
 * Makes the folder where it is missing, mode 0700, and checks that nobody else can write to it.
 *
 * @throws AuditError
 */
export function prepareDirectory(directory: string): void {
  try {
    makeFolder(directory)
  } catch (error) {
    throw systemError(error, 'make the audit folder', directory)
  }
  checkFolder(directory)
}

/** As mkdir's own `recursive`, which answers ENOENT where the file system is read-only. */
function makeFolder(directory: string): void {
  if (tryMakeFolder(directory)) return
  const parent = dirname(directory)
  if (parent !== directory) makeFolder(parent)
  if (!tryMakeFolder(directory)) mkdirSync(directory, { mode: 0o700 })
}

/** False where its parent is missing. */
function tryMakeFolder(directory: string): boolean {
  try {
    mkdirSync(directory, { mode: 0o700 })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return true
    if (code === 'ENOENT') return false
    throw error
  }
}

/** @throws AuditError where the folder is gone, is a link, or others can write to it */
export function checkFolder(directory: string, user?: number): void {
  let stats: Stats
  try {
    stats = lstatSync(directory)
  } catch (error) {
    throw systemError(error, 'look at', directory)
  }
  checkTrust(directory, stats, 'folder', user)
}

/** A descriptor with what was checked about it. */
export interface OpenSegment extends Segment {
  readonly descriptor: number
  readonly stats: Stats
}

/**
 * Opens a segment, never through a link, never one that others can write.
 *
 * @param access `append` for one that exists, `create` for one that does not, `read` for anybody who may
 * @throws AuditError
 */
export function openSegment(segment: Segment, access: 'append' | 'create' | 'read'): OpenSegment {
  const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants
  const flags = access === 'read' ? O_RDONLY : O_RDWR | O_APPEND | (access === 'create' ? O_CREAT | O_EXCL : 0)
  let descriptor: number
  try {
    // Opening a pipe that somebody put there must not wait for its other end.
    descriptor = openSync(segment.path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600)
  } catch (error) {
    throw systemError(error, access === 'create' ? 'create' : 'open', segment.path)
  }
  try {
    const stats = fstatSync(descriptor)
    if (access !== 'read') checkTrust(segment.path, stats, 'file')
    else if (!stats.isFile()) throw notAFile(segment)
    return { ...segment, descriptor, stats }
  } catch (error) {
    closeSync(descriptor)
    throw systemError(error, 'check', segment.path)
  }
}

function notAFile(segment: Segment): AuditError {
  return new AuditError(`${segment.path} is no regular file.`, {
    code: 'AUDIT_UNTRUSTED',
    remedy: 'Move it away.',
    details: { path: segment.path },
  })
}

/** Makes the name of a new file as durable as its content. */
export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, constants.O_RDONLY)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
