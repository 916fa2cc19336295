import { LONGEST_HELLO, readHello, type ServerHello } from './client-hello.ts'

/** What of a chunk may go on to the server, or why nothing may any more. */
export type Passage = { readonly pass: Buffer } | { readonly problem: string }

const RECORD_HEADER = 5
const HANDSHAKE_RECORD = 22
/** The first and the last type of record that a client sends: a change of the cipher, a heartbeat. */
const RECORD_TYPES = [20, 24] as const
const CLIENT_HELLO = 1
/** Longer hellos are taken by no server: the first byte of their length says it. */
const MOST_LENGTH_BYTE = 2
/** A hello may come in records of one byte. */
const MAX_BUFFERED = (RECORD_HEADER + 1) * LONGEST_HELLO

export const BROKEN_TLS = 'it starts as TLS does and goes on otherwise'
const BROKEN = { problem: BROKEN_TLS }

/**
 * Follows the records of a TLS client from its hello on. A server may ask for a second hello (HelloRetryRequest), and obeys
 * the name in that one: each is judged before any of it passes. All records are followed for as long as none tells that the
 * handshake is one of TLS 1.2, since data that comes early may stand before a second hello.
 *
 * Source: RFC 8446, 4.1.2, 4.2.10 and D.4
 */
export class LaterHellos {
  readonly #check: (hello: ServerHello) => string | null
  /** Bytes that are not passed yet: the current record, and those with the beginning of a message. */
  #buffer = Buffer.alloc(0)
  /** Where in it the next record begins. */
  #at = 0
  /** So much is missing of a record that is not looked into. */
  #left = 0
  #message = Buffer.alloc(0)
  #isOver = false

  constructor(check: (hello: ServerHello) => string | null) {
    this.#check = check
  }

  /** @param chunk what follows; the first one begins with the first hello */
  take(chunk: Buffer): Passage {
    if (this.#isOver) return { pass: chunk }
    this.#buffer = Buffer.concat([this.#buffer, chunk])
    while (!this.#isOver) {
      const step = this.#nextRecord()
      if (step === 'more') break
      if (step !== null) return step
    }
    if (this.#message.length > 0 && !this.#isOver)
      return this.#buffer.length > MAX_BUFFERED ? BROKEN : { pass: Buffer.alloc(0) }
    const end = this.#isOver ? this.#buffer.length : this.#at
    const pass = this.#buffer.subarray(0, end)
    this.#buffer = this.#buffer.subarray(end)
    this.#at = 0
    return { pass }
  }

  #nextRecord(): Passage | 'more' | null {
    const buffer = this.#buffer
    const skipped = Math.min(this.#left, buffer.length - this.#at)
    this.#at += skipped
    this.#left -= skipped
    if (buffer.length - this.#at < RECORD_HEADER) return 'more'
    const type = buffer[this.#at]!
    if (type < RECORD_TYPES[0] || type > RECORD_TYPES[1] || buffer[this.#at + 1] !== 3) return BROKEN
    const length = RECORD_HEADER + buffer.readUInt16BE(this.#at + 3)
    if (type !== HANDSHAKE_RECORD) {
      this.#left = length
      return this.#message.length > 0 ? BROKEN : null
    }
    if (buffer.length - this.#at < length) return 'more'
    this.#message = Buffer.concat([this.#message, buffer.subarray(this.#at + RECORD_HEADER, this.#at + length)])
    this.#at += length
    return this.#readMessages()
  }

  #readMessages(): Passage | null {
    while (this.#message.length >= 4) {
      const message = this.#message
      // Any other message, also one that is encrypted, follows the last hello.
      this.#isOver = message[0] !== CLIENT_HELLO || message[1]! > MOST_LENGTH_BYTE
      if (this.#isOver) return null
      const end = 4 + message.readUIntBE(1, 3)
      if (end > LONGEST_HELLO) return BROKEN
      if (message.length < end) return null
      const hello = readHello(message.subarray(4, end))
      if (hello.kind !== 'tls') return BROKEN
      const problem = this.#check(hello)
      if (problem !== null) return { problem }
      this.#message = message.subarray(end)
    }
    return null
  }
}
