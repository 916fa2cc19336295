import {
  DEFAULT_MESSAGE_LIMITS,
  type ErrorObject,
  type FrameBody,
  type MessageId,
  NewlineDecoder,
  readMessage,
  type ReadMessage,
  RPC_ERROR_CODES,
} from '@poundlock/jsonrpc'
import { nodePlatform } from '@poundlock/jsonrpc/node'
import { parseStrictJson } from '@poundlock/spec'

export type ReadableMessage = Extract<ReadMessage, { kind: 'request' | 'notification' | 'response' }>

/** A file in one message. */
const LARGEST_MESSAGE = 64 * 1024 * 1024

export interface LineReader {
  readonly receive: (read: ReadableMessage) => void
  /** Answers what is no message. */
  readonly refuse: (message: object) => void
  /** Settles when more can be taken. */
  readonly ready: () => Promise<void>
}

/**
 * Reads messages of ACP, a line each, with all their fields. A line that two readers could understand differently, for
 * example with a repeated key, is refused: what is decided about must be what the other side acts on.
 *
 * @throws FramingError when what arrives cannot be read any further
 */
export async function readLines(
  input: AsyncIterable<Uint8Array>,
  { receive, refuse, ready }: LineReader,
): Promise<void> {
  const decoder = new NewlineDecoder({ maxFrameBytes: LARGEST_MESSAGE }, nodePlatform)
  const take = (body: FrameBody) => {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
    // Programs print other lines, too.
    if (!/^\s*[[{]/.test(text)) return
    const read = readLine(text)
    if (read.kind === 'invalid') refuse(errorMessage(read.id, read.error))
    else if (read.kind === 'request' || read.kind === 'notification' || read.kind === 'response') receive(read)
  }
  for await (const chunk of input) {
    decoder.push(chunk, take)
    await ready()
  }
}

const errorMessage = (id: MessageId | null, error: ErrorObject) => ({ jsonrpc: '2.0', id, error })

function readLine(text: string): ReadMessage {
  try {
    return readMessage(parseStrictJson(text), DEFAULT_MESSAGE_LIMITS)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'invalid', id: null, error: { code: RPC_ERROR_CODES.parseError, message } }
  }
}

/** Writes messages, a line each, in their order. */
export class LineWriter {
  readonly #write: (line: string) => Promise<unknown>
  #last: Promise<unknown> = Promise.resolve()

  /** @param write settles when more can be taken; rejects when the other side has ended */
  constructor(write: (line: string) => Promise<unknown>) {
    this.#write = write
  }

  readonly send = (message: object): void => {
    // The end of the other side is seen where it is read.
    this.#last = this.#write(`${JSON.stringify(message)}\n`).catch(() => undefined)
  }

  readonly ready = async (): Promise<void> => {
    await this.#last
  }
}
