import type { EventData } from '@poundlock/protocol'
import type { GatewayClient, Subscription } from '@poundlock/protocol/client'
import { signal } from '@preact/signals'
import { textOf } from '../connection/gateway-link.ts'

export type LoggedEvent = EventData<'sessions.event'>

/** Events that are kept; the first ones are left out then. */
const MOST_EVENTS = 2000
/** Characters of the output of one call. */
const MOST_OUTPUT = 200_000

/** What happens in one session, and what its calls print while they run. */
export class SessionLog {
  readonly events = signal<readonly LoggedEvent[]>([])
  /** By the id of the call; only what was printed since it is followed. */
  readonly output = signal<ReadonlyMap<string, string>>(new Map())
  readonly problem = signal<string | null>(null)
  readonly #client: GatewayClient
  readonly #session: string
  readonly #followed = new Set<string>()
  #subscription: Subscription | null = null
  #stopOutput: (() => void) | null = null
  #isClosed = false

  constructor(client: GatewayClient, session: string) {
    this.#client = client
    this.#session = session
  }

  /** @param followsOutput whether this browser may see what calls print */
  async open(followsOutput: boolean): Promise<void> {
    try {
      if (followsOutput) {
        this.#stopOutput = this.#client.on('tools.output', ({ callId, text }) => {
          if (this.#followed.has(callId)) this.#add(callId, text)
        })
      }
      const session = this.#session
      const onEvent = (event: LoggedEvent) => {
        this.#keep(event)
        if (followsOutput && event.kind === 'call-started') void this.#follow(event.callId)
      }
      const after = { epoch: session, seq: 0 }
      this.#subscription = await this.#client.subscribe(
        'sessions.follow',
        { session, after },
        {
          onEvent: ({ data }) => onEvent(data),
          onGap: ({ from, to }) => (this.problem.value = `Events ${from} to ${to} are not kept any more.`),
          onEnd: (error) => (this.problem.value = textOf(error)),
        },
      )
      if (this.#isClosed) this.#subscription.end()
    } catch (error) {
      this.problem.value = textOf(error)
    }
  }

  close(): void {
    this.#isClosed = true
    this.#stopOutput?.()
    this.#subscription?.end()
  }

  #keep(event: LoggedEvent): void {
    const events = [...this.events.value, event]
    const removed = events.length > MOST_EVENTS ? events.shift() : undefined
    this.events.value = events
    if (event.kind === 'call-ended') {
      this.#followed.delete(event.callId)
      // It has the end of the output with it.
      if (event.tail !== undefined) this.#forget(event.callId)
    }
    if (removed?.kind === 'call-ended') this.#forget(removed.callId)
  }

  #forget(callId: string): void {
    if (!this.output.value.has(callId)) return
    const output = new Map(this.output.value)
    output.delete(callId)
    this.output.value = output
  }

  async #follow(callId: string): Promise<void> {
    if (this.#followed.has(callId)) return
    this.#followed.add(callId)
    try {
      const { printed } = await this.#client.request('tools.follow', { call: { callId } })
      // It may have ended meanwhile.
      if (this.#followed.has(callId)) this.#set(callId, `${printed}${this.output.value.get(callId) ?? ''}`)
    } catch {
      // It has ended and is not known any more; its end is among the events.
    }
  }

  #add(callId: string, text: string): void {
    this.#set(callId, `${this.output.value.get(callId) ?? ''}${text}`)
  }

  #set(callId: string, text: string): void {
    const output = new Map(this.output.value)
    output.set(callId, text.slice(-MOST_OUTPUT))
    this.output.value = output
  }
}
