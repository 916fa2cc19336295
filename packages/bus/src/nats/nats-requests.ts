import { randomUUID } from 'node:crypto'
import { headers, type Msg, type Subscription } from '@nats-io/transport-node'
import type { BusHandler, BusRequestOptions, BusServeOptions, BusService } from '../contract/bus.ts'
import { encodeName, type Name } from '../contract/name.ts'
import type { RequestOutcome } from '../contract/request-outcome.ts'
import { encodeValue } from '../contract/value.ts'
import { answerRequest } from '../embedded/services.ts'
import { natsError } from './nats-error.ts'
import type { NatsLink } from './nats-link.ts'
import { decodeBytes } from './stored-messages.ts'

/**
 * What instances say to each other about one request:
 *
 * 1. the requester publishes the payload; a responder that serves the name and gets it answers `offer` or `busy`;
 * 2. the requester, if it still waits, answers `go`; without it the handler never begins;
 * 3. the responder answers `answered` or `failed`, or `lost` when it is closed before.
 *
 * While it waits for 3, the requester sends `ping` to the responder. Where nobody listens any more, it is lost.
 */
type Step = 'offer' | 'busy' | 'go' | 'answered' | 'failed' | 'lost' | 'ping'

interface Waiting {
  readonly settle: (outcome: RequestOutcome) => void
  /** The instance that has begun; `null` before `go`. */
  responder: string | null
}

interface Offered {
  readonly reply: string
  readonly begin: () => void
  readonly timer: NodeJS.Timeout
}

const STEP = 'Poundlock-Step'
/** Status of the server for a message that nobody subscribes to. */
const NO_RESPONDERS = 503
const MAX_WAITING = 10_000
/** A requester that has not answered an offer in this time has gone. */
const OFFER_MS = 10_000
const PING_EVERY_MS = 1000

/** Requests over core NATS: nothing is stored, so nothing is repeated. */
export class NatsRequests {
  readonly #link: NatsLink
  readonly #prefix: string
  readonly #maxValueBytes: number
  readonly #instance: string
  readonly #waiting = new Map<string, Waiting>()
  readonly #offered = new Map<string, Offered>()
  /** Where to answer requests that run. */
  readonly #running = new Set<string>()
  readonly #pings: NodeJS.Timeout
  /** Of the last round: the instance by the id of the ping. */
  readonly #pinged = new Map<string, string>()
  #count = 0

  constructor(link: NatsLink, prefix: string, maxValueBytes: number) {
    this.#link = link
    this.#prefix = prefix
    this.#maxValueBytes = maxValueBytes
    this.#instance = `${prefix}.instance.${randomUUID()}`
    link.connection.subscribe(`${this.#instance}.*`, {
      callback: (error, message) => {
        if (error === null) this.#receive(message)
      },
    })
    link.onDisconnect(() => this.#disconnected())
    this.#pings = setInterval(() => this.#ping(), PING_EVERY_MS).unref()
  }

  async request(name: Name, payload: unknown, options: BusRequestOptions): Promise<RequestOutcome> {
    const subject = this.#serviceOf(name)
    const text = encodeValue(payload, this.#maxValueBytes)
    this.#link.checkOpen()
    if (!this.#link.isUsable) return { status: 'not-connected', mayHaveRun: false }
    if (this.#waiting.size >= MAX_WAITING) return { status: 'busy', mayHaveRun: false }
    const { timeoutMs = 10_000, startWithinMs = 2000 } = options
    this.#count += 1
    const id = `r${this.#count}`
    const { promise, resolve } = Promise.withResolvers<RequestOutcome>()
    const waiting: Waiting = { settle: resolve, responder: null }
    this.#waiting.set(id, waiting)
    const end = setTimeout(() => resolve(endOf(waiting)), timeoutMs)
    const start = setTimeout(
      () => {
        if (waiting.responder === null) resolve({ status: 'not-started', mayHaveRun: false })
      },
      Math.min(startWithinMs, timeoutMs),
    )
    try {
      this.#link.connection.publish(subject, text, { reply: `${this.#instance}.${id}` })
      return await promise
    } finally {
      clearTimeout(end)
      clearTimeout(start)
      this.#waiting.delete(id)
    }
  }

  async serve(name: Name, handler: BusHandler, { maxConcurrent = 1000 }: BusServeOptions): Promise<BusService> {
    const subject = this.#serviceOf(name)
    this.#link.checkOpen()
    let running = 0
    let refused: Error | undefined
    const begin = async (message: Msg) => {
      try {
        await this.#answer(message, handler)
      } finally {
        running -= 1
      }
    }
    const subscription = this.#link.connection.subscribe(subject, {
      queue: 'serve',
      callback: (error, message) => {
        if (error !== null) refused = error
        else if (running >= maxConcurrent) this.#send(message.reply, 'busy')
        else {
          running += 1
          this.#offer(message, {
            begin: () => void begin(message),
            drop: () => (running -= 1),
          })
        }
      },
    })
    await this.#reached(subscription, () => refused)
    return { close: () => this.#unsubscribe(subscription) }
  }

  /** Tells requesters that no answer will come. */
  close(): void {
    clearInterval(this.#pings)
    for (const reply of this.#running) this.#send(reply, 'lost')
    this.#running.clear()
    this.#dropOffers()
  }

  #serviceOf(name: Name): string {
    const path = encodeName(name)
    return `${this.#prefix}.serve.${name[0]}${path === '' ? '' : `.${path}`}`
  }

  /** Until the server knows of the subscription, or has refused it. */
  async #reached(subscription: Subscription, refused: () => Error | undefined): Promise<void> {
    try {
      await this.#link.connection.flush()
      const error = refused()
      if (error !== undefined) throw error
    } catch (error) {
      subscription.unsubscribe()
      throw this.#link.problem ?? natsError(error, false)
    }
  }

  async #unsubscribe(subscription: Subscription): Promise<void> {
    subscription.unsubscribe()
    // Without a connection there is nothing left to end.
    await this.#link.connection.flush().catch(() => undefined)
  }

