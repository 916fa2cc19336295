import { longestHello, readHello, type ServerHello } from './client-hello.ts'

/** What of a chunk may go on to the server, or why nothing may any more. */
export type Passage = { readonly pass: Buffer } | { readonly problem: string }

const recordHeader = 5
const handshakeRecord = 22
/** The first and the last type of record that a client sends: a change of the cipher, a heartbeat. */
const recordTypes = [20, 24] as const
const clientHello = 1
/** Longer hellos are taken by no server: the first byte of their length says it. */
const mostLengthByte = 2
/** A hello may come in records of one byte. */
const mostHeld = (recordHeader + 1) * longestHello

export const brokenTls = 'it starts as TLS does and goes on otherwise'
const broken = { problem: brokenTls }

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
  #held = Buffer.alloc(0)
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
    this.#held = Buffer.concat([this.#held, chunk])
    while (!this.#isOver) {
      const step = this.#nextRecord()
      if (step === 'more') break
      if (step !== null) return step
    }
    if (this.#message.length > 0 && !this.#isOver)
      return this.#held.length > mostHeld ? broken : { pass: Buffer.alloc(0) }
    const end = this.#isOver ? this.#held.length : this.#at
    const pass = this.#held.subarray(0, end)
    this.#held = this.#held.subarray(end)
    this.#at = 0
    return { pass }
  }

  #nextRecord(): Passage | 'more' | null {
    const held = this.#held
    const skipped = Math.min(this.#left, held.length - this.#at)
    this.#at += skipped
    this.#left -= skipped
    if (held.length - this.#at < recordHeader) return 'more'
    const type = held[this.#at]!
    if (type < recordTypes[0] || type > recordTypes[1] || held[this.#at + 1] !== 3) return broken
    const length = recordHeader + held.readUInt16BE(this.#at + 3)
    if (type !== handshakeRecord) {
      this.#left = length
      return this.#message.length > 0 ? broken : null
    }
    if (held.length - this.#at < length) return 'more'
    this.#message = Buffer.concat([this.#message, held.subarray(this.#at + recordHeader, this.#at + length)])
    this.#at += length
    return this.#readMessages()
  }

  #readMessages(): Passage | null {
    while (this.#message.length >= 4) {
      const message = this.#message
      // Any other message, also one that is encrypted, follows the last hello.
      this.#isOver = message[0] !== clientHello || message[1]! > mostLengthByte
      if (this.#isOver) return null
      const end = 4 + message.readUIntBE(1, 3)
      if (end > longestHello) return broken
      if (message.length < end) return null
      const hello = readHello(message.subarray(4, end))
      if (hello.kind !== 'tls') return broken
      const problem = this.#check(hello)
      if (problem !== null) return { problem }
      this.#message = message.subarray(end)
    }
    return null
  }
}
