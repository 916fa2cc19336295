import type { Job, Jobs } from '@poundlock/process/jobs'

/** Characters of output in one answer. */
export const MAX_CHARACTERS = 30_000

const CHUNK_BYTES = 256 * 1024
const decoder = new TextDecoder()

/** What a job wrote from `offset` on, or the end of it where that is more than fits; and where the next reading starts. */
export function outputSince(
  jobs: Jobs,
  job: Job,
  offset: number,
): { readonly text: string; readonly next: number; readonly skipped: number } {
  const from = Math.max(offset, job.logSize - MAX_CHARACTERS)
  const bytes = jobs.readLog(job.id, from, job.logSize - from)
  // The end may be in the middle of a character, unless nothing follows; what is left over is read the next time.
  const whole = job.phase === 'running' ? completeLength(bytes) : bytes.length
  return { text: decoder.decode(bytes.subarray(0, whole)), next: from + whole, skipped: from - offset }
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

/** Lines of the log: from `offset` on, or the last ones. */
export function readLines(jobs: Jobs, job: Job, { offset, limit }: { offset?: number; limit: number }): LogLines {
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
  for (let at = 0; at < job.logSize; at += CHUNK_BYTES) {
    const bytes = jobs.readLog(job.id, at, Math.min(CHUNK_BYTES, job.logSize - at))
    const lines = (rest + streaming.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop()!
    if (rest.length > MAX_CHARACTERS * 2) rest = rest.slice(0, MAX_CHARACTERS * 2)
    for (const line of lines) take(line)
  }
  if (rest !== '') take(rest)
  return { lines: kept, offset: first, total, cut }
}
