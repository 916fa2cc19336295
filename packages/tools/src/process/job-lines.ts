import { setImmediate as turn } from 'node:timers/promises'
import type { Job, Jobs } from '@poundlock/process/jobs'
import { KEY_END, LONGEST_KEY, MAX_CHARACTERS } from './job-text.ts'

const CHUNK_BYTES = 256 * 1024

export interface LogLines {
  readonly lines: readonly string[]
  /** The number of the first one, from 0. */
  readonly offset: number
  readonly total: number
  /** True when lines were left out, since they are longer than an answer. */
  readonly cut: boolean
}

export interface WantedLines {
  /** The first one, from 0; the last ones when absent. */
  readonly offset?: number
  readonly limit: number
  /** So many bytes of the log are read. */
  readonly size: number
}

/**
 * Lines of a log: from `offset` on, or the last ones. A private key at the beginning or end of an answer is shown
 * whole, or not at all: redaction recognises a key by its beginning.
 */
export async function readLines(
  jobs: Jobs,
  job: Job,
  { offset, limit, size }: WantedLines,
  abortSignal: AbortSignal,
): Promise<LogLines> {
  const picked = offset === undefined ? new LastLines(limit) : new LinesFrom(offset, limit)
  const streaming = new TextDecoder()
  let rest = ''
  for (let at = 0; at < size; at += CHUNK_BYTES) {
    const bytes = jobs.readLog(job.id, at, Math.min(CHUNK_BYTES, size - at))
    const lines = (rest + streaming.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop()!
    if (rest.length > MAX_CHARACTERS * 2) rest = rest.slice(0, MAX_CHARACTERS * 2)
    for (const line of lines) picked.take(line)
    // A log can have a gigabyte: others have their turn.
    await turn()
    abortSignal.throwIfAborted()
  }
  if (rest !== '') picked.take(rest)
  return picked.end()
}

const shortened = (line: string) => (line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line)

/** RFC 7468; RFC 9580, 6.2 */
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/

/** Knows which lines belong to a private key. */
class KeyWatch {
  /** The lines of the key that the last line is in, its first one included; empty outside. */
  open: string[] = []
  #characters = 0

  take(line: string): void {
    const isBegin = PRIVATE_KEY.test(line)
    if (isBegin) this.#reset()
    if (!isBegin && this.open.length === 0) return
    this.open.push(line)
    this.#characters += line.length + 1
    if (line.includes(KEY_END) || this.#characters > LONGEST_KEY) this.#reset()
  }

  #reset(): void {
    this.open = []
    this.#characters = 0
  }
}

class LinesFrom {
  readonly #lines: string[] = []
  readonly #watch = new KeyWatch()
  readonly #offset: number
  readonly #limit: number
  #first: number
  #total = 0
  #characters = 0
  #isCut = false
  #isDone = false

  constructor(offset: number, limit: number) {
    this.#offset = offset
    this.#limit = limit
    this.#first = offset
  }

  take(line: string): void {
    const number = this.#total++
    const { open } = this.#watch
    const inKey = open.length
    this.#watch.take(line)
    if (number < this.#offset || this.#isDone) return
    if (number === this.#offset) {
      this.#first -= inKey
      for (const earlier of open.slice(0, inKey)) this.#keep(earlier)
    }
    const isFull = number >= this.#offset + this.#limit
    const isTooMuch = this.#characters + line.length > MAX_CHARACTERS
    // A key that was begun is shown to its end.
    if ((isFull || isTooMuch) && inKey === 0) {
      this.#isDone = true
      this.#isCut = !isFull
      return
    }
    this.#keep(line)
  }

  end(): LogLines {
    return { lines: this.#lines, offset: this.#first, total: this.#total, cut: this.#isCut }
  }

  #keep(line: string): void {
    this.#lines.push(shortened(line))
    this.#characters += line.length
  }
}

class LastLines {
  readonly #lines: { readonly text: string; readonly isInKey: boolean }[] = []
  readonly #watch = new KeyWatch()
  readonly #limit: number
  #total = 0
  #characters = 0
  #isCut = false

  constructor(limit: number) {
    this.#limit = limit
  }

  take(line: string): void {
    this.#total++
    const isInKey = this.#watch.open.length > 0
    this.#watch.take(line)
    this.#lines.push({ text: shortened(line), isInKey })
    this.#characters += line.length
    while (this.#lines.length > 1 && (this.#lines.length > this.#limit || this.#characters > MAX_CHARACTERS)) {
      this.#isCut ||= this.#lines.length <= this.#limit
      this.#characters -= this.#lines.shift()!.text.length
    }
  }

  end(): LogLines {
    const lines = this.#lines.slice(
      Math.max(
        0,
        this.#lines.findIndex(({ isInKey }) => !isInKey),
      ),
    )
    const shown = this.#lines.every(({ isInKey }) => isInKey) && this.#total > this.#lines.length ? [] : lines
    return {
      lines: shown.map(({ text }) => text),
      offset: this.#total - shown.length,
      total: this.#total,
      cut: this.#isCut,
    }
  }
}
