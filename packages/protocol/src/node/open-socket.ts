import { timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import { connect, type ConnectionOptions, type TLSSocket, type PeerCertificate } from 'node:tls'
import { WebSocket, type ClientOptions } from 'ws'
import type { ClientSocket } from '../client/client-socket.ts'

/** Which certificates are trusted, where that is not for the system's authorities to say. */
export type TlsTrust =
  /** PEM of the gateway's own certificate, or of who signed it. */
  | { readonly ca: string }
  /** SHA-256 of its certificate, in hexadecimal: this one, no matter who signed it. */
  | { readonly fingerprint: string }

/**
 * What opens a WebSocket in Node. Nothing is compressed, and no header but the handshake's is sent.
 *
 * @example
 * connectGateway({ url: () => openSocket('wss://10.0.0.5:8787/ws', { fingerprint }), … })
 */
export function openSocket(url: string, trust?: TlsTrust): ClientSocket {
  return openWebSocket(url, trust === undefined ? {} : trustOptions(trust))
}

/** In words of our own: users of the declarations need not have those of `ws`. */
export interface SocketOptions {
  readonly ca?: string
  readonly createConnection?: (options: ConnectionOptions) => Socket
}

export function openWebSocket(url: string, { ca, createConnection }: SocketOptions): ClientSocket {
  const options: ClientOptions = {
    perMessageDeflate: false,
    followRedirects: false,
    ...(ca !== undefined && { ca }),
    ...(createConnection && { createConnection: createConnection as NonNullable<ClientOptions['createConnection']> }),
  }
  return new WebSocket(url, options) as unknown as ClientSocket
}

function trustOptions(trust: TlsTrust): SocketOptions {
  if ('ca' in trust) return { ca: trust.ca }
  const wanted = Buffer.from(trust.fingerprint.replaceAll(':', ''), 'hex')
  if (wanted.length !== 32) throw new TypeError('the fingerprint of a certificate is a SHA-256, 64 hexadecimal digits')
  return { createConnection: (options) => pinned(options, wanted) }
}

/** A connection that ends before anything is said on it, unless the certificate is the one that is meant. */
function pinned(options: ConnectionOptions, wanted: Buffer): TLSSocket {
  const socket = connect({ ...options, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
  socket.prependOnceListener('secureConnect', () => {
    // Empty where the peer sent none.
    const certificate: Partial<PeerCertificate> = socket.getPeerCertificate()
    const { fingerprint256 = '' } = certificate
    const found = Buffer.from(fingerprint256.replaceAll(':', ''), 'hex')
    if (found.length === wanted.length && timingSafeEqual(found, wanted)) return
    socket.destroy(new Error(`another certificate than the one that is meant: ${fingerprint256}`))
  })
  return socket
}
