import { randomUUID } from 'node:crypto'
import type { AgentEvent, PromptEndReason } from '@poundlock/agent'
import type { SessionEvent } from '@poundlock/protocol'
import { PoundlockError } from '@poundlock/spec'
import type { ConnectedGateway } from '../gateway/with-gateway.ts'

/** Something that works on prompts and says what happens: the loop in this process, or one at a gateway. */
export interface PromptedAgent {
  prompt(text: string, options: { readonly signal: AbortSignal }): Promise<{ readonly reason: PromptEndReason }>
  subscribe(): AsyncIterable<AgentEvent>
}

interface Waiting {
  readonly resolve: (end: { readonly reason: PromptEndReason }) => void
  readonly reject: (error: unknown) => void
}

/** A model of a gateway that works in a session there. Others may follow it, and give it prompts, too. */
export class GatewayAgent implements PromptedAgent {
  readonly #gateway: ConnectedGateway
  readonly #session: string
  readonly #model: string | undefined
  readonly #waiting = new Map<number, Waiting>()
  /** Prompts whose end came before the answer to their request. */
  readonly #early = new Map<number, PromptEndReason>()
  #events: AgentEvent[] = []
  #wake: () => void = () => undefined
  #ended: { readonly error: unknown } | null = null

  private constructor(gateway: ConnectedGateway, session: string, model: string | undefined) {
    this.#gateway = gateway
    this.#session = session
    this.#model = model
  }

  /** Follows a session from now on. @param model one that the gateway offers; the session's own unless set */
  static async open(gateway: ConnectedGateway, session: string, model?: string): Promise<GatewayAgent> {
    const agent = new GatewayAgent(gateway, session, model)
    const { head } = (await gateway.request('sessions.get', { session })).session
    await gateway.subscribe(
      'sessions.follow',
      { session, after: { epoch: session, seq: head } },
      {
        onEvent: ({ data }) => agent.#take(data),
        onGap: ({ from, to }) => agent.#add({ type: 'events-skipped', count: to - from + 1 }),
        onEnd: (error) => agent.#end(error),
      },
    )
    void gateway.closed.then((error) => agent.#end(error))
    return agent
  }

  async prompt(text: string, { signal }: { readonly signal: AbortSignal }) {
    const { promise, ...waiting } = Promise.withResolvers<{ readonly reason: PromptEndReason }>()
    promise.catch(() => undefined)
    const stop = () => void this.#gateway.request('agents.stop', { session: this.#session }).catch(waiting.reject)
    const { seq } = await this.#gateway.request(
      'agents.prompt',
      { session: this.#session, text, ...(this.#model !== undefined && { model: this.#model }) },
      { idempotencyKey: `agent-${randomUUID()}` },
    )
    const early = this.#early.get(seq)
    if (early !== undefined) return { reason: early }
    if (this.#ended !== null) throw this.#ended.error
    this.#waiting.set(seq, waiting)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', stop)
      this.#waiting.delete(seq)
    }
  }

  async *subscribe(): AsyncGenerator<AgentEvent, void, void> {
    for (;;) {
      const events = this.#events
      this.#events = []
      yield* events
      if (this.#events.length > 0) continue
      if (this.#ended !== null) return
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** Ends the subscription. */
  close(): void {
    this.#end(null)
  }

  #take(data: SessionEvent): void {
    if (data.kind === 'prompt') this.#add({ type: 'prompt-started', text: data.text })
    if (data.kind === 'aborted') this.#end(sessionAborted(this.#session))
    if (data.kind !== 'agent') return
    const event = data.event as AgentEvent
    this.#add(event)
    if (event.type !== 'prompt-ended') return
    const { prompt } = data
    // What a gateway that ended has interrupted are all of them.
    const over = prompt === undefined ? [...this.#waiting.keys()] : [prompt]
    for (const seq of over) {
      const waiting = this.#waiting.get(seq)
      if (waiting) waiting.resolve({ reason: event.reason })
      else this.#early.set(seq, event.reason)
    }
  }

  #add(event: AgentEvent): void {
    this.#events.push(event)
    this.#wake()
  }

  #end(error: unknown): void {
    this.#ended ??= { error: error ?? connectionLost(this.#session) }
    for (const { reject } of this.#waiting.values()) reject(this.#ended.error)
    this.#wake()
  }
}

const goOn = (session: string) =>
  `See what happens: poundlock sessions follow ${session}. Go on: poundlock agent resume ${session} --gateway NAME`

const connectionLost = (session: string) =>
  new PoundlockError('the connection to the gateway has ended; the work there goes on', {
    code: 'GATEWAY_CLOSED',
    remedy: goOn(session),
  })

const sessionAborted = (session: string) =>
  new PoundlockError(`the session ${session} was aborted`, { code: 'SESSION_BROKEN', remedy: 'Begin a new one.' })
