const SMALLEST = 1024
/** Room for small pieces grows no further: a full one is added to the large ones. */
const MOST_ROOM = 256 * SMALLEST
/** From here on, a piece is kept as it is: copying it into what grows would cost more than joining all at the end. */
const LARGE = SMALLEST
/** Below this, a loop is faster than a call of `set`. */
const FEW = 32

/**
 * Bytes that wait for the rest of theirs. Large pieces are kept and joined once; small ones are copied to where room
 * doubles, so that any number of them costs linear time.
 */
export class ByteBuffer {
  #large: Uint8Array[] = []
  #largeLength = 0
  /** Where small pieces go that come after the large ones. */
  #small = new Uint8Array(SMALLEST)
  #smallLength = 0

  get length(): number {
    return this.#largeLength + this.#smallLength
  }

  /** What was gathered; only lent until the next change. */
  get bytes(): Uint8Array {
    if (this.#large.length === 0) return this.#small.subarray(0, this.#smallLength)
    this.#seal()
    if (this.#large.length > 1) this.#large = [joined(this.#large, this.#largeLength)]
    return this.#large[0]!
  }

  /** Adds what lies between two offsets of a chunk, which must not be changed while it waits here. */
  append(chunk: Uint8Array, start: number, end: number): void {
    const length = end - start
    const at = this.#smallLength
    if (length < FEW && at + length <= this.#small.length) {
      const small = this.#small
      for (let from = start, to = at; from < end; from++, to++) small[to] = chunk[from]!
      this.#smallLength = at + length
    } else if (length >= LARGE) {
      this.#seal()
      this.#keep(chunk.subarray(start, end))
    } else {
      if (at + length > this.#small.length) this.#makeRoom()
      this.#small.set(chunk.subarray(start, end), this.#smallLength)
      this.#smallLength += length
    }
  }

  /** Forgets all. A large message does not keep its memory for the small ones after it. */
  clear(): void {
    this.#smallLength = 0
    if (this.#largeLength === 0) return
    this.#large = []
    this.#largeLength = 0
  }

  #keep(piece: Uint8Array): void {
    this.#large.push(piece)
    this.#largeLength += piece.length
  }

  /** Puts the small pieces behind the large ones. */
  #seal(): void {
    if (this.#smallLength === 0) return
    this.#keep(this.#small.slice(0, this.#smallLength))
    this.#smallLength = 0
  }

  /** For one more small piece. */
  #makeRoom(): void {
    const full = this.#small
    this.#small = new Uint8Array(Math.min(full.length * 2, MOST_ROOM))
    if (full.length < MOST_ROOM) this.#small.set(full)
    else {
      this.#keep(full.subarray(0, this.#smallLength))
      this.#smallLength = 0
    }
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
