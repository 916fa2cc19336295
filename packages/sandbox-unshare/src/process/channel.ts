import type { Duplex } from 'node:stream'
import { IMAGE, RECORD_KIND } from '../loader/program-image.ts'

/** A record of the loader. */
export type ChannelRecord =
  | { readonly kind: 'failed'; readonly step: number; readonly errno: number }
  | { readonly kind: 'entered' }
  | { readonly kind: 'request' }
  | { readonly kind: 'ready'; readonly process: number }
  | { readonly kind: 'unstarted'; readonly errno: number }
  | { readonly kind: 'ended'; readonly status: number }

/** Reads records from the channel until it closes. */
export function readRecords(channel: Duplex, onRecord: (record: ChannelRecord) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  channel.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= IMAGE.recordBytes) {
      const record = decode(rest)
      rest = rest.subarray(IMAGE.recordBytes)
      if (record !== null) onRecord(record)
    }
  })
  // The process may be gone before it read everything; its exit is reported elsewhere.
  channel.on('error', () => {})
}

function decode(bytes: Buffer): ChannelRecord | null {
  const kind = Number(bytes.readBigUInt64LE(0))
  const first = bytes.readBigInt64LE(8)
  if (kind === RECORD_KIND.entered) return { kind: 'entered' }
  if (kind === RECORD_KIND.request) return { kind: 'request' }
  if (kind === RECORD_KIND.ready) return { kind: 'ready', process: Number(first) }
  if (kind === RECORD_KIND.ended) return { kind: 'ended', status: Number(first) }
  if (kind === RECORD_KIND.unstarted) return { kind: 'unstarted', errno: -Number(first) }
  if (kind === RECORD_KIND.failed)
    return { kind: 'failed', step: Number(first), errno: -Number(bytes.readBigInt64LE(16)) }
  return null
}
