import type { Job, Jobs } from '@poundlock/process/jobs'

/** Characters of output in one answer. */
export const MAX_CHARACTERS = 30_000

const decoder = new TextDecoder()

/**
 * The output of a job from `offset` on, or its end where that is more than fits; and the offset of the next reading.
 *
 * It never ends within a word or a private key, and after a cut it begins with a line: redaction sees no half of a
 * secret.
 *
 * @param isQuiet whether no output came since the last reading: then all of it is shown
 */
export function outputSince(
  jobs: Jobs,
  job: Job,
  offset: number,
  isQuiet = false,
): { readonly text: string; readonly next: number; readonly skipped: number } {
  const from = Math.max(offset, job.logSize - MAX_CHARACTERS)
  const bytes = jobs.readLog(job.id, from, job.logSize - from)
  const start = from > offset ? firstShown(jobs, job, from, bytes) : 0
  // The end may be within a character while the job runs; the rest is read the next time.
  const whole = job.phase === 'running' ? completeLength(bytes) : bytes.length
  const end = job.phase === 'running' && !isQuiet ? settledLength(bytes.subarray(0, whole), start) : whole
  return { text: decoder.decode(bytes.subarray(start, end)), next: from + end, skipped: from + start - offset }
}

/**
 * How much of the log can be shown, in bytes: while a job runs, it never ends within a word or a private key.
 *
 * @param isQuiet as for `outputSince`
 */
export function shownSize(jobs: Jobs, job: Job, isQuiet = false): number {
  if (job.phase !== 'running') return job.logSize
  const from = Math.max(0, job.logSize - LONGEST_KEY)
  const bytes = jobs.readLog(job.id, from, job.logSize - from)
  const whole = completeLength(bytes)
  return from + (isQuiet ? whole : settledLength(bytes.subarray(0, whole), 0))
}

/** The start of the shown part after a cut: a line, and no part of a private key. */
function firstShown(jobs: Jobs, job: Job, from: number, bytes: Uint8Array): number {
  const text = asBuffer(bytes)
  const before = Math.max(0, from - LONGEST_KEY)
  const around = Buffer.concat([asBuffer(jobs.readLog(job.id, before, from - before)), text])
  const begin = around.lastIndexOf(KEY_BEGIN, from - before)
  const end = begin < 0 ? -1 : around.indexOf(KEY_END, begin)
  const isInKey = end >= from - before && end - begin < LONGEST_KEY
  const line = text.indexOf(LINE_END, isInKey ? end - (from - before) : 0) + 1
  if (line > 0) return line
  if (isInKey) return text.length
  // One line that is longer than an answer: cut within something longer than any word.
  return characterStart(text, Math.min(LONGEST_WORD, text.length))
}

/** The first place from `at` on where a character of UTF-8 begins. */
function characterStart(bytes: Uint8Array, at: number): number {
  let start = at
  while (start < bytes.length && start < at + 3 && (bytes[start]! & 0xc0) === 0x80) start++
  return start
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

const LINE_END = 0x0a
const BLANKS: ReadonlySet<number> = new Set([0x09, LINE_END, 0x0d, 0x20])
/** Nothing longer is waited for: a word, a private key. */
const LONGEST_WORD = 4096
export const LONGEST_KEY = 65_536
/** How the lines around a private key begin (RFC 7468), and other lines of that kind. */
const KEY_BEGIN = '-----BEGIN '
export const KEY_END = '-----END '

/** Up to where nothing can be the beginning of something that is yet to come. */
function settledLength(bytes: Uint8Array, start: number): number {
  const text = asBuffer(bytes)
  const begin = text.lastIndexOf(KEY_BEGIN)
  if (begin >= start && bytes.length - begin < LONGEST_KEY && text.indexOf(KEY_END, begin) < 0) return begin
  for (let end = bytes.length; end > Math.max(start, bytes.length - LONGEST_WORD); end--) {
    if (BLANKS.has(bytes[end - 1]!)) return end
  }
  return bytes.length - start > LONGEST_WORD ? bytes.length : start
}

/** The length without a character at its end that is not complete yet. */
function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) {
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return needs > back ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}
