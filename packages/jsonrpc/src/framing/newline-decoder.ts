import { ByteBuffer } from './byte-buffer.ts'
import { DEFAULT_FRAMING_LIMITS, type FrameDecoder, FramingError, type FramingLimits } from './framing.ts'

const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d
const FEW = 32
const OTHER_FRAMING = /^content-(?:length|type):/i

/**
 * Messages that each end in a newline, as in MCP over stdio. Nothing else separates them: not the line and paragraph
 * separators of Unicode, not a carriage return. Empty lines are none.
 */
export class NewlineDecoder implements FrameDecoder {
  readonly #limits: FramingLimits
  readonly #waiting = new ByteBuffer()

  constructor(limits: Partial<FramingLimits> = {}) {
    this.#limits = { ...DEFAULT_FRAMING_LIMITS, ...limits }
  }

  push(chunk: Uint8Array, frame: (body: Uint8Array) => void): void {
    let start = 0
    for (let end = nextNewline(chunk, 0); end !== -1; end = nextNewline(chunk, start)) {
      const begin = start
      start = end + 1
      if (this.#waiting.length === 0) this.#finish(chunk, begin, end, frame)
      else {
        this.#gather(chunk, begin, end)
        this.#finish(this.#waiting.bytes, 0, this.#waiting.length, frame)
        this.#waiting.clear()
      }
    }
    if (start < chunk.length) this.#gather(chunk, start, chunk.length)
  }

  end(): void {
    if (this.#waiting.length > 0) {
      throw new FramingError('truncated_frame', 'The stream ended in the middle of a message, before its newline.')
    }
  }

  #gather(chunk: Uint8Array, start: number, end: number): void {
    this.#checkLength(this.#waiting.length + end - start)
    this.#waiting.append(chunk, start, end)
  }

  #finish(bytes: Uint8Array, start: number, end: number, frame: (body: Uint8Array) => void): void {
    this.#checkLength(end - start)
    const last = end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end
    if (last === start) return
    if (isHeader(bytes, start, last)) {
      throw new FramingError(
        'framing_mismatch',
        'The other side announces lengths (Content-Length framing, as language servers do); here each message ends in a newline.',
      )
    }
    frame(bytes.subarray(start, last))
  }

  #checkLength(length: number): void {
    const { maxFrameBytes } = this.#limits
    if (length <= maxFrameBytes) return
    throw new FramingError('frame_too_large', `A message has more than the ${maxFrameBytes} bytes that are taken.`)
  }
}

/** In a few bytes, a loop is faster than the call that is fast in many. */
function nextNewline(chunk: Uint8Array, start: number): number {
  if (chunk.length - start >= FEW) return chunk.indexOf(NEWLINE, start)
  for (let at = start; at < chunk.length; at++) if (chunk[at] === NEWLINE) return at
  return -1
}

/** `C` or `c`: looked at closer only then. */
function isHeader(bytes: Uint8Array, start: number, end: number): boolean {
  if ((bytes[start]! | 0x20) !== 0x63 || end - start < 13) return false
  return OTHER_FRAMING.test(String.fromCharCode(...bytes.subarray(start, Math.min(start + 15, end))))
}
