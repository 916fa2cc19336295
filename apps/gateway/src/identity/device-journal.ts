import type { EventData, StreamGap, StreamPosition } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import { newId } from './secrets.ts'

/** So many events can be taken up again. */
const MAX_KEPT = 1000

type DeviceEvent =
  | { readonly event: 'devices.changed'; readonly data: EventData<'devices.changed'> }
  | { readonly event: 'devices.pairing'; readonly data: EventData<'devices.pairing'> }

/** Where a subscription begins. */
export interface JournalStart {
  readonly subscription: string
  readonly epoch: string
  readonly head: number
  readonly gap?: StreamGap
}

/** What happens among the devices, numbered from the start of the gateway on. */
export class DeviceJournal {
  readonly #epoch = newId()
  readonly #kept: DeviceEvent[] = []
  readonly #listeners = new Set<(event: DeviceEvent, seq: number) => void>()
  #head = 0

  add(event: DeviceEvent): void {
    this.#kept.push(event)
    if (this.#kept.length > MAX_KEPT) this.#kept.shift()
    this.#head++
    for (const listener of this.#listeners) listener(event, this.#head)
  }

  /** Sends a caller what comes, and first, behind the answer, what came after a place. @throws GatewayError `BUSY` */
  follow(caller: Caller, after: StreamPosition | undefined): JournalStart {
    const head = this.#head
    const listener = ({ event, data }: DeviceEvent, seq: number) => void caller.send(event, data, { subscription, seq })
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
