import { GatewayError, type RunOutcome } from '@poundlock/protocol'
import type { RunLedger } from './runs/open-ledger.ts'

/** How a run ended, for the gateway. */
export interface Delivery {
  readonly run: string
  readonly callId: string
  readonly outcome: RunOutcome
}

/** Told at a time. */
const AT_ONCE = 16
const PAGE = 1000
const LATER_MS = 1000

export interface DeliveryParts {
  readonly gatewayId: string
  readonly ledger: RunLedger
  /** Tells the gateway; rejects where nothing says that it was told. */
  readonly send: (delivery: Delivery) => Promise<unknown>
  readonly log: (event: string, fields?: Readonly<Record<string, unknown>>) => void
}

/**
 * Tells the gateway how runs ended until it has confirmed each: at once, after every new connection, and again where the
 * gateway could not write it down.
 */
export class Deliveries {
  readonly #parts: DeliveryParts
  readonly #sending = new Set<string>()
  readonly #unrecorded = new Map<string, RunOutcome>()
  #timer: NodeJS.Timeout | undefined
  #isConnected = false

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  /** How a run ended that could not be written down here. */
  unrecorded(run: string): RunOutcome | undefined {
    return this.#unrecorded.get(run)
  }

  keepUnrecorded(run: string, outcome: RunOutcome): void {
    this.#unrecorded.set(run, outcome)
  }

  deliver(delivery: Delivery): void {
    if (this.#isConnected) void this.#send(delivery)
  }

  /** A connection stands: everything that was not confirmed is told. */
  connected(): void {
    this.#isConnected = true
    void this.#sendAll()
  }

  disconnected(): void {
    this.#isConnected = false
    clearTimeout(this.#timer)
  }

  async #sendAll(): Promise<void> {
    const stored = await this.#stored()
    const kept = [...this.#unrecorded].map(([run, outcome]) => ({ run, callId: '', outcome }))
    const left = [...stored, ...kept].values()
    const tell = async () => {
      for (const delivery of left) {
        if (!this.#isConnected) return
        // oxlint-disable-next-line no-await-in-loop -- so many at a time
        await this.#send(delivery)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, tell))
    if (stored.length === PAGE) this.#later()
  }

  /** Those of the ledger; none where it cannot be read, and they are told later. */
  async #stored(): Promise<Delivery[]> {
    const { ledger, gatewayId, log } = this.#parts
    try {
      const entries = await ledger.undelivered(gatewayId, PAGE)
      return entries.map(({ key, callId, result }) => ({ run: key, callId, outcome: result! }))
    } catch (error) {
      log('runs-undelivered', { error: String(error) })
      if (this.#isConnected) this.#later()
      return []
    }
  }

  async #send(delivery: Delivery): Promise<void> {
    const { run, callId } = delivery
    if (this.#sending.has(run)) return
    this.#sending.add(run)
    try {
      await this.#parts.send(delivery)
      this.#unrecorded.delete(run)
      if (callId !== '') await this.#parts.ledger.deliver(callId)
    } catch (error) {
      this.#parts.log('run-undelivered', { run, error: String(error) })
      // The gateway refused it for now; where the connection was lost, the next one tells it.
      if (error instanceof GatewayError) this.#later()
    } finally {
      this.#sending.delete(run)
    }
  }

  #later(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#isConnected && this.connected(), LATER_MS).unref()
  }
}
