const SMALLEST = 1024

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

  append(chunk: Uint8Array): void {
    const length = this.#length + chunk.length
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, this.#bytes.length * 2))
      larger.set(this.bytes)
      this.#bytes = larger
    }
    this.#bytes.set(chunk, this.#length)
    this.#length = length
  }

  /** Forgets all. A large message does not keep its memory for the small ones after it. */
  clear(): void {
    this.#length = 0
    if (this.#bytes.length > 64 * SMALLEST) this.#bytes = new Uint8Array(SMALLEST)
  }
}