  #offer({ reply }: Msg, { begin, drop }: { readonly begin: () => void; readonly drop: () => void }): void {
    // A requester that wants no answer cannot say go.
    if (reply === undefined || reply === '') return drop()
    this.#count += 1
    const id = `o${this.#count}`
    const timer = setTimeout(() => {
      this.#offered.delete(id)
      drop()
    }, OFFER_MS).unref()
    this.#offered.set(id, { reply, begin, timer })
    this.#send(reply, 'offer', '', `${this.#instance}.${id}`)
  }

  async #answer({ data, reply = '' }: Msg, handler: BusHandler): Promise<void> {
    const { value, broken } = decodeBytes(data)
    if (broken) return this.#send(reply, 'failed', JSON.stringify(BROKEN))
    this.#running.add(reply)
    const outcome = await answerRequest(handler, value, this.#maxValueBytes)
    if (!this.#running.delete(reply)) return
    if (outcome.status === 'answered') this.#send(reply, 'answered', JSON.stringify(outcome.value))
    else this.#send(reply, 'failed', JSON.stringify({ code: outcome.code, message: outcome.message }))
  }

  #send(subject: string | undefined, step: Step, text = '', reply?: string): void {
    // What is sent without a connection could arrive later, when nobody expects it.
    if (subject === undefined || !this.#link.isUsable) return
    const fields = headers()
    fields.set(STEP, step)
    try {
      this.#link.connection.publish(subject, text, { headers: fields, ...(reply !== undefined && { reply }) })
    } catch {
      // A peer made up a subject that is none. An error would end the connection's reader.
    }
  }

  #receive(message: Msg): void {
    const id = message.subject.slice(this.#instance.length + 1)
    if (message.headers?.code === NO_RESPONDERS) return this.#noResponder(id)
    const step = message.headers?.get(STEP)
    if (step === 'go') return this.#begin(id)
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    if (step === 'offer') this.#accept(id, waiting, message.reply)
    else if (step === 'busy' && waiting.responder === null) waiting.settle({ status: 'busy', mayHaveRun: false })
    else if (step === 'lost') waiting.settle({ status: 'lost', mayHaveRun: true })
    else if (step === 'answered' || step === 'failed') waiting.settle(readAnswer(step, message.data))
  }

  /** What the server answers for the request itself, for `go`, and for `ping`: their replies begin with another letter. */
  #noResponder(id: string): void {
    this.#waiting.get(id)?.settle({ status: 'no-responder', mayHaveRun: false })
    if (id.startsWith('g')) this.#waiting.get(`r${id.slice(1)}`)?.settle({ status: 'not-started', mayHaveRun: false })
    const gone = this.#pinged.get(id)
    for (const { responder, settle } of this.#waiting.values()) {
      if (gone !== undefined && responder === gone) settle({ status: 'lost', mayHaveRun: true })
    }
  }

  #accept(id: string, waiting: Waiting, offer: string | undefined): void {
    if (offer === undefined || waiting.responder !== null) return
    waiting.responder = offer.slice(0, offer.lastIndexOf('.'))
    this.#send(offer, 'go', '', `${this.#instance}.g${id.slice(1)}`)
  }

  #begin(id: string): void {
    const offered = this.#offered.get(id)
    if (offered === undefined) return
    clearTimeout(offered.timer)
    this.#offered.delete(id)
    offered.begin()
  }

  #ping(): void {
    const responders = new Set([...this.#waiting.values()].map(({ responder }) => responder))
    this.#pinged.clear()
    for (const responder of responders) {
      if (responder === null) continue
      this.#count += 1
      const id = `p${this.#count}`
      this.#pinged.set(id, responder)
      this.#send(`${responder}.ping`, 'ping', '', `${this.#instance}.${id}`)
    }
  }

  #dropOffers(): void {
    for (const { timer } of this.#offered.values()) clearTimeout(timer)
    this.#offered.clear()
  }

  /** Answers cannot arrive, and offers cannot be accepted. */
  #disconnected(): void {
    for (const waiting of this.#waiting.values()) {
      waiting.settle(
        waiting.responder === null
          ? { status: 'not-started', mayHaveRun: false }
          : { status: 'lost', mayHaveRun: true },
      )
    }
  }
}

const BROKEN = { code: 'INVALID_VALUE', message: 'The request is not JSON.' }

const endOf = ({ responder }: Waiting): RequestOutcome =>
  responder === null ? { status: 'not-started', mayHaveRun: false } : { status: 'unknown', mayHaveRun: true }

function readAnswer(step: 'answered' | 'failed', data: Uint8Array): RequestOutcome {
  const { value, broken } = decodeBytes(data)
  if (step === 'answered' && !broken) return { status: 'answered', mayHaveRun: true, value }
  const { code, message } = (value ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (typeof code === 'string' && typeof message === 'string')
    return { status: 'failed', mayHaveRun: true, code, message }
  // It has begun, and what it answered cannot be read.
  return { status: 'unknown', mayHaveRun: true }
}
