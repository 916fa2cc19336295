import { randomUUID } from 'node:crypto'
import type { JetStreamClient, JetStreamManager, JetStreamPublishOptions, MsgRequest } from '@nats-io/jetstream'
import { headers } from '@nats-io/transport-node'
import { BusError } from '../contract/bus-error.ts'
import type {
  AppendOptions,
  AppendOutcome,
  ClaimOutcome,
  CompareOutcome,
  Entry,
  KeyOptions,
  Page,
} from '../contract/bus.ts'
import type { Selection } from '../contract/name.ts'
import { readTtl } from '../contract/read-options.ts'
import { isConflict } from './nats-error.ts'
import type { NatsLink } from './nats-link.ts'
import { retry, type Attempt } from './retry.ts'
import { REMOVAL_KEPT_SECONDS, type Spaces } from './spaces.ts'
import { entryOf, OPERATION_HEADER, storedMessage, type Stored } from './stored-messages.ts'

/** A server that does not answer is asked again. */
const ATTEMPT_MS = 2000

/** Between two looks at a key that others claim and remove. */
const MOST_LOOKS = 10

type Write = { readonly sequence: number } | { readonly conflict: Stored | null }

/**
 * Keys and logs in JetStream. Each write has an id: when its confirmation was lost, it is repeated, and the server answers
 * with the first one's sequence.
 */
export class NatsEntries {
  readonly #link: NatsLink
  readonly #client: JetStreamClient
  readonly #manager: JetStreamManager
  readonly #spaces: Spaces

  constructor(link: NatsLink, client: JetStreamClient, manager: JetStreamManager, spaces: Spaces) {
    this.#link = link
    this.#client = client
    this.#manager = manager
    this.#spaces = spaces
  }

  async claim(key: Selection, text: string, options: KeyOptions): Promise<ClaimOutcome> {
    const id = randomUUID()
    const lifetime = this.#lifetime(options)
    return retry(this.#link, 'claim', options.waitMs, async (attempt) => {
      await this.#spaces.prepare(key)
      // The key does not exist, or its last message says that it was removed.
      let expected = 0
      for (let look = 0; look < MOST_LOOKS; look += 1) {
        const written = await this.#writeKey(key, text, expected, { ...lifetime, msgID: id }, attempt)
        if ('sequence' in written) return { claimed: true, sequence: written.sequence }
        const { conflict } = written
        const current = conflict && entryOf(this.#spaces, key, conflict)
        if (current !== null) return { claimed: false, current }
        expected = conflict?.sequence ?? 0
      }
      throw contended()
    })
  }

  /** @param text `null` removes the key */
  async compareAndSet(
    key: Selection,
    sequence: number,
    text: string | null,
    options: KeyOptions,
  ): Promise<CompareOutcome> {
    const id = randomUUID()
    const lifetime = text === null ? this.#removal() : this.#lifetime(options)
    return retry(this.#link, 'compareAndSet', options.waitMs, async (attempt) => {
      await this.#spaces.prepare(key)
      const written = await this.#writeKey(key, text ?? '', sequence, { ...lifetime, msgID: id }, attempt)
      if ('sequence' in written) return { written: true, sequence: text === null ? 0 : written.sequence }
      return { written: false, current: written.conflict && entryOf(this.#spaces, key, written.conflict) }
    })
  }

  async append(log: Selection, text: string, { id, waitMs }: AppendOptions): Promise<AppendOutcome> {
    const subject = this.#spaces.subjectOf(log)
    // Ids belong to the log; the server compares them in the whole stream.
    const msgID = id === undefined ? randomUUID() : `${log.path} ${Buffer.from(id).toString('base64url')}`
    return retry(this.#link, 'append', waitMs, async ({ isRepeated }) => {
      await this.#spaces.prepare(log)
      const { seq, duplicate } = await this.#client.publish(subject, text, { msgID, timeout: ATTEMPT_MS })
      // Its own first attempt is no duplicate.
      return { sequence: seq, duplicate: duplicate && !(isRepeated && id === undefined) }
    })
  }

