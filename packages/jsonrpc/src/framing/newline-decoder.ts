import { ByteBuffer } from './byte-buffer.ts'
import { DEFAULT_FRAMING_LIMITS, type FrameDecoder, FramingError, type FramingLimits } from './framing.ts'

const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d
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
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = chunk.subarray(start, end)
      start = end + 1
      if (this.#waiting.length === 0) this.#finish(line, frame)
      else {
        this.#gather(line)
        this.#finish(this.#waiting.bytes, frame)
        this.#waiting.clear()
      }
    }
    if (start < chunk.length) this.#gather(start === 0 ? chunk : chunk.subarray(start))
  }

  end(): void {
    if (this.#waiting.length > 0) {
      throw new FramingError('truncated_frame', 'The stream ended in the middle of a message, before its newline.')
    }
  }

  #gather(piece: Uint8Array): void {
    this.#checkLength(this.#waiting.length + piece.length)
    this.#waiting.append(piece)
  }

  #finish(line: Uint8Array, frame: (body: Uint8Array) => void): void {
    this.#checkLength(line.length)
    const body = line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line
    if (body.length === 0) return
    if (isHeader(body)) {
      throw new FramingError(
        'framing_mismatch',
        'The other side announces lengths (Content-Length framing, as language servers do); here each message ends in a newline.',
      )
    }
    frame(body)
  }

  #checkLength(length: number): void {
    const { maxFrameBytes } = this.#limits
    if (length <= maxFrameBytes) return
    throw new FramingError('frame_too_large', `A message has more than the ${maxFrameBytes} bytes that are taken.`)
  }
}

/** `C` or `c`: looked at closer only then. */
function isHeader(body: Uint8Array): boolean {
  if (((body[0] ?? 0) | 0x20) !== 0x63 || body.length < 13) return false
  return OTHER_FRAMING.test(String.fromCharCode(...body.subarray(0, 15)))
}
