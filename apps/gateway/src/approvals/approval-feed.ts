import type { ApprovalRecord } from '@poundlock/approvals'
import type { EventName } from '@poundlock/protocol'
import { Feed, type FeedEvent } from '../feeds/feed.ts'
import { newId } from '../identity/secrets.ts'
import { approvalView, viewFor } from './approval-view.ts'

/** So many events can be taken up again after a connection was lost. */
const KEPT = 1000

/**
 * What happens with requests, numbered from the start of the gateway: `epoch` names this numbering. What waits is always
 * read from the store, so that nothing is lost with it.
 */
export class ApprovalFeed {
  readonly epoch = newId()
  readonly feed: Feed
  readonly #now: () => number
  readonly #events: FeedEvent[] = []
  #head = 0

  constructor(now: () => number) {
    this.#now = now
    this.feed = new Feed({
      range: () => ({ first: this.#head - this.#events.length + 1, head: this.#head }),
      read: (after, limit) => {
        const start = Math.max(0, this.#events.length - (this.#head - after))
        return this.#events.slice(start, start + limit)
      },
    })
  }

  add(event: EventName & `approvals.${string}`, record: ApprovalRecord): void {
    const view = approvalView(record, this.#now())
    const added: FeedEvent = {
      seq: ++this.#head,
      event,
      data: (caller) => ({ approval: viewFor(view, record, caller) }),
    }
    this.#events.push(added)
    if (this.#events.length > KEPT) this.#events.shift()
    this.feed.publish(added)
  }
}