  async read(selection: Selection, after: number, limit: number): Promise<Page> {
    return retry(this.#link, 'read', undefined, async () => {
      await this.#spaces.prepare(selection)
      const entries: Entry[] = []
      let more = false
      for await (const stored of this.storedAfter(selection, after)) {
        const entry = entryOf(this.#spaces, selection, stored)
        if (entry === null) continue
        more = entries.length === limit
        if (more) break
        entries.push(entry)
      }
      return { entries, more, gap: selection.kind === 'log' && (await this.hasGap(selection, after)) }
    })
  }

  /** The messages of a selection, removals among them, as the leader of the stream has them. */
  async *storedAfter(selection: Selection, after: number): AsyncGenerator<Stored> {
    const stream = this.#spaces.streamOf(selection)
    const subject = this.#spaces.subjectOf(selection)
    if (selection.kind === 'key' && !selection.below) {
      const last = await this.#last(selection)
      if (last !== null && last.sequence > after) yield last
      return
    }
    for (let next = after + 1; ;) {
      // The types leave out what the server takes (JSApiMsgGetRequest).
      const query: MsgRequest & { readonly next_by_subj: string } = { seq: next, next_by_subj: subject }
      const message = await this.#manager.streams.getMessage(stream, query)
      if (message === null) return
      const stored = storedMessage(message)
      next = stored.sequence + 1
      yield stored
    }
  }

  /** Whether the stream has a message of the selection behind a sequence. */
  async hasAfter(selection: Selection, after: number): Promise<boolean> {
    for await (const _ of this.storedAfter(selection, after)) return true
    return false
  }

  /** Whether messages with a higher sequence were dropped from the stream. */
  async hasGap(selection: Selection, after: number): Promise<boolean> {
    const { state } = await this.#manager.streams.info(this.#spaces.streamOf(selection))
    // A stream that never held anything begins at 0 or 1.
    return state.first_seq > Math.max(1, after + 1)
  }

  /** The highest sequence of the space. */
  async lastSequence(selection: Selection): Promise<number> {
    const { state } = await this.#manager.streams.info(this.#spaces.streamOf(selection))
    return state.last_seq
  }

  async #writeKey(
    key: Selection,
    text: string,
    expected: number,
    options: Partial<JetStreamPublishOptions>,
    { isRepeated }: Attempt,
  ): Promise<Write> {
    try {
      const { seq } = await this.#client.publish(this.#spaces.subjectOf(key), text, {
        ...options,
        timeout: ATTEMPT_MS,
        expect: { lastSubjectSequence: expected },
      })
      return { sequence: seq }
    } catch (error) {
      if (!isConflict(error)) throw error
      const conflict = await this.#last(key)
      // The conflict may be with an earlier attempt of this same write, whose confirmation was lost.
      if (isRepeated && conflict !== null && conflict.id === options.msgID) return { sequence: conflict.sequence }
      return { conflict }
    }
  }

  async #last(key: Selection): Promise<Stored | null> {
    const query = { last_by_subj: this.#spaces.subjectOf(key) }
    const message = await this.#manager.streams.getMessage(this.#spaces.streamOf(key), query)
    return message === null ? null : storedMessage(message)
  }

  #lifetime({ ttlMs }: KeyOptions): Partial<JetStreamPublishOptions> {
    const rounded = readTtl(ttlMs)
    if (rounded === undefined) return {}
    this.#link.checkLifetimes()
    return { ttl: `${rounded / 1000}s` }
  }

  #removal(): Partial<JetStreamPublishOptions> {
    const removal = headers()
    removal.set(OPERATION_HEADER, 'DEL')
    return { headers: removal, ...(!this.#link.isOutdated && { ttl: `${REMOVAL_KEPT_SECONDS}s` }) }
  }
}

const contended = () =>
  new BusError('Others claimed and removed the key at the same time. Nothing was written.', {
    code: 'NOT_CONNECTED',
    remedy: 'Try again.',
  })
