import type { StreamGap, StreamPosition } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import { newId } from '../identity/secrets.ts'

/** So many events can be taken up again. */
const MAX_KEPT = 1000

/** Where a subscription begins. */
export interface JournalStart {
  readonly subscription: string
  readonly epoch: string
  readonly head: number
  readonly gap?: StreamGap
}

/** What happens, numbered from the start of the gateway on, for those who watch it. */
export class EventJournal<Event extends { readonly event: string; readonly data: object }> {
  readonly #epoch = newId()
  readonly #kept: Event[] = []
  readonly #listeners = new Set<(event: Event, seq: number) => void>()
  #head = 0

  add(event: Event): void {
    this.#kept.push(event)
    if (this.#kept.length > MAX_KEPT) this.#kept.shift()
    this.#head++
    for (const listener of this.#listeners) listener(event, this.#head)
  }

  /** Sends a caller what comes, and first, behind the answer, what came after a place. @throws GatewayError `BUSY` */
  follow(caller: Caller, after: StreamPosition | undefined): JournalStart {
    const head = this.#head
    const listener = ({ event, data }: Event, seq: number) => void caller.send(event, data, { subscription, seq })
    const subscription = caller.subscribe(() => this.#listeners.delete(listener))
    const first = head - this.#kept.length + 1
    const from = after === undefined || after.epoch !== this.#epoch ? head + 1 : Math.min(after.seq + 1, head + 1)
    // Behind the answer, with whatever happens until then.
    queueMicrotask(() => {
      if (caller.signal.aborted) return
      for (let seq = Math.max(from, first); seq <= this.#head; seq++)
        listener(this.#kept.at(seq - this.#head - 1)!, seq)
      this.#listeners.add(listener)
    })
    return {
      subscription,
      epoch: this.#epoch,
      head,
      ...(from < first && { gap: { from, to: first - 1 } }),
    }
  }
}
