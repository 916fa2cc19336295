import type { SessionEvent } from '@poundlock/protocol'
import { Feed, type FeedEvent } from '../feeds/feed.ts'
import type { SessionStore } from './session-store.ts'

export const feedEvent = (event: SessionEvent): FeedEvent => ({
  seq: event.seq,
  event: 'sessions.event',
  data: () => event,
})

/** A feed for each session that somebody follows. */
export class SessionFeeds {
  readonly #store: SessionStore
  readonly #feeds = new Map<string, Feed>()
  #droppedBefore = 0

  constructor(store: SessionStore) {
    this.#store = store
    store.onEvent((event) => this.#feeds.get(event.session)?.publish(feedEvent(event)))
  }

  /** Events that followers were told they do not get. */
  get dropped(): number {
    return [...this.#feeds.values()].reduce((sum, { dropped }) => sum + dropped, this.#droppedBefore)
  }

  of(session: string): Feed {
    const known = this.#feeds.get(session)
    if (known) return known
    // Those that nobody follows any more.
    for (const [id, feed] of this.#feeds) {
      if (feed.followers > 0) continue
      this.#droppedBefore += feed.dropped
      this.#feeds.delete(id)
    }
    const feed = new Feed({
      range: () => this.#store.range(session),
      read: (after, limit) => this.#store.read(session, after, limit).map((event) => feedEvent(event)),
    })
    this.#feeds.set(session, feed)
    return feed
  }
}
