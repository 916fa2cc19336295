import type { Job, Jobs } from '@poundlock/process/jobs'

/** Characters of output in one answer. */
export const MAX_CHARACTERS = 30_000

const CHUNK_BYTES = 256 * 1024
const decoder = new TextDecoder()

/**
 * What a job wrote from `offset` on, or the end of it where that is more than fits; and where the next reading starts.
 *
 * Nothing ends within a word or a private key, and what is cut off begins with a line: whoever takes secrets out of an
 * answer sees no half of one.
 *
 * @param isQuiet whether nothing came since somebody looked: then what there is, is all for now
 */
export function outputSince(
  jobs: Jobs,
  job: Job,
  offset: number,
  isQuiet = false,
): { readonly text: string; readonly next: number; readonly skipped: number } {
  const from = Math.max(offset, job.logSize - MAX_CHARACTERS)
  const bytes = jobs.readLog(job.id, from, job.logSize - from)
  const start = from > offset ? bytes.indexOf(LINE_END) + 1 : 0
  // The end may be in the middle of a character, unless nothing follows; what is left over is read the next time.
  const whole = job.phase === 'running' ? completeLength(bytes) : bytes.length
  const end = job.phase === 'running' && !isQuiet ? settledLength(bytes.subarray(0, whole), start) : whole
  return { text: decoder.decode(bytes.subarray(start, end)), next: from + end, skipped: from + start - offset }
}

/**
 * How much of the log can be shown, in bytes: of what a running job writes, nothing ends within a word or a private key.
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

const LINE_END = 0x0a
const BLANKS: ReadonlySet<number> = new Set([0x09, LINE_END, 0x0d, 0x20])
/** Nothing longer is waited for: a word, a private key. */
const LONGEST_WORD = 4096
const LONGEST_KEY = 65_536

/** Up to where nothing can be the beginning of something that is yet to come. */
function settledLength(bytes: Uint8Array, start: number): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const begin = text.lastIndexOf('-----BEGIN ')
  if (begin >= start && bytes.length - begin < LONGEST_KEY && text.indexOf('-----END ', begin) < 0) return begin
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

export interface LogLines {
  readonly lines: readonly string[]
  /** The number of the first one, from 0. */
  readonly offset: number
  readonly total: number
  /** True when lines were left out, since they are longer than an answer. */
  readonly cut: boolean
}

/** Lines of the first `size` bytes of the log: from `offset` on, or the last ones. */
export function readLines(
  jobs: Jobs,
  job: Job,
  { offset, limit, size }: { offset?: number; limit: number; size: number },
): LogLines {
  const kept: string[] = []
  let total = 0
  let first = offset ?? 0
  let characters = 0
  let cut = false
  const take = (line: string) => {
    const number = total++
    if (offset !== undefined && (number < offset || kept.length >= limit || cut)) return
    if (offset !== undefined && characters + line.length > MAX_CHARACTERS) {
      cut = true
      return
    }
    kept.push(line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line)
    characters += line.length
    while (offset === undefined && kept.length > 1 && (kept.length > limit || characters > MAX_CHARACTERS)) {
      cut ||= kept.length <= limit
      characters -= kept.shift()!.length
      first = total - kept.length
    }
  }
  const streaming = new TextDecoder()
  let rest = ''
  for (let at = 0; at < size; at += CHUNK_BYTES) {
    const bytes = jobs.readLog(job.id, at, Math.min(CHUNK_BYTES, size - at))
    const lines = (rest + streaming.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop()!
    if (rest.length > MAX_CHARACTERS * 2) rest = rest.slice(0, MAX_CHARACTERS * 2)
    for (const line of lines) take(line)
  }
  if (rest !== '') take(rest)
  return { lines: kept, offset: first, total, cut }
}
