import { CLOSE_CODES } from '../errors/close-codes.ts'
import { encodeFrame } from '../frames/encode-frame.ts'
import type { Frame } from '../frames/frames.ts'
import type { Hello } from '../handshake/handshake.ts'
import { ClientError } from './client-error.ts'
import type { ConnectOptions } from './client-options.ts'
import type { OpenSocket } from './client-socket.ts'
import { introduce, verifiedHello, type Standing } from './handshake.ts'
import { openLink, type Link, type LinkEnd, type LinkListener } from './link.ts'

/** A connection whose gateway is known, and which knows the device. */
export interface Established {
  readonly hello: Hello
  readonly link: Link
  /** Hands on what has come since the hello, and then everything as it comes. */
  readonly listen: (listener: LinkListener) => void
}

const CONNECT_ID = 'connect'
/** Frames that may come before they are listened to. */
const MOST_WAITING = 1000

/**
 * Opens a connection and shakes hands.
 *
 * @throws GatewayError as the gateway refused; ClientError `GATEWAY_UNVERIFIED`, `GATEWAY_REFUSED`; any other error where
 *   the connection ended before
 */
export async function establish(
  open: OpenSocket,
  options: ConnectOptions,
  standing: Standing,
  signal: AbortSignal,
): Promise<Established> {
  const inbox = new Inbox()
  const link = await openLink(open, inbox, signal)
  const give = () => link.close(CLOSE_CODES['handshake-timeout'].code, 'no hello in time')
  signal.addEventListener('abort', give, { once: true })
  try {
    const introduction = await introduce(await inbox.next(), options, standing)
    const { params } = introduction
    link.send(encodeFrame({ type: 'request', id: CONNECT_ID, method: 'connect', params }))
    const hello = await verifiedHello(await inbox.next(), introduction)
    signal.throwIfAborted()
    return { hello, link, listen: (listener) => inbox.forward(listener) }
  } catch (error) {
    link.close(1000, 'no handshake')
    throw error
  } finally {
    signal.removeEventListener('abort', give)
  }
}

/** Keeps what comes until somebody takes it. */
class Inbox implements LinkListener {
  readonly #frames: Frame[] = []
  #end: LinkEnd | null = null
  #wake: () => void = () => undefined
  #listener: LinkListener | null = null

  onFrame(frame: Frame): void {
    if (this.#listener) this.#listener.onFrame(frame)
    else if (this.#frames.length < MOST_WAITING) this.#frames.push(frame)
    else this.onEnd({ code: 4430, reason: 'too much came before the handshake was over' })
    this.#wake()
  }

  onEnd(end: LinkEnd): void {
    this.#end ??= end
    this.#listener?.onEnd(end)
    this.#wake()
  }

  /** The next frame. @throws where the connection ended instead */
  async next(): Promise<Frame> {
    while (this.#frames.length === 0) {
      if (this.#end) throw new LinkEnded(this.#end)
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      // oxlint-disable-next-line no-await-in-loop -- one frame after the other
      await promise
    }
    return this.#frames.shift()!
  }

  forward(listener: LinkListener): void {
    for (const frame of this.#frames.splice(0)) listener.onFrame(frame)
    this.#listener = listener
    if (this.#end) listener.onEnd(this.#end)
  }
}

/** The connection ended before the hello. */
export class LinkEnded extends ClientError {
  readonly end: LinkEnd

  constructor(end: LinkEnd) {
    super(`The connection ended before the gateway had answered (${end.code}).`, {
      code: 'GATEWAY_REFUSED',
      details: { closeCode: end.code },
    })
    this.end = end
  }
}
