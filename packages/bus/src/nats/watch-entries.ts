import { setTimeout as delay } from 'node:timers/promises'
import { DeliverPolicy, type ConsumerMessages, type JetStreamClient } from '@nats-io/jetstream'
import type { WatchEvent } from '../contract/bus.ts'
import type { Selection } from '../contract/name.ts'
import type { NatsEntries } from './nats-entries.ts'
import { failureOf, natsError } from './nats-error.ts'
import type { NatsLink } from './nats-link.ts'
import type { Spaces } from './spaces.ts'
import { deliveredMessage, eventOf, type Stored } from './stored-messages.ts'

/** Messages that wait in this process; the rest waits at the server. */
const BUFFERED = 50
const PAUSE_MS = 250

export interface WatchParts {
  readonly link: NatsLink
  readonly client: JetStreamClient
  readonly spaces: Spaces
  readonly entries: NatsEntries
}

/** What exists, read from the leader; then what is written, from a consumer that is begun anew where it ends. */
export async function* watchEntries(
  parts: WatchParts,
  selection: Selection,
  after: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<WatchEvent> {
  const { link, spaces, entries } = parts
  const isEnded = () => signal?.aborted === true
  let last = after
  let isCurrent = false
  while (!isEnded()) {
    link.checkOpen()
    try {
      await spaces.prepare(selection)
      if (selection.kind === 'log' && (await entries.hasGap(selection, last))) {
        if (isEnded()) return
        yield { kind: 'gap' }
      }
      if (!isCurrent) {
        const beganAt = await entries.lastSequence(selection)
        for await (const stored of entries.storedAfter(selection, last)) {
          if (isEnded()) return
          last = stored.sequence
          const event = eventOf(spaces, selection, stored)
          if (event?.kind === 'entry') yield event
        }
        last = Math.max(last, beganAt)
        isCurrent = true
        if (isEnded()) return
        yield { kind: 'current' }
      }
      for await (const stored of deliveries(parts, selection, last, signal)) {
        if (isEnded()) return
        last = stored.sequence
        const event = eventOf(spaces, selection, stored)
        if (event !== null) yield event
      }
    } catch (error) {
      link.checkOpen()
      if (failureOf(error) === 'refused') throw natsError(error, false)
    }
    if (!isEnded()) await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** Ends when the server ends it; the watch then goes on behind the last message. */
async function* deliveries(
  { link, client, spaces, entries }: WatchParts,
  selection: Selection,
  last: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Stored> {
  const consumer = await client.consumers.get(spaces.streamOf(selection), {
    filter_subjects: [spaces.subjectOf(selection)],
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: last + 1,
  })
  const messages: ConsumerMessages = await consumer.consume({ max_messages: BUFFERED })
  const stop = () => messages.stop()
  const unlisten = link.onClose(stop)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted === true) stop()
  try {
    let seen = last
    let count = 0
    for await (const message of messages) {
      const stored = deliveredMessage(message)
      // A slow reader may be behind what the stream keeps.
      count += 1
      if (selection.kind === 'log' && count % BUFFERED === 0) {
        if (await entries.hasGap(selection, seen)) return
        seen = stored.sequence
      }
      yield stored
    }
  } finally {
    unlisten()
    signal?.removeEventListener('abort', stop)
    await messages.close().catch(() => undefined)
    await consumer.delete().catch(() => undefined)
  }
}
