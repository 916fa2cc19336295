import { cutTo, tailOf } from './character-boundary.ts'
import type { SpillFile } from './spill-file.ts'

/** Which of the two streams a piece of output comes from. */
export type OutputStream = 'stdout' | 'stderr'

/** Output of a command, as it arrives. */
export interface OutputChunk {
  /** Standard output or standard error. */
  readonly stream: OutputStream
  /** Whole characters: one that arrives in two pieces is held back until it is complete. */
  readonly text: string
  /** The piece itself, for those who pass it on unread. */
  readonly bytes: Uint8Array
}

/** The captured output of a command. */
export interface CapturedOutput {
  readonly stdout: string
  readonly stderr: string
  /** The end of both streams in order of arrival. */
  readonly tail: string
  readonly truncated: boolean
}

/** Takes a command's output piece by piece and keeps a bounded part of it. */
export interface OutputCapture {
  /** Decodes one piece; `settled` resolves when the reader may go on. */
  add(stream: OutputStream, bytes: Uint8Array): { text: string; settled: Promise<void> | undefined }
  /** The rest of an incomplete character: U+FFFD, or nothing. */
  end(stream: OutputStream): string
  result(): CapturedOutput
}

const TAIL_CHARACTERS = 20_000

/** Pieces are joined when there are this many, since an array of one-byte buffers is far larger than its bytes. */
const MAX_PIECES = 256

class StreamText {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  private pieces: string[] = []
  private keptBytes = 0
  /** UTF-16 units that arrived, kept or not. */
  length = 0
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  decode(bytes: Uint8Array | undefined): string {
    const text = bytes === undefined ? this.decoder.decode() : this.decoder.decode(bytes, { stream: true })
    this.length += text.length
    if (this.keptBytes < this.limit && text !== '') {
      this.pieces.push(text.slice(0, this.limit - this.keptBytes))
      this.keptBytes = Math.min(this.limit, this.keptBytes + text.length)
      if (this.pieces.length > MAX_PIECES) this.pieces = [this.pieces.join('')]
    }
    return text
  }

  fit(length: number): string {
    const text = this.pieces.join('')
    return this.length <= length ? text : cutTo(text, length)
  }
}

/**
 * Keeps the first `limit` UTF-16 units of both streams together, each guaranteed half of them: a flood on one never
 * costs the message on the other. Memory stays within a small multiple of `limit`, however much arrives.
 */
export function createOutputCapture(limit: number, spill: SpillFile | undefined): OutputCapture {
  const streams = { stdout: new StreamText(limit), stderr: new StreamText(limit) }
  let retained: Uint8Array[] | null = spill === undefined ? null : []
  let tail = ''

  const total = (): number => streams.stdout.length + streams.stderr.length

  const take = (stream: OutputStream, bytes: Uint8Array | undefined): string => {
    const text = streams[stream].decode(bytes)
    tail = tail.length + text.length > 2 * TAIL_CHARACTERS ? tailOf(tail + text, TAIL_CHARACTERS) : tail + text
    return text
  }

  const keep = (bytes: Uint8Array): Promise<void> | undefined => {
    if (spill === undefined) return undefined
    if (retained === null) return spill.write([bytes])
    retained.push(bytes)
    if (total() > limit) {
      const chunks = retained
      retained = null
      return spill.write(chunks)
    }
    if (retained.length > MAX_PIECES) retained = [Buffer.concat(retained)]
    return undefined
  }

  return {
    add(stream, bytes) {
      const text = take(stream, bytes)
      return { text, settled: keep(bytes) }
    },
    end(stream) {
      const text = take(stream, undefined)
      // An incomplete last character can be the one that exceeds the limit.
      if (retained !== null && total() > limit) void keep(new Uint8Array(0))
      return text
    },
    result() {
      const { stdout, stderr } = streams
      const truncated = total() > limit
      const half = Math.floor(limit / 2)
      const forErrors = Math.min(stderr.length, Math.max(half, limit - stdout.length))
      const forOutput = Math.min(stdout.length, limit - forErrors)
      return {
        stdout: stdout.fit(forOutput),
        stderr: stderr.fit(forErrors),
        tail: tailOf(tail, TAIL_CHARACTERS),
        truncated,
      }
    },
  }
}
