import { join } from 'node:path'
import { isObject } from '@poundlock/spec'
import { namesIn, readOwnText } from '@poundlock/state-files/node'
import type { TranscriptEntry } from '../loop/transcript-entry.ts'
import { TranscriptError } from './transcript-error.ts'

/** A larger transcript is not read whole into memory. */
const MAX_BYTES = 256 * 1024 * 1024

/** Of a time, or of a session of a gateway, or of a task that an agent gave there. */
const ID = /^(?:\d{8}-\d{6}-[0-9a-f]{8}|s_[0-9a-f]{32}(?:-\d)?)$/
const SUFFIX = '.jsonl'

/** The first entry of a transcript. */
export type SessionEntry = Extract<TranscriptEntry, { type: 'session' }>

/** A transcript as it stands in its file. */
export interface ReadTranscript {
  /** Its first entry: agent, model and workspace. */
  readonly session: SessionEntry
  /** All entries in order, the first one included. */
  readonly entries: readonly TranscriptEntry[]
  /** Bytes of whole lines; a line that was being written when its process ended does not count. */
  readonly wholeBytes: number
}

/** @throws TranscriptError `SESSION_UNKNOWN` for what is no id */
export function transcriptFile(folder: string, id: string): string {
  if (!ID.test(id)) throw unknownSession(id)
  return join(folder, `${id}${SUFFIX}`)
}

/** The ids of the sessions in a folder, the newest first. */
export function transcriptIds(folder: string): readonly string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(SUFFIX))
    .map((name) => name.slice(0, -SUFFIX.length))
    .filter((id) => ID.test(id))
    .toSorted()
    .toReversed()
}

/**
 * The session of a unique beginning or end of its id; of `last` the newest one.
 *
 * @throws TranscriptError `SESSION_UNKNOWN`
 */
export function findTranscript(folder: string, named: string): string {
  const ids = transcriptIds(folder)
  if (named === 'last' && ids[0] !== undefined) return ids[0]
  const found = named === '' ? [] : ids.filter((id) => id.startsWith(named) || id.endsWith(named))
  if (found.length === 1) return found[0]!
  throw unknownSession(named, found.length > 1)
}

/**
 * Reads a transcript.
 *
 * @throws TranscriptError `SESSION_UNKNOWN`, `SESSION_INVALID`; StateFileError where others could have written it
 */
export function readTranscript(folder: string, id: string): ReadTranscript {
  const file = transcriptFile(folder, id)
  const text = readOwnText(file, { ownership: 'own', maxBytes: MAX_BYTES })
  if (text === null) throw unknownSession(id)
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const entries = whole
    .split('\n')
    .slice(0, -1)
    .map((line, index) => readEntry(line) ?? invalid(`${file}:${index + 1}`))
  const [session] = entries
  if (session?.type !== 'session' || session.id !== id) return invalid(file)
  return { session, entries, wholeBytes: Buffer.byteLength(whole) }
}

/** What an entry of each type must have, as far as it is relied on. */
const MEMBERS: Readonly<Record<TranscriptEntry['type'], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  session: { version: (value) => value === 1, id: isText, agent: isText, workspace: isText, model: isText },
  prompt: { content: Array.isArray },
  answer: { turn: Number.isSafeInteger, parts: Array.isArray, usage: isObject },
  'call-started': { callId: isText, runId: isText },
  result: { callId: isText, content: Array.isArray },
  compaction: { messages: Number.isSafeInteger, summary: isText },
  'prompt-ended': { reason: isText },
}

function readEntry(line: string): TranscriptEntry | null {
  try {
    const entry: unknown = JSON.parse(line)
    if (!isObject(entry) || typeof entry['type'] !== 'string' || !Object.hasOwn(MEMBERS, entry['type'])) return null
    const members = MEMBERS[entry['type'] as TranscriptEntry['type']]
    const isWhole = Object.entries(members).every(([key, fits]) => fits(entry[key]))
    return isWhole ? (entry as unknown as TranscriptEntry) : null
  } catch {
    return null
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function invalid(place: string): never {
  throw new TranscriptError(`${place}: is no entry of a transcript`, {
    code: 'SESSION_INVALID',
    remedy: 'Something else has written there. Move the file away, or restore it.',
  })
}

function unknownSession(id: string, isAmbiguous = false): TranscriptError {
  const named = JSON.stringify(id)
  return new TranscriptError(isAmbiguous ? `several sessions have ids with ${named}` : `there is no session ${named}`, {
    code: 'SESSION_UNKNOWN',
    remedy: '`poundlock agent list` shows them.',
  })
}
