import { GatewayError } from '../errors/gateway-error.ts'
import { decodeFrame } from '../frames/decode-frame.ts'
import { LIMITS_OF_CLIENT } from '../frames/frame-limits.ts'
import type { Frame } from '../frames/frames.ts'
import type { ClientSocket, OpenSocket } from './client-socket.ts'

/** How a connection ended. */
export interface LinkEnd {
  /** The close code; 1006 where the line was cut. */
  readonly code: number
  readonly reason: string
}

/** Is told what a connection brings, in order. */
export interface LinkListener {
  onFrame(frame: Frame): void
  /** Once, and nothing after it. */
  onEnd(end: LinkEnd): void
}

/** One connection that carries frames. */
export interface Link {
  readonly bufferedBytes: () => number
  send(text: string): void
  /** Ends it for everybody here at once, also where the other side says nothing more. */
  close(code: number, reason: string): void
}

const CUT: LinkEnd = { code: 1006, reason: 'the line was cut' }

/** Opens a connection. What is no frame ends it: a gateway that sends such cannot be understood. */
export async function openLink(open: OpenSocket, listener: LinkListener, signal: AbortSignal): Promise<Link> {
  const socket = await open()
  let hasEnded = false
  const end = (how: LinkEnd) => {
    if (hasEnded) return
    hasEnded = true
    listener.onEnd(how)
  }
  const close = (code: number, reason: string) => {
    closeQuietly(socket, code, reason)
    end({ code, reason })
  }
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>()
  // It may fail when nobody waits for it any more.
  opened.catch(() => undefined)
  socket.addEventListener('open', () => resolve())
  socket.addEventListener('message', ({ data }) => {
    if (hasEnded) return
    try {
      if (typeof data !== 'string') throw new GatewayError('A binary frame came.', { code: 'BAD_FRAME', path: '' })
      listener.onFrame(decodeFrame(data, LIMITS_OF_CLIENT))
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      close(4400, 'bad frame')
    }
  })
  socket.addEventListener('close', ({ code = 1006, reason = '' }) => {
    reject(new Error(reason || 'the connection could not be opened'))
    end({ code, reason })
  })
  // A close follows; where there is no socket yet, this is all there is.
  socket.addEventListener('error', ({ error: cause }) => {
    reject(new Error('the connection could not be opened', { cause }))
    end(CUT)
  })
  const give = () => {
    reject(signal.reason)
    close(1000, 'given up')
  }
  signal.addEventListener('abort', give, { once: true })
  try {
    signal.throwIfAborted()
    await opened
  } finally {
    signal.removeEventListener('abort', give)
  }
  return { bufferedBytes: () => socket.bufferedAmount, send: (text) => socket.send(text), close }
}

/** A page's WebSocket takes only 1000 and the codes from 3000 on. */
function closeQuietly(socket: ClientSocket, code: number, reason: string): void {
  try {
    socket.close(code === 1000 || code >= 3000 ? code : 1000, reason)
  } catch {
    // It is not open any more, or never was.
  }
}
