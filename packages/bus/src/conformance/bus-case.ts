import type { Bus } from '../contract/bus.ts'

/** What the kit needs of an implementation. */
export interface BusHarness {
  /**
   * A connection of a gateway of its own to the same broker. An implementation that lives in one process may give the same
   * bus each time. The caller of the kit closes them.
   */
  readonly connect: () => Promise<Bus>
}

/** One promise of the contract. */
export interface BusCase {
  /** Short and stable, for naming a case that fails. */
  readonly id: string
  /** A sentence. */
  readonly title: string
  /** Rejects when the implementation breaks the promise. It leaves no service and no watch behind. */
  readonly run: (harness: BusHarness) => Promise<void>
}
