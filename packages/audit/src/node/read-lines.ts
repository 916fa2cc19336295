import { isUtf8 } from 'node:buffer'
import { createHash, type Hash } from 'node:crypto'
import { read } from 'node:fs'
import { promisify } from 'node:util'
import { MAX_LINE_LENGTH } from '../record.ts'
import type { AuditLine } from '../verify/verification.ts'
import { sha256 } from './hash.ts'

const CHUNK_BYTES = 256 * 1024
/** What a line of the most UTF-16 units can have in UTF-8. */
export const MAX_LINE_BYTES = 3 * MAX_LINE_LENGTH
const LINE_END = 0x0a

const readBytes = promisify(read)

/** A line and where the next one starts. */
export interface LocatedLine extends AuditLine {
  readonly next: number
}

/** Lines of a file from one byte up to another; of a line that is too long only its length and hash are kept. */
export async function* readLines(
  descriptor: number,
  range: { readonly from: number; readonly to: number; readonly segment: string },
): AsyncGenerator<LocatedLine, void, undefined> {
  let number = 0
  let line = new PendingLine()
  for (let offset = range.from; offset < range.to;) {
    // Each chunk is its own, since a line that was handed on may still be asked for its hash.
    const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, range.to - offset))
    const { bytesRead } = await readBytes(descriptor, chunk, 0, chunk.length, offset)
    if (bytesRead === 0) break
    const bytes = chunk.subarray(0, bytesRead)
    let start = 0
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, start)) {
      line.add(bytes.subarray(start, end))
      start = end + 1
      number++
      yield { ...line.finish(), complete: true, number, segment: range.segment, next: offset + start }
      line = new PendingLine()
    }
    if (start < bytesRead) line.add(bytes.subarray(start))
    offset += bytesRead
  }
  if (line.length > 0) {
    yield { ...line.finish(), complete: false, number: number + 1, segment: range.segment, next: range.to }
  }
}

class PendingLine {
  length = 0
  private pieces: Uint8Array[] = []
  private overflow: Hash | null = null

  add(piece: Uint8Array): void {
    this.length += piece.length
    if (this.overflow !== null) {
      this.overflow.update(piece)
      return
    }
    this.pieces.push(piece)
    if (this.length <= MAX_LINE_BYTES) return
    this.overflow = createHash('sha256')
    for (const earlier of this.pieces) this.overflow.update(earlier)
    this.pieces = []
  }

  finish(): Pick<AuditLine, 'text' | 'bytes' | 'digest'> {
    if (this.overflow !== null) {
      const digest = this.overflow.digest('hex')
      return { text: null, bytes: this.length, digest: () => digest }
    }
    const [only] = this.pieces
    const bytes = this.pieces.length === 1 && only !== undefined ? only : Buffer.concat(this.pieces)
    const text = isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8') : null
    return { text, bytes: bytes.length, digest: () => sha256(bytes) }
  }
}
