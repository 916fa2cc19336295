import { ByteBuffer } from './byte-buffer.ts'
import {
  DEFAULT_FRAMING_LIMITS,
  type FrameBody,
  type FrameDecoder,
  FramingError,
  type FramingLimits,
} from './framing.ts'

const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d
const OPENING_BRACE = 0x7b
const OPENING_BRACKET = 0x5b
const ZERO = 0x30
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const PLAIN = bytesOf('Content-Length: ')
const PLAIN_END = bytesOf('\r\n\r\n')
/** So many digits are certainly a number; longer ones are read as any header. */
const PLAIN_DIGITS = 9

/**
 * Messages that are announced by headers, as in LSP. What the headers say must be beyond doubt: two readers that
 * disagree about a length disagree about everything behind it.
 *
 * Source: Language Server Protocol 3.17, Base Protocol.
 */
export class ContentLengthDecoder implements FrameDecoder {
  readonly #limits: FramingLimits
  readonly #waiting = new ByteBuffer()
  /** How many bytes of the message are to come; `null` while headers are read. */
  #expected: number | null = null

  constructor(limits: Partial<FramingLimits> = {}) {
    this.#limits = { ...DEFAULT_FRAMING_LIMITS, ...limits }
  }

  push(chunk: Uint8Array, frame: (body: FrameBody) => void): void {
    let at = 0
    while (at < chunk.length || this.#expected === 0) {
      at = this.#expected === null ? this.#takeHeader(chunk, at) : this.#takeBody(chunk, at, this.#expected, frame)
    }
  }

  end(): void {
    if (this.#waiting.length === 0 && this.#expected === null) return
    const where = this.#expected === null ? 'headers' : 'body'
    throw new FramingError('truncated_frame', `The stream ended in the middle of the ${where} of a message.`)
  }

  /**
   * The usual header is read in place. Any other is read line by line, and checked at the end of each line, so that
   * invalid headers fail early.
   *
   * @returns where the rest begins
   */
  #takeHeader(chunk: Uint8Array, start: number): number {
    if (this.#waiting.length === 0) {
      const body = this.#takePlainHeader(chunk, start)
      if (body !== -1) return body
      if (chunk[start] === OPENING_BRACE || chunk[start] === OPENING_BRACKET) {
        throw new FramingError(
          'framing_mismatch',
          'The other side ends each message with a newline (as MCP does); here lengths are announced (Content-Length framing).',
        )
      }
    }
    const newline = chunk.indexOf(NEWLINE, start)
    const end = newline === -1 ? chunk.length : newline + 1
    if (this.#waiting.length + end - start > this.#limits.maxHeaderBytes) {
      throw new FramingError('header_too_large', `The headers have more than ${this.#limits.maxHeaderBytes} bytes.`)
    }
    this.#waiting.append(chunk, start, end)
    if (newline === -1) return end
    const gathered = this.#waiting.bytes
    if (gathered.at(-2) !== CARRIAGE_RETURN) {
      throw new FramingError(
        'bad_header',
        'A header line ends in a newline alone; expected a carriage return before it.',
      )
    }
    if (gathered.length === 2 || endsInEmptyLine(gathered)) {
      this.#expected = readHeaders(gathered, this.#limits)
      this.#waiting.clear()
    }
    return end
  }

  /** @returns where the body begins, or -1 when it is not all there, is written otherwise, or is to be refused */
  #takePlainHeader(chunk: Uint8Array, start: number): number {
    for (let index = 0; index < PLAIN.length; index++) if (chunk[start + index] !== PLAIN[index]) return -1
    const digits = start + PLAIN.length
    let at = digits
    let length = 0
    for (let digit = chunk[at]! - ZERO; digit >= 0 && digit <= 9; digit = chunk[++at]! - ZERO) {
      length = length * 10 + digit
    }
    if (at === digits || at - digits > PLAIN_DIGITS) return -1
    for (let index = 0; index < PLAIN_END.length; index++) if (chunk[at + index] !== PLAIN_END[index]) return -1
    const end = at + PLAIN_END.length
    if (length > this.#limits.maxFrameBytes || end - start > this.#limits.maxHeaderBytes) return -1
    this.#expected = length
    return end
  }

  /** @returns where the rest begins */
  #takeBody(chunk: Uint8Array, start: number, expected: number, frame: (body: FrameBody) => void): number {
    const end = start + expected - this.#waiting.length
    if (chunk.length < end) {
      this.#waiting.append(chunk, start, chunk.length)
      return chunk.length
    }
    this.#expected = null
    if (this.#waiting.length === 0) frame(chunk.subarray(start, end))
    else {
      this.#waiting.append(chunk, start, end)
      frame(this.#waiting.bytes)
      this.#waiting.clear()
    }
    return end
  }
}

const endsInEmptyLine = (bytes: Uint8Array) => bytes.at(-3) === NEWLINE && bytes.at(-4) === CARRIAGE_RETURN

/** @returns the length that they announce */
function readHeaders(bytes: Uint8Array, { maxFrameBytes }: FramingLimits): number {
  const lines = String.fromCharCode(...bytes)
    .slice(0, -4)
    .split('\r\n')
  let length: number | null = null
  for (const line of lines) {
    const match = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/su.exec(line)
    if (!match) throw new FramingError('bad_header', `${JSON.stringify(line.slice(0, 80))} is not a header.`)
    const [, name = '', value = ''] = match
    if (name.toLowerCase() === 'content-length') {
      if (!/^\d{1,15}$/.test(value) || length !== null) {
        const problem =
          length === null ? `${JSON.stringify(value.slice(0, 40))} is not a length` : 'there are two of them'
        throw new FramingError('bad_length', `Content-Length: ${problem}; expected one number of bytes.`)
      }
      length = Number(value)
    } else if (name.toLowerCase() === 'content-type') checkCharset(value)
  }
  if (length === null) throw new FramingError('bad_length', 'The headers name no Content-Length.')
  if (length > maxFrameBytes) {
    throw new FramingError(
      'frame_too_large',
      `A message of ${length} bytes is announced; at most ${maxFrameBytes} are taken.`,
    )
  }
  return length
}

function checkCharset(type: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1]
  if (charset === undefined || /^utf-?8$/i.test(charset)) return
  throw new FramingError('bad_charset', `The charset is ${JSON.stringify(charset)}; expected utf-8.`)
}
