import type { ClientQuestion, ServedCall } from '@poundlock/mcp'
import { GatewayError, type CallResult } from '@poundlock/protocol'
import { visibleText } from '@poundlock/spec'
import type { RequestAsDevice } from './device-requests.ts'

const MOST_SHOWN = 1000
const CHOICES = { wait: 'wait', giveUp: 'give up' } as const

/** How a call ended for its client: with its outcome, or before somebody has answered. */
export type ClientCallEnd =
  | { readonly kind: 'ended'; readonly result: CallResult }
  | { readonly kind: 'left'; readonly message: string }

interface ClientCallParts {
  readonly request: RequestAsDevice
  readonly call: ServedCall
  /** Of the gateway. */
  readonly session: string
  readonly key: string
  /** Milliseconds that a client without progress waits for an approval. */
  readonly patienceMs: number
}

/**
 * A tool call of a client of MCP. An approval is given elsewhere: nobody approves what their own device asks for. The
 * client is shown what waits, and can take it back.
 */
export class ClientToolCall {
  readonly #parts: ClientCallParts
  readonly #over = new AbortController()
  readonly #late = Promise.withResolvers<ClientCallEnd>()
  #timer: NodeJS.Timeout | undefined
  #approval: string | undefined
  #isWaiting = false

  constructor(parts: ClientCallParts) {
    this.#parts = parts
  }

  /** Makes the call. @throws GatewayError */
  async end(): Promise<ClientCallEnd> {
    const { request, call, session, key } = this.#parts
    const { name: tool, input, wantsProgress: stream, signal } = call
    const giveUp = () => {
      this.#cancel()
      this.#late.reject(new GatewayError('The client gave the call up.', { code: 'CANCELLED' }))
    }
    signal.addEventListener('abort', giveUp, { once: true })
    const done = request(
      'tools.call',
      { session, tool, input: input as object, stream },
      { key, signal: this.#over.signal, onEvent: (event, data) => this.#take(event, data as EventData) },
    ).then((result): ClientCallEnd => ({ kind: 'ended', result }))
    // It may fail after the client was told to come back.
    done.catch(() => undefined)
    if (signal.aborted) giveUp()
    try {
      return await Promise.race([done, this.#late.promise])
    } finally {
      this.#over.abort()
      clearTimeout(this.#timer)
      signal.removeEventListener('abort', giveUp)
    }
  }

  #take(event: string, { state, approval, text }: EventData): void {
    const { call } = this.#parts
    if (event === 'tools.output' && text) call.onProgress(visibleText(text))
    if (event !== 'tools.state') return
    this.#isWaiting = state === 'waiting'
    // One that was approved meanwhile is waited for as any other.
    if (!this.#isWaiting) return clearTimeout(this.#timer)
    if (approval === this.#approval) return
    this.#approval = approval
    const waits = `${call.name} waits for an approval${this.#request()}`
    call.onProgress(waits)
    call.onNotice('warning', waits)
    void this.#show()
  }

  /** Shows what waits to the person at the client, who can only take it back. */
  async #show(): Promise<void> {
    const { ask } = this.#parts.call
    const given = await ask?.(this.#question(), this.#over.signal).catch(() => null)
    if (this.#over.signal.aborted) return
    // A client without a person declines by itself, so that only the choice counts.
    if (given?.kind === 'chosen' && given.choice === CHOICES.giveUp) return this.#cancel()
    if (this.#parts.call.wantsProgress || !this.#isWaiting) return
    this.#timer = setTimeout(() => this.#leave(), this.#parts.patienceMs).unref()
  }

  #question(): ClientQuestion {
    const { name, input } = this.#parts.call
    const { command } = input as { readonly command?: unknown }
    const what = visibleText(typeof command === 'string' ? command : JSON.stringify(input)).slice(0, MOST_SHOWN)
    const message = `${name} waits for approval by another person${this.#request()}: ${what}`
    return { message, title: 'Go on waiting?', choices: [CHOICES.wait, CHOICES.giveUp] }
  }

  #request(): string {
    return this.#approval === undefined ? '' : `, request ${this.#approval.slice(0, 8)}`
  }

  #leave(): void {
    const message = `The call waits for an approval${this.#request()}. Another person gives it on another device, in a chat, or with "poundlock approvals resolve". Then make the same call again: it gets the outcome.`
    this.#late.resolve({ kind: 'left', message })
  }

  #cancel(): void {
    const { request, key } = this.#parts
    // It has ended meanwhile, or the gateway stops and leaves it waiting.
    request('tools.cancel', { call: { key } }).catch(() => undefined)
  }
}

interface EventData {
  readonly state?: string
  readonly approval?: string
  readonly text?: string
}
