import { GatewayError } from '@poundlock/protocol'
import { newId } from '../identity/secrets.ts'

/** The subscriptions of one connection. */
export class ConnectionSubscriptions {
  readonly #max: number
  readonly #stops = new Map<string, () => void>()

  constructor(max: number) {
    this.#max = max
  }

  /** @throws GatewayError `BUSY` */
  add(stop: () => void): string {
    if (this.#stops.size >= this.#max) {
      throw new GatewayError(`The connection has ${this.#max} subscriptions; end one.`, { code: 'BUSY' })
    }
    const id = newId()
    this.#stops.set(id, stop)
    return id
  }

  end(id: string): boolean {
    const stop = this.#stops.get(id)
    this.#stops.delete(id)
    stop?.()
    return stop !== undefined
  }

  endAll(): void {
    for (const id of this.#stops.keys()) this.end(id)
  }
}
