import { ByteBuffer } from './byte-buffer.ts'
import {
  DEFAULT_FRAMING_LIMITS,
  type FrameBody,
  type FrameDecoder,
  FramingError,
  type FramingLimits,
  type TextCodec,
} from './framing.ts'

const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d
const SMALL_C = 0x63
const FEW = 32
/** The beginning of a message is kept as a text up to so many bytes: a longer one likely has its end far away. */
const MOST_BEGUN = 4096
const NOTHING: Uint8Array = new Uint8Array(0)
const OTHER_FRAMING = /^content-(?:length|type):/i

/**
 * Messages that each end in a newline, as in MCP over stdio. Nothing else separates them: not the line and paragraph
 * separators of Unicode, not a carriage return. Empty lines are none.
 */
export class NewlineDecoder implements FrameDecoder {
  readonly #limits: FramingLimits
  readonly #codec: Pick<TextCodec, 'decodeAscii'>
  /** The beginning of a message whose end has not arrived. */
  readonly #waiting = new ByteBuffer()
  /** The same, while it is short and ASCII and nothing else came after it: its text, and the chunk that ends in it. */
  #begun = ''
  #begunIn = NOTHING

  /** @param codec with it, messages of ASCII are handed out as texts where that is faster */
  constructor(limits: Partial<FramingLimits> = {}, codec: Pick<TextCodec, 'decodeAscii'> = {}) {
    this.#limits = { ...DEFAULT_FRAMING_LIMITS, ...limits }
    this.#codec = codec
  }

  push(chunk: Uint8Array, frame: (body: FrameBody) => void): void {
    let start = 0
    if (this.#waiting.length > 0) {
      const end = nextNewline(chunk, 0)
      this.#gather(chunk, 0, end === -1 ? chunk.length : end)
      if (end === -1) return
      this.#finishGathered(frame)
      start = end + 1
    }
    start = this.#takeText(chunk, start, frame)
    for (let end = nextNewline(chunk, start); end !== -1; end = nextNewline(chunk, start)) {
      if (this.#waiting.length === 0) this.#finish(chunk, start, end, frame)
      else {
        this.#gather(chunk, start, end)
        this.#finishGathered(frame)
      }
      start = end + 1
    }
    if (start < chunk.length) this.#gather(chunk, start, chunk.length)
  }

  end(): void {
    if (this.#waiting.length > 0 || this.#begun !== '') {
      throw new FramingError('truncated_frame', 'The stream ended in the middle of a message, before its newline.')
    }
  }

  /**
   * Takes the lines that end in a chunk where all of them are ASCII: one text for all, and no bytes for each.
   *
   * @returns where the rest begins, which is to be taken byte by byte
   */
  #takeText(chunk: Uint8Array, start: number, frame: (body: FrameBody) => void): number {
    const text = this.#textOf(chunk, start)
    let end = text === undefined ? -1 : text.indexOf('\n')
    if (text === undefined || (end === -1 && this.#begun !== '')) {
      this.#spill()
      return start
    }
    let at = 0
    if (this.#begun !== '') {
      this.#finishBegun(text, end, frame)
      at = end + 1
      end = text.indexOf('\n', at)
    }
    for (; end !== -1; end = text.indexOf('\n', at)) {
      if (end - at > this.#limits.maxFrameBytes) this.#checkLength(end - at)
      const last = text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end
      if (last > at) {
        const line = text.slice(at, last)
        if ((text.charCodeAt(at) | 0x20) === SMALL_C) refuseHeader(line)
        frame(line)
      }
      at = end + 1
    }
    if (at < text.length) {
      this.#checkLength(text.length - at)
      this.#begun = at === 0 ? text : text.slice(at)
      this.#begunIn = chunk
    }
    return start + text.length
  }

  /** Takes a message that began in the chunk before this one, whose text has its end. */
  #finishBegun(text: string, end: number, frame: (body: FrameBody) => void): void {
    const begun = this.#begun
    this.#begun = ''
    this.#checkLength(begun.length + end)
    if (end === 0) this.#finishText(begun.endsWith('\r') ? begun.slice(0, -1) : begun, frame)
    else this.#finishText(begun + text.slice(0, text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end), frame)
  }

  #finishText(line: string, frame: (body: FrameBody) => void): void {
    if (line === '') return
    if ((line.charCodeAt(0) | 0x20) === SMALL_C) refuseHeader(line)
    frame(line)
  }

  /** The text of the lines that end in a chunk, and of what begins behind them, if that is short. */
  #textOf(chunk: Uint8Array, start: number): string | undefined {
    const { length } = chunk
    if (this.#codec.decodeAscii === undefined || length - start < FEW) return undefined
    if (length - start <= MOST_BEGUN) return this.#codec.decodeAscii(start === 0 ? chunk : chunk.subarray(start))
    const last = chunk.lastIndexOf(NEWLINE)
    if (last < start) return undefined
    const end = length - last <= MOST_BEGUN ? length : last + 1
    return this.#codec.decodeAscii(end - start === length ? chunk : chunk.subarray(start, end))
  }

  /** What follows is no text that can be put behind that which has begun. */
  #spill(): void {
    if (this.#begun === '') return
    this.#waiting.append(this.#begunIn, this.#begunIn.length - this.#begun.length, this.#begunIn.length)
    this.#begun = ''
    this.#begunIn = NOTHING
  }

  #gather(chunk: Uint8Array, start: number, end: number): void {
    this.#checkLength(this.#waiting.length + end - start)
    this.#waiting.append(chunk, start, end)
  }

  #finishGathered(frame: (body: FrameBody) => void): void {
    this.#finish(this.#waiting.bytes, 0, this.#waiting.length, frame)
    this.#waiting.clear()
  }

  #finish(bytes: Uint8Array, start: number, end: number, frame: (body: FrameBody) => void): void {
    this.#checkLength(end - start)
    const last = end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end
    if (last === start) return
    if (isHeader(bytes, start, last)) throw otherFraming()
    frame(bytes.subarray(start, last))
  }

  #checkLength(length: number): void {
    const { maxFrameBytes } = this.#limits
    if (length <= maxFrameBytes) return
    throw new FramingError('frame_too_large', `A message has more than the ${maxFrameBytes} bytes that are taken.`)
  }
}

const otherFraming = () =>
  new FramingError(
    'framing_mismatch',
    'The other side announces lengths (Content-Length framing, as language servers do); here each message ends in a newline.',
  )

function refuseHeader(line: string): void {
  if (OTHER_FRAMING.test(line)) throw otherFraming()
}

/** In a few bytes, a loop is faster than the call that is fast in many. */
function nextNewline(chunk: Uint8Array, start: number): number {
  if (chunk.length - start >= FEW) return chunk.indexOf(NEWLINE, start)
  for (let at = start; at < chunk.length; at++) if (chunk[at] === NEWLINE) return at
  return -1
}

/** `C` or `c`: looked at closer only then. */
function isHeader(bytes: Uint8Array, start: number, end: number): boolean {
  if ((bytes[start]! | 0x20) !== SMALL_C || end - start < 13) return false
  return OTHER_FRAMING.test(String.fromCharCode(...bytes.subarray(start, Math.min(start + 15, end))))
}
