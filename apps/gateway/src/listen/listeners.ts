import { createServer, type Server } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { SocketClaim } from '@poundlock/state-files/node'
import { GatewayHostError } from '../gateway-host-error.ts'
import { checkTcpSettings, type TcpSettings } from './bind-rules.ts'
import type { Door } from './door.ts'
import { allowedHosts, allowedOrigins, isLoopback } from './host-names.ts'
import { listenAtPassed } from './passed-sockets.ts'
import { socketError } from './socket-path.ts'
import { trustedProxies } from './trusted-proxies.ts'

/** A listener that is open. */
export interface Listener {
  /** `unix:<path>`, or a URL. */
  readonly address: string
  readonly port?: number
  /** Of a listener with TLS. @throws GatewayHostError `GATEWAY_CONFIG`; the earlier one stays */
  renewCertificate?(tls: Certificate): void
  /** Takes no new connections, and waits until those that are there have ended. */
  close(): Promise<void>
}

const HTTP_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 2000,
} as const

/** Opens the local socket, for this user alone. @throws GatewayHostError, StateFileError */
export async function openSocketListener(claim: SocketClaim, door: Door): Promise<Listener> {
  const server = createServer(HTTP_LIMITS)
  door.attach(server, {
    transport: 'unix',
    hosts: new Set(['localhost']),
    origins: new Set(),
    allowsBrowsers: false,
    isSecure: false,
    needsProxy: false,
    proxies: trustedProxies([]),
  })
  await claim.listen(server).catch((error: unknown) => {
    throw socketError(error)
  })
  return { address: `unix:${claim.path}`, close: () => closeServer(server) }
}

/** Opens an address. @param passed the descriptor of its socket, where a service manager opened it @throws GatewayHostError `GATEWAY_CONFIG`, `GATEWAY_BUSY` */
export async function openTcpListener(settings: TcpSettings, door: Door, passed?: number): Promise<Listener> {
  checkTcpSettings(settings)
  const { address, tls, hosts, origins } = settings
  const isSecure = tls !== undefined
  const secure = tls === undefined ? null : await secureServer(tls)
  const server = secure ?? createServer(HTTP_LIMITS)
  if (passed === undefined) await listen(server, settings)
  else await listenAtPassed(server, passed, `${address}:${settings.port}`)
  const { port } = server.address() as AddressInfo
  const named = { address, port, isSecure }
  door.attach(server, {
    transport: 'tcp',
    hosts: allowedHosts(named, hosts),
    origins: allowedOrigins(named, hosts, origins),
    allowsBrowsers: true,
    isSecure,
    needsProxy: !isSecure && !isLoopback(address),
    proxies: trustedProxies(settings.trustedProxies),
  })
  const url = clientUrl({ ...settings, port }, isSecure)
  return {
    address: url,
    port,
    ...(secure && { renewCertificate: (next) => renewCertificate(secure, next) }),
    close: () => closeServer(server),
  }
}

/** Where clients reach it: by a name where the address is for everybody, or a proxy stands before it. */
function clientUrl({ address, port, hosts }: TcpSettings, isSecure: boolean): string {
  const [name] = hosts
  if (!isSecure && !isLoopback(address)) return `https://${name ?? address}`
  const isForEverybody = address === '0.0.0.0' || address === '::'
  const host = isForEverybody && name !== undefined ? name : address.includes(':') ? `[${address}]` : address
  const hasPort = /[^\]]:\d+$/.test(host) && host === name
  return `${isSecure ? 'https' : 'http'}://${host}${hasPort ? '' : `:${port}`}`
}

type Certificate = NonNullable<TcpSettings['tls']>

async function secureServer({ cert, key }: Certificate): Promise<SecureServer> {
  const https = await import('node:https')
  return withCertificate(() =>
    https.createServer({ ...HTTP_LIMITS, cert, key, minVersion: MIN_TLS, handshakeTimeout: 10_000 }),
  )
}

const MIN_TLS = 'TLSv1.2'

function renewCertificate(server: SecureServer, { cert, key }: Certificate): void {
  withCertificate(() => server.setSecureContext({ cert, key, minVersion: MIN_TLS }))
}

/** Does something with a certificate and its key, which may not be any. @throws GatewayHostError `GATEWAY_CONFIG` */
function withCertificate<Result>(action: () => Result): Result {
  try {
    return action()
  } catch (cause) {
    throw new GatewayHostError(`gateway.tls: ${(cause as Error).message}`, {
      code: 'GATEWAY_CONFIG',
      remedy: 'Name files with a certificate chain and its key, both PEM.',
      details: { key: 'gateway.tls' },
      cause,
    })
  }
}

function listen(server: Server, { address, port }: TcpSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => reject(listenError(cause, address, port))
    server.once('error', fail)
    server.listen({ host: address, port, exclusive: true, ipv6Only: address !== '::' }, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

function listenError(cause: NodeJS.ErrnoException, address: string, port: number): GatewayHostError {
  if (cause.code === 'EADDRINUSE') {
    return new GatewayHostError(`gateway.port: another program listens at ${address} port ${port}`, {
      code: 'GATEWAY_BUSY',
      remedy: 'End it, or set another gateway.port.',
      details: { key: 'gateway.port', address, port },
      cause,
    })
  }
  return new GatewayHostError(`gateway.bind: cannot listen at ${address} port ${port} (${cause.code})`, {
    code: 'GATEWAY_CONFIG',
    remedy: 'Name an address of this machine, and a port that you may use.',
    details: { key: 'gateway.bind', address, port },
    cause,
  })
}

/** Those that are idle end now; WebSockets are closed by who knows them. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}
