const SMALLEST = 1024
const KEPT = 256 * SMALLEST
/** Below this, a loop is faster than a call of `set`. */
const FEW = 32

/** Bytes that wait for the rest of theirs. Growing doubles, so that any number of small pieces costs linear time. */
export class ByteBuffer {
  #bytes = new Uint8Array(SMALLEST)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** What was gathered; only lent until the next change. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /**
   * Adds what lies between two offsets of a chunk.
   *
   * @param most how long it can become, where that is known: no more is reserved, and nothing before bytes need it
   */
  append(chunk: Uint8Array, start: number, end: number, most = Number.POSITIVE_INFINITY): void {
    const length = this.#length + end - start
    if (length > this.#bytes.length) this.#grow(length, most)
    if (end - start < FEW) {
      const bytes = this.#bytes
      for (let from = start, to = this.#length; from < end; from++, to++) bytes[to] = chunk[from]!
    } else this.#bytes.set(chunk.subarray(start, end), this.#length)
    this.#length = length
  }

  /** Forgets all. A large message does not keep its memory for the small ones after it. */
  clear(): void {
    this.#length = 0
    if (this.#bytes.length > KEPT) this.#bytes = new Uint8Array(SMALLEST)
  }

  #grow(length: number, most: number): void {
    const larger = new Uint8Array(Math.max(length, Math.min(this.#bytes.length * 2, most)))
    larger.set(this.bytes)
    this.#bytes = larger
  }
}
