import { fingerprintOf } from '../calls/fingerprint.ts'

const MOST_LEFT = 100

interface MadeCall {
  readonly name: string
  readonly input: unknown
}

/** Calls that go on without their client: the same call, made again, gets the outcome. */
export class LeftCalls {
  /** The idempotency keys, the oldest first. */
  readonly #keys = new Map<string, string>()

  add(session: string, call: MadeCall, key: string): void {
    this.#keys.set(placeOf(session, call), key)
    for (const oldest of this.#keys.keys()) {
      if (this.#keys.size <= MOST_LEFT) return
      this.#keys.delete(oldest)
    }
  }

  /** The key of the same call. It is handed out once. */
  take(session: string, call: MadeCall): string | undefined {
    const place = placeOf(session, call)
    const key = this.#keys.get(place)
    this.#keys.delete(place)
    return key
  }
}

const placeOf = (session: string, { name, input }: MadeCall): string =>
  fingerprintOf('tools/call', { session, name, input })
