import { randomBytes } from 'node:crypto'
import { closeSync, constants, fdatasync, ftruncateSync, openSync, symlinkSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describeHolder, isGone, linkTarget, makeOwnFile, makeOwnFolder, withLock } from '@poundlock/state-files/node'
import type { TranscriptEntry, WriteEntry } from '../loop/transcript-entry.ts'
import { readTranscript, transcriptFile, type SessionEntry } from './read-transcript.ts'
import { TranscriptError } from './transcript-error.ts'

const syncData = promisify(fdatasync)
const LOCK_MS = 10_000

/** A transcript that this process alone adds to. */
export interface OpenTranscript {
  /** Its first entry: agent, model and workspace. */
  readonly session: SessionEntry
  /** The entries that were there when it was opened. */
  readonly entries: readonly TranscriptEntry[]
  /**
   * Adds an entry. A start of a call that does more than read lasts when the power fails, and so does all before it.
   *
   * @throws TranscriptError `SESSION_BROKEN`, and from then on for every entry
   */
  readonly write: WriteEntry
  /** Lets other processes work in the session. */
  close(): void
}

/** What a new session is about. */
export type NewSession = Pick<SessionEntry, 'agent' | 'workspace' | 'model' | 'parent'> & {
  /** Of the session of a gateway, `s_…`; a new one unless set. */
  readonly id?: string
}

/** Makes a session with an empty transcript, mode 0600, and opens it. */
export async function createTranscript(folder: string, given: NewSession): Promise<OpenTranscript> {
  return startTranscript(folder, given, [])
}

/** Makes a session that begins with all that another one has said until now. */
export async function forkTranscript(folder: string, id: string): Promise<OpenTranscript> {
  const { session, entries } = readTranscript(folder, id)
  const { agent, workspace, model } = session
  return startTranscript(folder, { agent, workspace, model, parent: id }, entries.slice(1))
}

/**
 * Opens the transcript of a session, for this process alone.
 *
 * @throws TranscriptError `SESSION_UNKNOWN`, `SESSION_BUSY`, `SESSION_INVALID`
 */
export async function openTranscript(folder: string, id: string): Promise<OpenTranscript> {
  const file = transcriptFile(folder, id)
  // An unknown session is said to be one before its folder is locked.
  readTranscript(folder, id)
  const release = await claim(folder, id)
  try {
    const { session, entries, wholeBytes } = readTranscript(folder, id)
    const descriptor = openSync(file, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW)
    // A line that was being written when its process ended was never relied on.
    ftruncateSync(descriptor, wholeBytes)
    return openedOn(descriptor, { session, entries }, release)
  } catch (error) {
    release()
    throw error
  }
}

async function startTranscript(
  folder: string,
  { id: wanted, ...given }: NewSession,
  earlier: readonly TranscriptEntry[],
): Promise<OpenTranscript> {
  makeOwnFolder(folder)
  const now = new Date().toISOString()
  const stamp = now.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const id = wanted ?? `${stamp}-${randomBytes(4).toString('hex')}`
  const session: SessionEntry = { type: 'session', version: 1, id, createdAt: now, ...given }
  makeOwnFile(transcriptFile(folder, id), [session, ...earlier].map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return openTranscript(folder, id)
}

function openedOn(
  descriptor: number,
  { session, entries }: Pick<OpenTranscript, 'session' | 'entries'>,
  release: () => void,
): OpenTranscript {
  let broken: TranscriptError | null = null
  let isOpen = true
  const write = async (entry: TranscriptEntry): Promise<void> => {
    if (!isOpen) throw closedError()
    if (broken !== null) throw broken
    try {
      const bytes = Buffer.from(`${JSON.stringify(entry)}\n`)
      for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
      if (entry.type === 'call-started' && !entry.onlyReads) await syncData(descriptor)
    } catch (cause) {
      // A part of the line may stand there: what follows it would be read as one with it.
      broken = new TranscriptError('the transcript of the session cannot be written', {
        code: 'SESSION_BROKEN',
        remedy: 'Make room on the disk, and resume the session.',
        cause,
      })
      throw broken
    }
  }
  return {
    session,
    entries,
    write,
    close() {
      if (!isOpen) return
      isOpen = false
      closeSync(descriptor)
      release()
    },
  }
}

/** Takes a session for this process; what a process held that has ended is free. */
async function claim(folder: string, id: string): Promise<() => void> {
  const path = join(folder, `${id}.holder`)
  await withLock(folder, LOCK_MS, () => {
    const holder = linkTarget(path)
    if (holder !== null) {
      if (!isGone(holder)) throw busyError(id, holder)
      unlinkSync(path)
    }
    symlinkSync(describeHolder(), path)
  })
  return () => {
    try {
      unlinkSync(path)
    } catch {
      // Removed by hand: it is free, which is what was wanted.
    }
  }
}

const busyError = (id: string, holder: string) =>
  new TranscriptError(`process ${holder.split(':')[0] ?? ''} works in the session ${id}`, {
    code: 'SESSION_BUSY',
    remedy: 'Wait until it has ended, or fork the session.',
  })

const closedError = () =>
  new TranscriptError('the session is closed', { code: 'SESSION_BROKEN', remedy: 'Open it again.' })
