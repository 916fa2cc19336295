import type { FileHandle } from 'node:fs/promises'

/** Which lines to read, and how much of them to keep. */
export interface LineRangeRequest {
  /** Counted from 1. */
  readonly first: number
  readonly count: number
  /** Of each line so many bytes are kept. */
  readonly mostLineBytes: number
  /** Of all lines together; the line that passes it is the last one. */
  readonly mostBytes: number
  /** Whether to read on to the end for the number of lines. */
  readonly countsAll: boolean
}

export interface Line {
  /** Without its line feed, and cut. */
  readonly bytes: Buffer
  /** How long it is in the file. */
  readonly length: number
}

export interface LineRange {
  readonly lines: readonly Line[]
  /** The number of lines; `null` when the end was not reached. */
  readonly total: number | null
}

const LINE_FEED = 10

/** Reads lines from chunks of bytes, and keeps no more of them than it was asked for. */
export async function readLineRange(chunks: AsyncIterable<Buffer>, request: LineRangeRequest): Promise<LineRange> {
  const reader = new LineReader(request)
  for await (const chunk of chunks) {
    if (!reader.take(chunk)) return { lines: reader.lines, total: null }
  }
  return { lines: reader.lines, total: reader.end() }
}

const MOST_CHUNK_BYTES = 1 << 20
/** Files of `/proc` say that they are empty, and are not. */
const LEAST_CHUNK_BYTES = 4096

/**
 * The content of a file from the start, in chunks that are valid until the next one.
 *
 * @param size what the file says; a small file needs no large buffer, each of which makes the next full collection of
 *   garbage come earlier
 */
export async function* readChunks(handle: FileHandle, size: number, abortSignal: AbortSignal): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(MOST_CHUNK_BYTES, Math.max(LEAST_CHUNK_BYTES, size)))
  for (let position = 0; ;) {
    abortSignal.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

class LineReader {
  readonly lines: Line[] = []
  readonly #request: LineRangeRequest
  readonly #last: number
  #number = 1
  #kept = 0
  #parts: Buffer[] = []
  #partsLength = 0
  #length = 0
  #isFull = false

  constructor(request: LineRangeRequest) {
    this.#request = request
    this.#last = request.first + request.count - 1
  }

  /** @returns false when nothing more is wanted */
  take(chunk: Buffer): boolean {
    let at = 0
    while (at < chunk.length) {
      if (this.#number < this.#request.first || this.#isDone()) {
        if (this.#isDone() && !this.#request.countsAll) return false
        at = this.#skipLines(chunk, at)
        continue
      }
      const end = chunk.indexOf(LINE_FEED, at)
      this.#keep(chunk, at, end < 0 ? chunk.length : end)
      if (end < 0) break
      this.#finishLine()
      at = end + 1
    }
    return true
  }

  /** @returns the number of lines */
  end(): number {
    if (this.#length === 0) return this.#number - 1
    if (this.#number >= this.#request.first && !this.#isDone()) this.#finishLine()
    else this.#number++
    return this.#number - 1
  }

  #isDone(): boolean {
    return this.#isFull || this.#number > this.#last
  }

  /** Passes over lines that are not wanted: up to the first that is, or to the end of the chunk. */
  #skipLines(chunk: Buffer, from: number): number {
    const wanted = this.#isDone() ? Infinity : this.#request.first
    let at = from
    while (this.#number < wanted) {
      const end = chunk.indexOf(LINE_FEED, at)
      if (end < 0) {
        this.#length = chunk.length - at + (at === from ? this.#length : 0)
        return chunk.length
      }
      this.#number++
      at = end + 1
    }
    this.#length = 0
    return at
  }

  #keep(chunk: Buffer, from: number, to: number): void {
    this.#length += to - from
    const room = this.#request.mostLineBytes - this.#partsLength
    if (room <= 0 || to === from) return
    // A copy: the chunk is used again.
    const part = Buffer.from(chunk.subarray(from, Math.min(to, from + room)))
    this.#parts.push(part)
    this.#partsLength += part.length
  }

  #finishLine(): void {
    const bytes = Buffer.concat(this.#parts)
    this.lines.push({ bytes, length: this.#length })
    this.#kept += bytes.length + 1
    this.#isFull = this.#kept >= this.#request.mostBytes
    this.#parts = []
    this.#partsLength = 0
    this.#length = 0
    this.#number++
  }
}
