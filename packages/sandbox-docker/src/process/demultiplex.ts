import { Readable } from 'node:stream'

/** Kind, three zeros, and the length as four bytes, the highest first. Source: Docker Engine API, "Stream format". */
const headerBytes = 8
const errorStream = 2

/** So much of each stream waits for its reader before the engine is made to wait. */
const waitingBytes = 256 * 1024

/** The two outputs that come over one connection. */
export interface OutputStreams {
  readonly stdout: Readable
  readonly stderr: Readable
  /** From now on a reader that is slow slows the engine down; and since both share one connection, also the other stream. */
  pace(): void
  /** From now on nothing waits for a reader: what nobody takes is lost. */
  drain(): void
}

/**
 * Splits what an engine sends into the two streams that it is made of. Nothing is waited for before `pace`: whoever looks
 * for the beginning of one stream must not wait for a reader of the other, which may come first however much it is.
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
    const stream: Readable = new Readable({ highWaterMark: waitingBytes, read: () => wake(stream) })
    // What a reader gives up on is not waited for.
    stream.once('close', () => wake(stream))
    return stream
  }
  const [stdout, stderr] = [output(), output()]
  let target = stdout
  let left = 0
  let header: Buffer = Buffer.alloc(0)
  const push = (stream: Readable, chunk: Buffer): void => {
    if (over || stream.destroyed) return
    if (drained && stream.readableLength >= waitingBytes) return
    if (!stream.push(chunk) && paced) holdUp(stream)
  }
  connection.on('data', (chunk: Buffer) => {
    let rest = chunk
    while (rest.length > 0) {
      if (left === 0) {
        const missing = headerBytes - header.length
        header = Buffer.concat([header, rest.subarray(0, missing)])
        rest = rest.subarray(missing)
        if (header.length < headerBytes) return
        target = header[0] === errorStream ? stderr : stdout
        left = header.readUInt32BE(4)
        header = Buffer.alloc(0)
        continue
      }
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      push(target, piece)
    }
  })
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
        if (!stream.destroyed && stream.readableLength >= waitingBytes) holdUp(stream)
    },
    drain() {
      paced = false
      drained = true
      waiting.clear()
      connection.resume()
    },
  }
}
