import { encodeFrame } from '../frames/encode-frame.ts'
import type { ErrorBody, RequestFrame, ResponseFrame } from '../frames/frames.ts'
import type { HelloLimits } from '../handshake/handshake.ts'
import type { Method } from '../methods/method.ts'
import { ClientError } from './client-error.ts'
import type { ClientLimits } from './client-options.ts'
import { refusal } from './handshake.ts'
import type { Link } from './link.ts'

/** What a request wants to be told; at once, before the frame after its answer is looked at. */
export interface Settle {
  resolve(result: object): void
  reject(error: unknown): void
}

interface Pending {
  readonly frame: RequestFrame
  readonly text: string
  readonly settle: Settle
  readonly changes: boolean
  /** `again`: it may be sent on the next connection, too; `once`: on one only; `never`: its connection's alone. */
  readonly repeat: 'again' | 'once' | 'never'
  /** On this connection or an earlier one: from then on it may have been done. */
  hasBeenSent: boolean
}

/** Gives up waiting. */
export type GiveUp = (error: (hasBeenSent: boolean) => unknown) => void

const LATER_MS = 20

/**
 * The requests of a client: those that wait to be sent, and those that wait for their answer. One that may have been
 * done is sent a second time only where that cannot do it twice.
 */
export class Requests {
  readonly #maxQueued: number
  readonly #maxBufferedBytes: number
  #waiting: Pending[] = []
  readonly #sent = new Map<string, Pending>()
  #link: Link | null = null
  #limits: HelloLimits | null = null
  #ended: ClientError | null = null
  #later: ReturnType<typeof setTimeout> | undefined

  constructor({ maxQueued = 256, maxBufferedBytes = 1024 * 1024 }: ClientLimits) {
    this.#maxQueued = maxQueued
    this.#maxBufferedBytes = maxBufferedBytes
  }

  /**
   * Takes a request; it is sent when a connection stands and has room.
   *
   * @param options.ofConnection it means something on the present connection only
   */
  add(
    frame: RequestFrame,
    facts: Pick<Method, 'access'>,
    settle: Settle,
    options: { ofConnection?: boolean } = {},
  ): GiveUp {
    if (this.#ended) return this.#refuse(settle, this.#ended)
    if (this.#waiting.length >= this.#maxQueued && !options.ofConnection) {
      return this.#refuse(
        settle,
        new ClientError(`${this.#maxQueued} requests wait to be sent already.`, { code: 'QUEUE_FULL' }),
      )
    }
    const isRepeatable = facts.access === 'read' || frame.idempotencyKey !== undefined
    const repeat = options.ofConnection ? 'never' : isRepeatable ? 'again' : 'once'
    let pending: Pending
    try {
      pending = {
        frame,
        text: encodeFrame(frame),
        settle,
        changes: facts.access === 'write',
        repeat,
        hasBeenSent: false,
      }
    } catch (error) {
      return this.#refuse(settle, error)
    }
    this.#waiting.push(pending)
    this.#flush()
    return (error) => this.#giveUp(pending, error)
  }

  /** A connection stands: what was sent on the one before and can be repeated goes first. */
  attach(link: Link, limits: HelloLimits): void {
    this.#link = link
    this.#limits = limits
    this.#flush()
  }

  /** The connection is gone. */
  detach(): void {
    this.#link = null
    clearTimeout(this.#later)
    const sent = [...this.#sent.values()]
    this.#sent.clear()
    const lost = [...sent, ...this.#waiting].filter(({ repeat }) => repeat === 'never')
    this.#waiting = [
      ...sent.filter(({ repeat }) => repeat === 'again'),
      ...this.#waiting.filter(({ repeat }) => repeat !== 'never'),
    ]
    for (const { frame, settle } of sent.filter(({ repeat }) => repeat === 'once')) settle.reject(unknownOutcome(frame))
    for (const { settle } of lost)
      settle.reject(new ClientError('The connection was lost.', { code: 'GATEWAY_CLOSED' }))
  }

  /** Nothing will be sent any more. */
  end(error: ClientError): void {
    this.#ended = error
    clearTimeout(this.#later)
    const left = [...this.#sent.values(), ...this.#waiting.splice(0)]
    this.#sent.clear()
    for (const { frame, settle, changes, hasBeenSent } of left) {
      settle.reject(hasBeenSent && changes ? unknownOutcome(frame) : error)
    }
  }

  /** @returns whether somebody waited for it */
  settle(frame: ResponseFrame): boolean {
    const pending = frame.id === null ? undefined : this.#sent.get(frame.id)
    if (!pending) return false
    this.#sent.delete(pending.frame.id)
    if (frame.ok) pending.settle.resolve(frame.result)
    else pending.settle.reject(answeredError(frame.error, pending.frame))
    this.#flush()
    return true
  }

  #flush(): void {
    clearTimeout(this.#later)
    while (this.#link && this.#limits && this.#waiting.length > 0) {
      if (this.#sent.size >= this.#limits.maxRequestsAtOnce) return
      if (this.#link.bufferedBytes() > this.#maxBufferedBytes) {
        // A WebSocket does not say when it has room again.
        this.#later = setTimeout(() => this.#flush(), LATER_MS)
        return
      }
      this.#send(this.#waiting.shift()!, this.#link, this.#limits)
    }
  }

  #send(pending: Pending, link: Link, { maxFrameBytes }: HelloLimits): void {
    const bytes = pending.text.length * 3 > maxFrameBytes ? new TextEncoder().encode(pending.text).length : 0
    if (bytes > maxFrameBytes) {
      const message = `${pending.frame.method}: the request has ${bytes} bytes; the gateway takes ${maxFrameBytes}.`
      pending.settle.reject(new ClientError(message, { code: 'FRAME_TOO_LARGE', details: { bytes, maxFrameBytes } }))
      return
    }
    pending.hasBeenSent = true
    this.#sent.set(pending.frame.id, pending)
    link.send(pending.text)
  }

  #giveUp(pending: Pending, error: (hasBeenSent: boolean) => unknown): void {
    const at = this.#waiting.indexOf(pending)
    if (at >= 0) {
      this.#waiting.splice(at, 1)
      pending.settle.reject(error(pending.hasBeenSent))
    } else if (this.#sent.get(pending.frame.id) === pending) {
      // Its answer is nobody's then; its place is kept until it comes, since the gateway is busy with it.
      this.#sent.set(pending.frame.id, { ...pending, settle: NO_WAITER, repeat: 'never' })
      pending.settle.reject(error(true))
    }
  }

  #refuse(settle: Settle, error: unknown): GiveUp {
    settle.reject(error)
    return () => undefined
  }
}

const NO_WAITER: Settle = { resolve: () => undefined, reject: () => undefined }

/** What a request is that was sent, and whose answer nobody will get. */
export function unknownOutcome({ method, idempotencyKey }: RequestFrame): ClientError {
  return new ClientError(`${method}: it may have been done; the answer was lost.`, {
    code: 'OUTCOME_UNKNOWN',
    details: { method, ...(idempotencyKey !== undefined && { idempotencyKey }) },
    remedy:
      idempotencyKey === undefined
        ? 'Look whether it was done before it is asked for again.'
        : 'Ask again with the same idempotency key: it is not done twice.',
  })
}

function answeredError(error: ErrorBody, { method }: RequestFrame): unknown {
  return refusal({ ...error, message: error.message || `${method} was refused.` })
}
