import { setTimeout as delay } from 'node:timers/promises'
import { DeliverPolicy, type ConsumerMessages, type JetStreamClient } from '@nats-io/jetstream'
import type { WatchEvent } from '../contract/bus.ts'
import type { Selection } from '../contract/name.ts'
import type { NatsEntries } from './nats-entries.ts'
import { failureOf, isStreamMissing, natsError } from './nats-error.ts'
import type { NatsLink } from './nats-link.ts'
import { WAIT_MS } from './retry.ts'
import type { Spaces } from './spaces.ts'
import { deliveredMessage, eventOf, type Stored } from './stored-messages.ts'

/** Messages that wait in this process; the rest waits at the server. */
const BUFFERED = 50
const PAUSE_MS = 250
/** Between two looks at whether a consumer that delivers nothing has missed something. */
const LOOK_MS = 2000
/** For a message that is on its way. */
const GRACE_MS = 500

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
  let missingSince = Infinity
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
      missingSince = isStreamMissing(error) ? Math.min(missingSince, performance.now()) : Infinity
      if (failureOf(error) === 'refused' || performance.now() > missingSince + WAIT_MS) throw natsError(error, false)
    }
    if (!isEnded()) await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** Ends when the consumer fails; the watch then goes on behind the last message. */
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
  const progress: Progress = { sequence: last, isWaiting: true }
  const ending = new AbortController()
  void stopWhenStalled(entries, selection, progress, stop, ending.signal)
  try {
    let checked = last
    let count = 0
    for await (const message of messages) {
      const stored = deliveredMessage(message)
      progress.isWaiting = false
      // A slow reader may be behind what the stream keeps.
      count += 1
      if (selection.kind === 'log' && count % BUFFERED === 0) {
        if (await entries.hasGap(selection, checked)) return
        checked = stored.sequence
      }
      yield stored
      progress.sequence = stored.sequence
      progress.isWaiting = true
    }
  } finally {
    ending.abort()
    unlisten()
    signal?.removeEventListener('abort', stop)
    await messages.close().catch(() => undefined)
    // A consumer that died with its server is not waited for.
    consumer.delete().catch(() => undefined)
  }
}

interface Progress {
  /** Of the last message that the reader took. */
  sequence: number
  /** False while the reader is busy with a message. */
  isWaiting: boolean
}

/**
 * The consumer lives on one server. When that one dies, the client asks for it with pauses of 15 to 45 seconds, for as long
 * as the server is gone. So the watch compares what it got with what the stream has.
 */
async function stopWhenStalled(
  entries: NatsEntries,
  selection: Selection,
  progress: Progress,
  stop: () => void,
  signal: AbortSignal,
): Promise<void> {
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined)
  while (!signal.aborted) {
    await pause(LOOK_MS)
    const { sequence, isWaiting } = progress
    // Without an answer there is no leader, which a new consumer would need, too.
    if (!isWaiting || !(await entries.hasAfter(selection, sequence).catch(() => false))) continue
    await pause(GRACE_MS)
    if (progress.isWaiting && progress.sequence === sequence) return stop()
  }
}
