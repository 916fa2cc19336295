import { Readable } from 'node:stream'

/** Kind, three zeros, and the length as four bytes, the highest first. Source: Docker Engine API, "Stream format". */
const HEADER_BYTES = 8
const ERROR_STREAM = 2

/** So much of each stream waits for its reader before the engine is made to wait. */
const WAITING_BYTES = 256 * 1024

/** The two outputs that come over one connection. */
export interface OutputStreams {
  readonly stdout: Readable
  readonly stderr: Readable
  /** From now on a reader that is slow slows the engine down; and since both share one connection, also the other stream. */
  pace(): void
  /** Stops waiting for readers: output that is not read is lost. */
  drain(): void
}

/**
 * Splits the output of an engine into two streams. It does not wait for readers before `pace`: a reader that looks for
 * the beginning of one stream must not wait for a reader of the other, which may come first.
 */
export function demultiplex(connection: Readable): OutputStreams {
  let paced = false
  let drained = false
  let over = false
  const waiting = new Set<Readable>()
  const wake = (stream: Readable): void => {
    if (waiting.delete(stream) && waiting.size === 0) connection.resume()
  }
  const holdUp = (stream: Readable): void => {
    waiting.add(stream)
    connection.pause()
  }
  const output = (): Readable => {
    const stream: Readable = new Readable({ highWaterMark: WAITING_BYTES, read: () => wake(stream) })
    // A closed stream is not waited for.
    stream.once('close', () => wake(stream))
    return stream
  }
  const [stdout, stderr] = [output(), output()]
  const push = (stream: Readable, chunk: Buffer): void => {
    if (over || stream.destroyed) return
    if (drained && stream.readableLength >= WAITING_BYTES) return
    if (!stream.push(chunk) && paced) holdUp(stream)
  }
  onFrames(connection, (kind, piece) => push(kind === ERROR_STREAM ? stderr : stdout, piece))
  const end = (): void => {
    if (over) return
    over = true
    for (const stream of [stdout, stderr]) if (!stream.destroyed) stream.push(null)
  }
  connection.once('end', end)
  connection.once('close', end)
  connection.once('error', end)
  return {
    stdout,
    stderr,
    pace() {
      if (drained) return
      paced = true
      for (const stream of [stdout, stderr])
        if (!stream.destroyed && stream.readableLength >= WAITING_BYTES) holdUp(stream)
    },
    drain() {
      paced = false
      drained = true
      waiting.clear()
      connection.resume()
    },
  }
}

/** Reads frames; a piece is given on as it comes, be the frame complete or not. */
function onFrames(connection: Readable, onPiece: (kind: number, piece: Buffer) => void): void {
  let kind = 0
  let left = 0
  let header: Buffer = Buffer.alloc(0)
  connection.on('data', (chunk: Buffer) => {
    let rest = chunk
    while (rest.length > 0) {
      if (left === 0) {
        const missing = HEADER_BYTES - header.length
        header = Buffer.concat([header, rest.subarray(0, missing)])
        rest = rest.subarray(missing)
        if (header.length < HEADER_BYTES) return
        kind = header[0]!
        left = header.readUInt32BE(4)
        header = Buffer.alloc(0)
        continue
      }
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      onPiece(kind, piece)
    }
  })
}
