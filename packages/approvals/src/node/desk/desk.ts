import type { ApprovalAnswer, ApprovalRecord, ApprovalRequest } from '../../requests/request.ts'
import { stateOf } from '../../requests/request.ts'
import type { SocketEvent } from '../../socket/protocol.ts'
import type { Answered, RequestStore } from '../request-store.ts'

/** A way to people that a desk shows requests through: a chat, a webhook, clients of the socket. */
export interface DeskSurface {
  readonly name: string
  /** Given once: how what people answer there is handed on. */
  open?(desk: Pick<Desk, 'answer' | 'pending'>): void
  /** Shows a request, once. @returns whether somebody can see it */
  show(request: ApprovalRequest): Promise<boolean>
  /** It is over: what was shown can say so. */
  settled?(record: ApprovalRecord): Promise<void>
  close?(): void | Promise<void>
}

/** Shows what waits in a store on every surface, and takes answers from all of them. */
export interface Desk {
  /** Those that wait, the oldest first. */
  pending(): readonly ApprovalRequest[]
  /** @throws ApprovalsError as the store */
  answer(id: string, answer: Omit<ApprovalAnswer, 'at'>): Answered
  /** Shows a request now, if it was not; the surfaces on which somebody can see it. @throws ApprovalsError */
  show(id: string): Promise<readonly string[]>
  /** @returns what ends it */
  onEvent(listener: (event: SocketEvent) => void): () => void
  close(): Promise<void>
}

export interface DeskOptions {
  readonly surfaces?: readonly DeskSurface[]
  /** Milliseconds after which a surface that does not say whether it reached anybody has not. 10,000 unless set. */
  readonly showWithinMs?: number
  /** Told what failed on a surface; nothing else is done about it. */
  readonly onProblem?: (surface: string, error: unknown) => void
  /** Milliseconds since 1970; the system's clock unless set. */
  readonly now?: () => number
}

/** Opens a desk over a store. What waited before is shown like what comes. */
export function openDesk(store: RequestStore, options: DeskOptions = {}): Desk {
  const { surfaces = [], showWithinMs = 10_000, onProblem = () => undefined, now = Date.now } = options
  const listeners = new Set<(event: SocketEvent) => void>()
  const shown = new Map<string, Promise<readonly string[]>>()
  const stop = new AbortController()
  const tell = (event: SocketEvent) => {
    for (const listener of listeners) listener(event)
  }
  const show = (request: ApprovalRequest): Promise<readonly string[]> => {
    const earlier = shown.get(request.id)
    if (earlier) return earlier
    const showing = Promise.all(
      surfaces.map(async (surface) => {
        try {
          return (await within(showWithinMs, surface.show(request))) ? [surface.name] : []
        } catch (error) {
          onProblem(surface.name, error)
          return []
        }
      }),
    ).then((names) => names.flat())
    shown.set(request.id, showing)
    tell({ kind: 'waiting', request })
    return showing
  }
  const look = () => {
    const waiting = store.pending()
    for (const { request } of waiting) void show(request)
    const ids = new Set(waiting.map(({ request }) => request.id))
    for (const id of shown.keys()) {
      if (ids.has(id)) continue
      shown.delete(id)
      const record = recordOf(store, id)
      if (!record) continue
      const { answer } = record
      tell({ kind: 'settled', id, state: stateOf(record, now()), ...(answer && { answer }) })
      for (const { name, settled } of surfaces.map((surface) => ({
        name: surface.name,
        settled: surface.settled?.bind(surface),
      }))) {
        settled?.(record).catch((error: unknown) => onProblem(name, error))
      }
    }
  }
  const desk: Desk = {
    pending: () => store.pending().map(({ request }) => request),
    answer(id, answer) {
      const answered = store.answer(id, answer)
      look()
      return answered
    },
    async show(id) {
      const { request } = store.get(id)
      return show(request)
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      stop.abort()
      await running
      await Promise.all(surfaces.map(async (surface) => surface.close?.()))
    },
  }
  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        look()
      } catch (error) {
        onProblem('store', error)
      }
      await store.changed({ signal: stop.signal })
    }
  }
  for (const surface of surfaces) surface.open?.(desk)
  const running = run()
  return desk
}

function recordOf(store: RequestStore, id: string): ApprovalRecord | null {
  try {
    return store.get(id)
  } catch {
    // Forgotten meanwhile.
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
