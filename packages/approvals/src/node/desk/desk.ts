import type { ApprovalRecord, ApprovalRequest, Delegation } from '../../requests/request.ts'
import { stateOf } from '../../requests/request.ts'
import type { SocketEvent } from '../../socket/protocol.ts'
import type { RequestStore } from '../request-store.ts'
import type { Answered, Surface, SurfaceAnswer } from '../surface.ts'

/** Shows the requests that wait in a store on every surface, and takes answers from all of them. */
export interface Desk {
  /** Requests that wait, the oldest first. */
  pending(): readonly ApprovalRequest[]
  /** @throws ApprovalsError as the store */
  answer(id: string, answer: SurfaceAnswer): Answered
  /** Shows a request now, if it was not; the surfaces on which a person can see it. @throws ApprovalsError */
  show(id: string): Promise<readonly string[]>
  /** @returns a function that removes the listener */
  onEvent(listener: (event: SocketEvent) => void): () => void
  /** Hands a request on. @throws ApprovalsError as the store */
  delegate(id: string, delegation: Omit<Delegation, 'at'>): ApprovalRecord
  /**
   * Listens for votes on requests that still wait, and for requests that are handed on.
   *
   * @returns a function that removes the listener
   */
  onChange(listener: (record: ApprovalRecord) => void): () => void
  /** Stops looking for requests and answers. */
  close(): Promise<void>
}

/** What a desk is made with: the store of requests, and who may answer. */
export interface DeskOptions {
  /** Where requests are shown; a desk without any only keeps them. */
  readonly surfaces?: readonly Surface[]
  /** Milliseconds after which a surface that does not answer counts as one that reaches no person. 10,000 unless set. */
  readonly showWithinMs?: number
  /** Called with the error of a surface or of the store; the desk goes on. */
  readonly onProblem?: (surface: string, error: unknown) => void
  /** Milliseconds since 1970; the system's clock unless set. */
  readonly now?: () => number
}

/** A request that waits, on its surfaces. */
interface Showing {
  readonly surfaces: Promise<readonly string[]>
  readonly over: AbortController
  readonly settle: (record: ApprovalRecord) => void
  /** How many votes and delegations were seen. */
  steps: number
}

/** So many settled requests are remembered. */
const MOST_SETTLED = 1000

/** Opens a desk over a store. It also shows requests that were waiting before. */
export function openDesk(store: RequestStore, options: DeskOptions = {}): Desk {
  return new StoreDesk(store, options)
}

class StoreDesk implements Desk {
  readonly #store: RequestStore
  readonly #options: Required<DeskOptions>
  readonly #listeners = new Set<(event: SocketEvent) => void>()
  readonly #changeListeners = new Set<(record: ApprovalRecord) => void>()
  readonly #waiting = new Map<string, Showing>()
  /** Where settled requests were seen, the newest last: a late `show` gets this, and the request is not shown again. */
  readonly #settled = new Map<string, Promise<readonly string[]>>()
  readonly #stop = new AbortController()
  readonly #running: Promise<void>

  constructor(store: RequestStore, options: DeskOptions) {
    this.#store = store
    this.#options = { surfaces: [], showWithinMs: 10_000, onProblem: () => undefined, now: Date.now, ...options }
    this.#running = this.#run()
  }

  pending(): readonly ApprovalRequest[] {
    return this.#store.pending().map(({ request }) => request)
  }

  answer(id: string, answer: SurfaceAnswer): Answered {
    const answered = this.#store.answer(id, answer)
    this.#look()
    return answered
  }

  async show(id: string): Promise<readonly string[]> {
    const record = this.#store.get(id)
    const isOver = stateOf(record, this.#options.now()) !== 'pending'
    return isOver && !this.#waiting.has(id) ? (this.#settled.get(id) ?? []) : this.#show(record.request)
  }

  onEvent(listener: (event: SocketEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  delegate(id: string, delegation: Omit<Delegation, 'at'>): ApprovalRecord {
    const record = this.#store.delegate(id, delegation)
    this.#look()
    return record
  }

  onChange(listener: (record: ApprovalRecord) => void): () => void {
    this.#changeListeners.add(listener)
    return () => void this.#changeListeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        this.#look()
      } catch (error) {
        this.#options.onProblem('store', error)
      }
      await this.#store.changed({ signal: this.#stop.signal })
    }
  }

  /** Shows requests that came, and takes back those that are settled. */
  #look(): void {
    const waiting = this.#store.pending()
    for (const record of waiting) {
      void this.#show(record.request)
      this.#noteSteps(record)
    }
    const ids = new Set(waiting.map(({ request }) => request.id))
    for (const [id, showing] of this.#waiting) if (!ids.has(id)) this.#takeBack(id, showing)
  }

  #show(request: ApprovalRequest): Promise<readonly string[]> {
    const { id } = request
    const earlier = this.#waiting.get(id)?.surfaces ?? this.#settled.get(id)
    if (earlier) return earlier
    const over = new AbortController()
    const { promise: settled, resolve: settle } = Promise.withResolvers<ApprovalRecord>()
    const answer = (given: SurfaceAnswer) => this.answer(id, given)
    const shown = { stored: request, call: undefined, answer, signal: over.signal, settled }
    const { surfaces, showWithinMs, onProblem } = this.#options
    const showing = surfaces.map(async (surface) => {
      try {
        return (await within(showWithinMs, surface.show(shown))) ? [surface.name] : []
      } catch (error) {
        onProblem(surface.name, error)
        return []
      }
    })
    const names = Promise.all(showing).then((found) => found.flat())
    this.#waiting.set(id, { surfaces: names, over, settle, steps: 0 })
    this.#emit({ kind: 'waiting', request })
    return names
  }

  #noteSteps(record: ApprovalRecord): void {
    const showing = this.#waiting.get(record.request.id)
    const steps = (record.votes?.length ?? 0) + (record.delegations?.length ?? 0)
    if (!showing || showing.steps === steps) return
    showing.steps = steps
    for (const listener of this.#changeListeners) listener(record)
  }

  #takeBack(id: string, { surfaces, over, settle }: Showing): void {
    this.#waiting.delete(id)
    this.#settled.set(id, surfaces)
    if (this.#settled.size > MOST_SETTLED) this.#settled.delete(this.#settled.keys().next().value!)
    over.abort()
    const record = recordOf(this.#store, id)
    if (!record) return
    const { answer } = record
    this.#emit({ kind: 'settled', id, state: stateOf(record, this.#options.now()), ...(answer && { answer }) })
    settle(record)
  }

  #emit(event: SocketEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

function recordOf(store: RequestStore, id: string): ApprovalRecord | null {
  try {
    return store.get(id)
  } catch {
    // The store forgot it meanwhile.
    return null
  }
}

async function within(milliseconds: number, showing: Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), milliseconds)
  try {
    return await Promise.race([showing, promise])
  } finally {
    clearTimeout(timer)
  }
}
