/** How messages are separated in a stream of bytes: MCP ends each with a newline, LSP announces its length. */
export type Framing = 'newline' | 'content-length'

/** What text is in bytes: strict UTF-8. The platform has it; this package imports none. */
export interface TextCodec {
  /** @throws when it is not UTF-8; never a replacement character */
  decode(bytes: Uint8Array): string
  /**
   * The text of bytes that are all ASCII, else `undefined`. With it, many short messages are separated as text, which
   * is faster than as bytes.
   */
  decodeAscii?(bytes: Uint8Array): string | undefined
  /** The length of a text in bytes. */
  byteLength(text: string): number
}

/** The bytes of one message, or its text where the decoder had that already. */
export type FrameBody = Uint8Array | string

/** The bytes of a message as its owner may keep them; texts of frames are ASCII. */
export const bodyBytes = (body: FrameBody): Uint8Array =>
  typeof body === 'string' ? Uint8Array.from(body, (character) => character.charCodeAt(0)) : body.slice()

/** Why a stream cannot be read any further. */
export type FramingProblem =
  | 'frame_too_large'
  | 'header_too_large'
  | 'bad_header'
  | 'bad_length'
  | 'bad_charset'
  | 'framing_mismatch'
  | 'truncated_frame'

/** Thrown by decoders: the following messages cannot be separated any more, and the connection must be closed. */
export class FramingError extends Error {
  override readonly name = 'FramingError'
  /** What is wrong with the stream. */
  readonly problem: FramingProblem

  constructor(problem: FramingProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

/** How long a message may be. */
export interface FramingLimits {
  /** Bytes of one message. */
  readonly maxFrameBytes: number
  /** Bytes of the headers of one message. */
  readonly maxHeaderBytes: number
}

export const DEFAULT_FRAMING_LIMITS: FramingLimits = { maxFrameBytes: 64 * 1024 * 1024, maxHeaderBytes: 4096 }

/** Takes bytes as they arrive, in pieces of any size, and hands out whole messages. */
export interface FrameDecoder {
  /**
   * @param chunk the decoder's from now on: it may be kept until its last message is whole, and must not be changed
   * @param frame called for each message that is complete, in order; bytes are only lent until it returns
   * @throws FramingError; nothing can be pushed afterwards
   */
  push(chunk: Uint8Array, frame: (body: FrameBody) => void): void
  /** The stream has ended. @throws FramingError `truncated_frame` when it did in the middle of a message */
  end(): void
}
