import type { Duplex } from 'node:stream'
import { image, recordKind } from '../loader/program-image.ts'

/** A record of the loader. */
export type ChannelRecord =
  | { readonly kind: 'failed'; readonly step: number; readonly errno: number }
  | { readonly kind: 'entered' }
  | { readonly kind: 'asked' }
  | { readonly kind: 'ready'; readonly process: number }
  | { readonly kind: 'unstarted'; readonly errno: number }
  | { readonly kind: 'ended'; readonly status: number }

/** Reads records from the channel until it closes. */
export function readRecords(channel: Duplex, onRecord: (record: ChannelRecord) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  channel.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= image.recordBytes) {
      const record = decode(rest)
      rest = rest.subarray(image.recordBytes)
      if (record !== null) onRecord(record)
    }
  })
  // The process may be gone before it read everything; its exit is reported elsewhere.
  channel.on('error', () => {})
}

function decode(bytes: Buffer): ChannelRecord | null {
  const kind = Number(bytes.readBigUInt64LE(0))
  const first = bytes.readBigInt64LE(8)
  if (kind === recordKind.entered) return { kind: 'entered' }
  if (kind === recordKind.asked) return { kind: 'asked' }
  if (kind === recordKind.ready) return { kind: 'ready', process: Number(first) }
  if (kind === recordKind.ended) return { kind: 'ended', status: Number(first) }
  if (kind === recordKind.unstarted) return { kind: 'unstarted', errno: -Number(first) }
  if (kind === recordKind.failed)
    return { kind: 'failed', step: Number(first), errno: -Number(bytes.readBigInt64LE(16)) }
  return null
}
