import { FramingError } from './framing.ts'

const UTF_8 = [0xef, 0xbb, 0xbf] as const
const UTF_16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
] as const
const NOTHING: Uint8Array = new Uint8Array(0)

/**
 * Takes a byte order mark off the beginning of a stream, where programs of some platforms write one. Anywhere else it is
 * no part of any message.
 *
 * Source: RFC 8259, section 8.1: who reads JSON may ignore the mark.
 */
export class ByteOrderMark {
  #begun = NOTHING
  #isOver = false

  /** Whether all that follows is as it comes. */
  get isOver(): boolean {
    return this.#isOver
  }

  /**
   * @returns the piece without the mark; empty as long as it may be one
   * @throws FramingError `bad_charset` where the mark is that of UTF-16
   */
  take(chunk: Uint8Array): Uint8Array {
    if (this.#isOver) return chunk
    const begun = this.#begun.length === 0 ? chunk : Uint8Array.from([...this.#begun, ...chunk])
    for (const mark of UTF_16) {
      if (!mark.every((byte, at) => begun[at] === byte)) continue
      throw new FramingError('bad_charset', 'The other side writes UTF-16; expected UTF-8.')
    }
    if (begun.length < UTF_8.length && mayBegin(begun)) {
      this.#begun = begun.slice()
      return NOTHING
    }
    this.#isOver = true
    this.#begun = NOTHING
    return UTF_8.every((byte, at) => begun[at] === byte) ? begun.subarray(UTF_8.length) : begun
  }

  /** What was not handed out when the stream ended: a mark that stayed a beginning is none. */
  rest(): Uint8Array {
    this.#isOver = true
    return this.#begun
  }
}

const mayBegin = (bytes: Uint8Array): boolean =>
  [UTF_8, ...UTF_16].some((mark) => bytes.every((byte, at) => mark[at] === byte))
