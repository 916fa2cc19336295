/** Bytes of output of one call that are sent while it runs; the rest is counted. */
const MOST_SENT = 200_000
/** Bytes of the end of the output that are kept for a call whose end nobody learns. */
const TAIL_BYTES = 4000
/** Between two times that the end is kept. */
const KEEP_EVERY_MS = 500

export type CallOutputStream = 'stdout' | 'stderr' | 'update'

/** A part of the output, as it is sent. */
export interface OutputPart {
  readonly stream: CallOutputStream
  readonly part: number
  readonly text: string
  readonly omittedBytes?: number
}

export interface OutputSink {
  readonly send: (part: OutputPart) => void
  /** Keeps the end of what came until now. */
  readonly keep: (tail: string) => void
  readonly monotonic: () => number
}

/** What a call says while it runs: numbered parts, up to a number of bytes, and its end. */
export class CallOutput {
  readonly #sink: OutputSink
  #parts = 0
  #sent = 0
  #tail = ''
  #keptAt = -KEEP_EVERY_MS
  /** All bytes that came. */
  bytes = 0

  constructor(sink: OutputSink) {
    this.#sink = sink
  }

  add(stream: CallOutputStream, text: string): void {
    const bytes = Buffer.byteLength(text)
    this.bytes += bytes
    this.#tail = lastBytes(this.#tail + text, TAIL_BYTES)
    const now = this.#sink.monotonic()
    if (now - this.#keptAt >= KEEP_EVERY_MS) {
      this.#keptAt = now
      this.#sink.keep(this.#tail)
    }
    if (this.#sent >= MOST_SENT) return
    const sent = firstBytes(text, MOST_SENT - this.#sent)
    this.#sent += Buffer.byteLength(sent)
    if (sent !== '') this.#sink.send({ stream, part: ++this.#parts, text: sent })
    if (sent !== text) this.#sent = MOST_SENT
  }

  /** Says how much was not sent. */
  end(): void {
    const omittedBytes = this.bytes - Math.min(this.#sent, this.bytes)
    if (omittedBytes > 0) this.#sink.send({ stream: 'update', part: ++this.#parts, text: '', omittedBytes })
  }
}

/** The beginning of a text: at most so many bytes in UTF-8, whole characters. */
export function firstBytes(text: string, most: number): string {
  if (text.length * 3 <= most) return text
  const bytes = Buffer.from(text)
  if (bytes.length <= most) return text
  // A character that is cut waits for its rest, which never comes.
  return new TextDecoder().decode(bytes.subarray(0, most), { stream: true })
}

/** The end of a text, in the same way. */
export function lastBytes(text: string, most: number): string {
  if (text.length * 3 <= most) return text
  const bytes = Buffer.from(text)
  let start = Math.max(0, bytes.length - most)
  while (start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start++
  return bytes.subarray(start).toString()
}
