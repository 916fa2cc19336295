/**
 * The answers to the requests of one batch. They are sent together, in any order, once the last one is there.
 * Notifications have no answer, and neither has a batch of notifications only.
 *
 * Source: JSON-RPC 2.0, section 6.
 */
export class IncomingBatch {
  readonly #send: (text: string) => void
  readonly #answers: string[] = []
  /** Itself, until it has been read whole. */
  #missing = 1

  /** @param send given one text for all answers */
  constructor(send: (text: string) => void) {
    this.#send = send
  }

  /** A request is under way, of which an answer will be added, or which will be dropped. */
  expect(): void {
    this.#missing += 1
  }

  /** An answer, or that something of the batch is not a message. */
  add(answer: string): void {
    this.#answers.push(answer)
  }

  /** Nothing more comes of a request that was expected, or of the batch itself. */
  done(): void {
    this.#missing -= 1
    if (this.#missing === 0 && this.#answers.length > 0) this.#send(`[${this.#answers.join(',')}]`)
  }
}
