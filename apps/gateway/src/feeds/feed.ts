import type { EventName } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'

/** An event with its number. */
export interface FeedEvent {
  readonly seq: number
  readonly event: EventName
  /** What a follower is sent; it can differ by who follows. */
  readonly data: (caller: Caller) => object
}

/** Where a feed gets its events from. */
export interface FeedSource {
  /** The number of the first event that is kept, and of the last one. */
  range(): { readonly first: number; readonly head: number }
  /** Events behind a number, the oldest first. */
  read(after: number, limit: number): readonly FeedEvent[]
}

/** The numbers of events that a follower does not get; both ends included. */
export interface Gap {
  readonly from: number
  readonly to: number
}

interface Follower {
  readonly caller: Caller
  readonly subscription: string
  /** The number of the last event that it was sent. */
  cursor: number
  /** It is behind, and gets what it lacks in a moment. */
  isBehind: boolean
}

/** So many events are sent at once; then others have their turn. */
const CHUNK = 100
/** Bytes that a follower has to read first before more of what is past is sent to it. */
const MOST_UNREAD = 1024 * 1024
const LOOK_AGAIN_MS = 10
/** Who is further behind is told what is left out. */
const MOST_BEHIND = 5000

/**
 * Numbered events, and those who follow them. Each is sent every event once and in order: live, or read again from where it
 * is kept. What is not kept any more, or would be too much, is told as a gap. A follower holds no queue of its own.
 */
export class Feed {
  readonly #source: FeedSource
  readonly #followers = new Set<Follower>()
  /** Events that followers were told they do not get. */
  dropped = 0

  constructor(source: FeedSource) {
    this.#source = source
  }

  get followers(): number {
    return this.#followers.size
  }

  /**
   * Begins to follow; the events behind `after` are sent after the answer to this request.
   *
   * @param after the number of the last event that the follower has seen; absent for only those that come
   * @param ended called when the subscription ends, for whatever reason
   */
  follow(
    caller: Caller,
    after?: number,
    ended?: () => void,
  ): { readonly subscription: string; readonly head: number; readonly gap?: Gap } {
    const { first, head } = this.#source.range()
    const cursor = Math.min(after ?? head, head)
    const gap = cursor + 1 < first ? { from: cursor + 1, to: first - 1 } : undefined
    if (gap) this.dropped += gap.to - gap.from + 1
    const subscription = caller.subscribe(() => {
      this.#followers.delete(follower)
      ended?.()
    })
    const follower: Follower = { caller, subscription, cursor: gap?.to ?? cursor, isBehind: true }
    this.#followers.add(follower)
    setImmediate(() => this.#catchUp(follower))
    return { subscription, head, ...(gap && { gap }) }
  }

  /** Sends an event that was just written to all who follow. */
  publish(event: FeedEvent): void {
    for (const follower of this.#followers) {
      if (follower.isBehind) continue
      if (event.seq > follower.cursor + 1) this.#skip(follower, { from: follower.cursor + 1, to: event.seq - 1 })
      this.#send(follower, event)
    }
  }

  #catchUp(follower: Follower): void {
    if (!this.#followers.has(follower)) return
    if (isReading(follower)) {
      setTimeout(() => this.#catchUp(follower), LOOK_AGAIN_MS).unref()
      return
    }
    const { first, head } = this.#source.range()
    const next = Math.max(first, head - MOST_BEHIND + 1)
    if (follower.cursor + 1 < next) this.#skip(follower, { from: follower.cursor + 1, to: next - 1 })
    for (const event of this.#source.read(follower.cursor, CHUNK)) {
      if (event.seq > follower.cursor + 1) this.#skip(follower, { from: follower.cursor + 1, to: event.seq - 1 })
      if (!this.#send(follower, event)) return
      if (isReading(follower)) break
    }
    follower.isBehind = follower.cursor < this.#source.range().head
    if (follower.isBehind) setImmediate(() => this.#catchUp(follower))
  }

  #skip(follower: Follower, gap: Gap): void {
    this.dropped += gap.to - gap.from + 1
    follower.cursor = gap.to
    follower.caller.send('subscription.gap', gap, { subscription: follower.subscription, seq: gap.to })
  }

  #send(follower: Follower, { seq, event, data }: FeedEvent): boolean {
    follower.cursor = seq
    const { caller, subscription } = follower
    if (caller.send(event, data(caller), { subscription, seq })) return true
    this.#followers.delete(follower)
    return false
  }
}

const isReading = ({ caller }: Follower): boolean => (caller.unreadBytes ?? 0) > MOST_UNREAD
