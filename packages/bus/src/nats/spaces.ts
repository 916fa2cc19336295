import {
  DiscardPolicy,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { BusError } from '../contract/bus-error.ts'
import type { Selection } from '../contract/name.ts'
import { limitsOf, type LimitsBySpace } from '../contract/space-limits.ts'
import { isStreamMissing } from './nats-error.ts'
import type { NatsLink } from './nats-link.ts'

/** A removed key is remembered for watchers that were cut off. */
export const REMOVAL_KEPT_SECONDS = 24 * 60 * 60
/** How long the server recognises a repeated write. */
const DUPLICATE_MS = 120_000

export interface SpacesOptions {
  readonly prefix: string
  readonly replicas: number
  readonly limits: LimitsBySpace
  readonly maxValueBytes: number
}

/**
 * The streams that hold the keys and the logs of each space, made when they are first used. Those of keys are key-value
 * buckets as NATS defines them (ADR-8), so that `nats kv` shows them.
 */
export class Spaces {
  readonly #manager: JetStreamManager
  readonly #link: NatsLink
  readonly #options: SpacesOptions
  readonly #ready = new Map<string, Promise<void>>()

  constructor(manager: JetStreamManager, link: NatsLink, options: SpacesOptions) {
    this.#manager = manager
    this.#link = link
    this.#options = options
  }

  streamOf({ kind, space }: Pick<Selection, 'kind' | 'space'>): string {
    return `${kind === 'key' ? 'KV_' : ''}${this.#options.prefix}_${space}`
  }

  /** The subject of a name, or the wildcard for all below it. */
  subjectOf({ kind, space, path, below }: Selection): string {
    const root = this.#root(kind, space)
    return `${root}${path === '' ? '' : `${path}${below ? '.' : ''}`}${below ? '>' : ''}`
  }

  /** The encoded name that a subject of the space stands for. */
  pathOf({ kind, space }: Pick<Selection, 'kind' | 'space'>, subject: string): string {
    return subject.slice(this.#root(kind, space).length)
  }

  /** Makes the stream, or makes sure that it keeps what is written as this gateway expects. */
  prepare(selection: Selection): Promise<void> {
    const stream = this.streamOf(selection)
    const known = this.#ready.get(stream)
    if (known !== undefined) return known
    const ready = this.#make(stream, selection)
    this.#ready.set(stream, ready)
    ready.catch(() => this.#ready.delete(stream))
    return ready
  }

  #root(kind: Selection['kind'], space: string): string {
    const { prefix } = this.#options
    return kind === 'key' ? `$KV.${prefix}_${space}.` : `${prefix}.log.${space}.`
  }

  async #make(stream: string, { kind, space }: Selection): Promise<void> {
    let info: StreamInfo
    try {
      info = await this.#manager.streams.info(stream)
    } catch (error) {
      if (!isStreamMissing(error)) throw error
      const wanted = kind === 'key' ? this.#keyConfig(space) : this.#logConfig(space)
      info = await this.#manager.streams.add({
        ...wanted,
        name: stream,
        subjects: [`${this.#root(kind, space)}>`],
        num_replicas: this.#options.replicas,
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        duplicate_window: nanos(DUPLICATE_MS),
        max_msg_size: this.#options.maxValueBytes + HEADER_BYTES,
        deny_delete: true,
      })
    }
    this.#check(info.config, kind)
  }

  #keyConfig(space: string): Partial<StreamConfig> {
    return {
      max_msgs_per_subject: 1,
      max_bytes: limitsOf(this.#options.limits, space).maxBytes,
      // A claim is never dropped to make room for another.
      discard: DiscardPolicy.New,
      allow_rollup_hdrs: true,
      allow_direct: true,
      ...(!this.#link.isOutdated && {
        allow_msg_ttl: true,
        subject_delete_marker_ttl: nanos(REMOVAL_KEPT_SECONDS * 1000),
      }),
    }
  }

  #logConfig(space: string): Partial<StreamConfig> {
    const { maxBytes, maxAgeMs } = limitsOf(this.#options.limits, space)
    return { max_bytes: maxBytes, max_age: nanos(maxAgeMs), discard: DiscardPolicy.Old, deny_purge: true }
  }

  #check(config: StreamConfig, kind: Selection['kind']): void {
    const wrong = [
      config.storage !== StorageType.File && 'it is not stored in files',
      config.num_replicas < this.#options.replicas &&
        `it has ${config.num_replicas} replicas, not ${this.#options.replicas}`,
      kind === 'key' && config.max_msgs_per_subject !== 1 && 'it keeps a history',
      kind === 'key' && config.discard !== DiscardPolicy.New && 'it drops old keys when it is full',
      kind === 'key' && config.max_age > 0 && 'it drops keys by their age',
      kind === 'key' && !this.#link.isOutdated && config.allow_msg_ttl !== true && 'it ignores lifetimes of keys',
    ].find((problem) => problem !== false)
    if (wrong === undefined) return
    throw new BusError(`The stream ${config.name} cannot be used: ${wrong}.`, {
      code: 'MISCONFIGURED',
      remedy: 'Change it with `nats stream edit`, or set another prefix.',
      details: { stream: config.name },
    })
  }
}

/** Of the headers that the bus sends. */
const HEADER_BYTES = 512
