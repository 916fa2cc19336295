const KEPT_BYTES = 64 * 1024

/** The end of what a server wrote to its error output. */
export class StderrRing {
  #chunks: Uint8Array[] = []
  #bytes = 0

  add(chunk: Uint8Array): void {
    // A copy of the end: a part would keep the whole of its buffer.
    const kept = chunk.slice(-KEPT_BYTES)
    this.#chunks.push(kept)
    this.#bytes += kept.length
    while (this.#bytes - this.#chunks[0]!.length >= KEPT_BYTES) this.#bytes -= this.#chunks.shift()!.length
    // Many small pieces cost more than what they hold.
    if (this.#chunks.length > 512) this.#chunks = [Buffer.concat(this.#chunks)]
  }

  /** The last `KEPT_BYTES` bytes at most, as text; what is no UTF-8 is replaced. */
  text(): string {
    return Buffer.concat(this.#chunks).subarray(-KEPT_BYTES).toString('utf8')
  }

  /** The last lines, for a message. */
  lastLines(count: number): string {
    return this.text().trimEnd().split('\n').slice(-count).join('\n')
  }
}
