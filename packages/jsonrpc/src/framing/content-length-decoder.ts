import { ByteBuffer } from './byte-buffer.ts'
import { DEFAULT_FRAMING_LIMITS, type FrameDecoder, FramingError, type FramingLimits } from './framing.ts'

const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d
const OPENING_BRACE = 0x7b
const OPENING_BRACKET = 0x5b

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

  push(chunk: Uint8Array, frame: (body: Uint8Array) => void): void {
    let rest = chunk
    while (rest.length > 0 || this.#expected === 0) {
      rest = this.#expected === null ? this.#takeHeader(rest) : this.#takeBody(rest, this.#expected, frame)
    }
  }

  end(): void {
    if (this.#waiting.length === 0 && this.#expected === null) return
    const where = this.#expected === null ? 'headers' : 'body'
    throw new FramingError('truncated_frame', `The stream ended in the middle of the ${where} of a message.`)
  }

  /** One line at a time: at its end it is judged, so that nonsense is not waited for. */
  #takeHeader(bytes: Uint8Array): Uint8Array {
    if (this.#waiting.length === 0 && (bytes[0] === OPENING_BRACE || bytes[0] === OPENING_BRACKET)) {
      throw new FramingError(
        'framing_mismatch',
        'The other side ends each message with a newline (as MCP does); here lengths are announced (Content-Length framing).',
      )
    }
    const end = bytes.indexOf(NEWLINE)
    const line = end === -1 ? bytes : bytes.subarray(0, end + 1)
    if (this.#waiting.length + line.length > this.#limits.maxHeaderBytes) {
      throw new FramingError('header_too_large', `The headers have more than ${this.#limits.maxHeaderBytes} bytes.`)
    }
    this.#waiting.append(line)
    if (end === -1) return bytes.subarray(bytes.length)
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
    return bytes.subarray(end + 1)
  }

  #takeBody(bytes: Uint8Array, expected: number, frame: (body: Uint8Array) => void): Uint8Array {
    const missing = expected - this.#waiting.length
    if (bytes.length < missing) {
      this.#waiting.append(bytes)
      return bytes.subarray(bytes.length)
    }
    this.#expected = null
    if (this.#waiting.length === 0) frame(bytes.subarray(0, missing))
    else {
      this.#waiting.append(bytes.subarray(0, missing))
      frame(this.#waiting.bytes)
      this.#waiting.clear()
    }
    return bytes.subarray(missing)
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
    if (!match) throw new FramingError('bad_header', `${JSON.stringify(line.slice(0, 80))} is no header.`)
    const [, name = '', value = ''] = match
    if (name.toLowerCase() === 'content-length') {
      if (!/^\d{1,15}$/.test(value) || length !== null) {
        const what = length === null ? `${JSON.stringify(value.slice(0, 40))} is no length` : 'there are two of them'
        throw new FramingError('bad_length', `Content-Length: ${what}; expected one number of bytes.`)
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
