import type { MessageId } from '../messages/message.ts'
import type { CancelSignal, Platform, RequestHandle } from './connection-options.ts'
import type { IncomingBatch } from './incoming-batch.ts'

/** A request of the other side while it is answered. Most handlers never look at the signal: it is made when they do. */
export class IncomingRequest implements RequestHandle {
  readonly id: MessageId
  /** Where its answer belongs; alone unless set. */
  readonly batch: IncomingBatch | undefined
  readonly #platform: Pick<Platform, 'newCanceller'>
  #canceller: ReturnType<Platform['newCanceller']> | undefined
  #isGivenUp = false

  constructor(id: MessageId, platform: Pick<Platform, 'newCanceller'>, batch?: IncomingBatch) {
    this.id = id
    this.batch = batch
    batch?.expect()
    this.#platform = platform
  }

  get signal(): CancelSignal {
    if (this.#canceller === undefined) {
      this.#canceller = this.#platform.newCanceller()
      if (this.#isGivenUp) this.#canceller.abort()
    }
    return this.#canceller.signal
  }

  /** Nobody waits for the answer any more. */
  get isGivenUp(): boolean {
    return this.#isGivenUp
  }

  giveUp(): void {
    this.#isGivenUp = true
    this.#canceller?.abort()
  }
}
