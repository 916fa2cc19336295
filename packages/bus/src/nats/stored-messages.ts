import type { JsMsg, StoredMsg } from '@nats-io/jetstream'
import type { Entry, WatchEvent } from '../contract/bus.ts'
import { decodeName, type Selection } from '../contract/name.ts'
import { decodeValue } from '../contract/value.ts'
import type { Spaces } from './spaces.ts'

/** ADR-8: what is written in place of a removed key; `Nats-Marker-Reason` where the server wrote it at the end of a lifetime. */
export const OPERATION_HEADER = 'KV-Operation'
const MARKER_HEADER = 'Nats-Marker-Reason'
const ID_HEADER = 'Nats-Msg-Id'

/** A message of a stream, wherever it came from. */
export interface Stored {
  readonly subject: string
  readonly sequence: number
  readonly at: number
  readonly isRemoval: boolean
  readonly id: string
  readonly data: Uint8Array
}

export function storedMessage({ subject, seq, header, data, time }: StoredMsg): Stored {
  const isRemoval = header.has(OPERATION_HEADER) || header.has(MARKER_HEADER)
  return { subject, sequence: seq, at: time.getTime(), isRemoval, id: header.get(ID_HEADER), data }
}

export function deliveredMessage({ subject, seq, headers, data, info }: JsMsg): Stored {
  const isRemoval = headers !== undefined && (headers.has(OPERATION_HEADER) || headers.has(MARKER_HEADER))
  const at = Math.floor(info.timestampNanos / 1_000_000)
  return { subject, sequence: seq, at, isRemoval, id: headers?.get(ID_HEADER) ?? '', data }
}

/** The entry that a message holds; `null` for what no bus wrote, and for removals. */
export function entryOf(spaces: Spaces, selection: Selection, stored: Stored): Entry | null {
  const name = decodeName(selection.space, spaces.pathOf(selection, stored.subject))
  if (name === null || stored.isRemoval) return null
  return { name, sequence: stored.sequence, at: stored.at, ...decodeBytes(stored.data) }
}

export function eventOf(spaces: Spaces, selection: Selection, stored: Stored): WatchEvent | null {
  const entry = entryOf(spaces, selection, stored)
  if (entry !== null) return { kind: 'entry', entry }
  const name = decodeName(selection.space, spaces.pathOf(selection, stored.subject))
  return name !== null && stored.isRemoval ? { kind: 'removed', name } : null
}

/** The value of bytes that a peer sent. */
export function decodeBytes(data: Uint8Array): { readonly value: unknown; readonly broken: boolean } {
  try {
    return decodeValue(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data))
  } catch {
    return { value: undefined, broken: true }
  }
}
