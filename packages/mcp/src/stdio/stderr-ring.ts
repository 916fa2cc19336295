const KEPT_BYTES = 64 * 1024

/** The end of a server's error output. */
export class StderrRing {
  #chunks: Uint8Array[] = []
  #bytes = 0

  add(chunk: Uint8Array): void {
    // A copy of the end: a part would keep the whole of its buffer.
    const tail = chunk.slice(-KEPT_BYTES)
    this.#chunks.push(tail)
    this.#bytes += tail.length
    while (this.#bytes - this.#chunks[0]!.length >= KEPT_BYTES) this.#bytes -= this.#chunks.shift()!.length
    // Many small chunks cost more memory than their bytes.
    if (this.#chunks.length > 512) this.#chunks = [Buffer.concat(this.#chunks)]
  }

  /** The last `KEPT_BYTES` bytes at most, as text; invalid UTF-8 is replaced. */
  text(): string {
    return Buffer.concat(this.#chunks).subarray(-KEPT_BYTES).toString('utf8')
  }

  /** The last lines, for a message. */
  lastLines(count: number): string {
    return this.text().trimEnd().split('\n').slice(-count).join('\n')
  }
}
