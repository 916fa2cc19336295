import { randomUUID } from 'node:crypto'
import { newSession } from '../serve-streams.ts'
import type { HttpClient } from './http-client.ts'

const MOST_SESSIONS = 64
/** A session without requests for so long is ended when room is needed, or at the next check. */
const IDLE_MS = 60 * 60_000

/** Clients that introduced themselves, by the id that they were given: drawn by chance, so that it cannot be guessed. */
export class HttpSessions {
  readonly #make: (session: string, end: () => void) => HttpClient
  readonly #clients = new Map<string, HttpClient>()

  constructor(make: (session: string, end: () => void) => HttpClient) {
    this.#make = make
  }

  /** `null` when there is no room. */
  open(): { readonly id: string; readonly client: HttpClient } | null {
    for (const [id, client] of this.#clients) if (client.idle > IDLE_MS) this.end(id)
    if (this.#clients.size >= MOST_SESSIONS) {
      const [idlest] = [...this.#clients].toSorted(([, a], [, b]) => b.idle - a.idle)
      // Those that wait for an answer stay.
      if (!idlest || idlest[1].idle === 0) return null
      this.end(idlest[0])
    }
    const id = randomUUID()
    const client = this.#make(newSession(), () => this.end(id))
    this.#clients.set(id, client)
    return { id, client }
  }

  get(id: string): HttpClient | undefined {
    return this.#clients.get(id)
  }

  clients(): readonly HttpClient[] {
    return [...this.#clients.values()]
  }

  end(id: string): void {
    this.#clients.get(id)?.close()
    this.#clients.delete(id)
  }

  close(): void {
    for (const id of this.#clients.keys()) this.end(id)
  }
}
