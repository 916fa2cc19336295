import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { BusError } from '../contract/bus-error.ts'
import type * as Contract from '../contract/bus.ts'
import { readTarget, type Name, type NameTarget } from '../contract/name.ts'
import { checkSequence, readLimit } from '../contract/read-options.ts'
import { encodeValue } from '../contract/value.ts'
import { NatsEntries } from './nats-entries.ts'
import { NatsLink } from './nats-link.ts'
import type { NatsBusOptions } from './nats-options.ts'
import { NatsRequests } from './nats-requests.ts'
import { Spaces } from './spaces.ts'
import { watchEntries, type WatchParts } from './watch-entries.ts'

const MAX_VALUE_BYTES = 1_000_000
/** Subject, headers and the like, of which the server's limit takes a part. */
const ENVELOPE_BYTES = 4096
const PREFIX = /^[a-z][a-z0-9-]{0,31}$/
/** For one question to the server; what it does not answer is asked again. */
const API_MS = 2000

/**
 * The bus of several gateways, over a NATS server or cluster: requests over core NATS, keys and logs in JetStream.
 *
 * @throws BusError `NOT_CONNECTED`, `OUTDATED_SERVER`, `INSECURE`, `FORBIDDEN`, `MISCONFIGURED`
 */
export async function openNatsBus(options: NatsBusOptions): Promise<Contract.Bus> {
  const { prefix = 'poundlock' } = options
  if (!PREFIX.test(prefix)) {
    throw new BusError(`Invalid prefix ${JSON.stringify(prefix)}.`, {
      code: 'MISCONFIGURED',
      remedy: 'Use 1 to 32 of a-z, 0-9 and -, beginning with a letter.',
    })
  }
  const link = await NatsLink.open(options)
  try {
    // Without a question: while a leader is elected there is no answer, and the first operation waits for it.
    const manager = await jetstreamManager(link.connection, { timeout: API_MS, checkAPI: false })
    return new NatsBus(link, prefix, options, manager)
  } catch (error) {
    await link.close()
    throw error
  }
}

class NatsBus implements Contract.Bus {
  readonly maxValueBytes: number
  readonly #link: NatsLink
  readonly #requests: NatsRequests
  readonly #entries: NatsEntries
  readonly #watchParts: WatchParts

  constructor(
    link: NatsLink,
    prefix: string,
    options: NatsBusOptions,
    manager: Awaited<ReturnType<typeof jetstreamManager>>,
  ) {
    const { replicas = 1, limits = {} } = options
    this.maxValueBytes = Math.min(MAX_VALUE_BYTES, (link.connection.info?.max_payload ?? 0) - ENVELOPE_BYTES)
    this.#link = link
    const client = jetstream(link.connection, { timeout: API_MS })
    const spaces = new Spaces(manager, link, { prefix, replicas, limits, maxValueBytes: this.maxValueBytes })
    this.#requests = new NatsRequests(link, prefix, this.maxValueBytes)
    this.#entries = new NatsEntries(link, client, manager, spaces)
    this.#watchParts = { link, client, spaces, entries: this.#entries }
  }

  request(name: Name, payload: unknown, options: Contract.BusRequestOptions = {}) {
    return this.#requests.request(name, payload, options)
  }

  serve(name: Name, handler: Contract.BusHandler, options: Contract.BusServeOptions = {}) {
    return this.#requests.serve(name, handler, options)
  }

  async claim(key: Name, value: unknown, options: Contract.KeyOptions = {}) {
    this.#link.checkOpen()
    return this.#entries.claim(readTarget({ key }), encodeValue(value, this.maxValueBytes), options)
  }

  async compareAndSet(key: Name, sequence: number, value: unknown, options: Contract.KeyOptions = {}) {
    this.#link.checkOpen()
    const text = value === undefined ? null : encodeValue(value, this.maxValueBytes)
    return this.#entries.compareAndSet(readTarget({ key }), checkSequence(sequence, 1), text, options)
  }

  async append(log: Name, value: unknown, options: Contract.AppendOptions = {}) {
    this.#link.checkOpen()
    return this.#entries.append(readTarget({ log }), encodeValue(value, this.maxValueBytes), options)
  }

  async read(target: NameTarget, { after = 0, limit }: Contract.ReadOptions = {}) {
    this.#link.checkOpen()
    return this.#entries.read(readTarget(target), checkSequence(after), readLimit(limit))
  }

  watch(target: NameTarget, { after = 0, signal }: Contract.LogWatchOptions = {}) {
    const selection = readTarget(target)
    return watchEntries(this.#watchParts, selection, selection.kind === 'log' ? checkSequence(after) : 0, signal)
  }

  async close(): Promise<void> {
    this.#requests.close()
    await this.#link.close()
  }
}
