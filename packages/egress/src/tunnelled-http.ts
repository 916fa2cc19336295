import { createServer, type IncomingMessage, request as send, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type EgressTarget, readTarget } from '@poundlock/spec'
import { encodingProblem, hostOf, hostProblem, LARGEST_HEADER, passOn, refuse } from './pass-on.ts'
import { passedHeaders } from './passed-headers.ts'

/** A client with a tunnel, and the target of the tunnel. */
interface Tunnelled {
  readonly target: EgressTarget
  readonly upstream: Socket
}

export interface TunnelledHttpOptions {
  /** Without a byte in any direction. */
  readonly idleMilliseconds: number
  /** Records a refusal. */
  readonly refuse: (message: string) => void
}

/** Serves clients that speak plain HTTP where a tunnel was asked for. */
export type ServeTunnelled = (client: Socket, tunnelled: Tunnelled) => void

/**
 * Plain HTTP in a tunnel. A server with many names follows the Host header, so each request is checked like one to the
 * proxy: it must be for the target of the tunnel, and a connection carries one request. WebSockets pass when the server
 * has agreed to them; other protocol upgrades are refused.
 */
export function createTunnelledHttp({ idleMilliseconds, refuse: report }: TunnelledHttpOptions): ServeTunnelled {
  const joined = new WeakMap<object, Tunnelled>()
  const server = createServer({ maxHeaderSize: LARGEST_HEADER, insecureHTTPParser: false, requireHostHeader: false })
  server.maxRequestsPerSocket = 1
  const judged = (
    request: IncomingMessage,
    response: ServerResponse,
  ): (Tunnelled & { readonly path: string }) | null => {
    const tunnelled = joined.get(request.socket)!
    const path = pathOf(request, tunnelled.target)
    const problem =
      path === null
        ? 'it asks for another host than it was connected to'
        : (hostProblem(request, tunnelled.target, tunnelled.target.port) ?? encodingProblem(request))
    if (path !== null && problem === null) return { ...tunnelled, path }
    tunnelled.upstream.destroy()
    report(`A request in a tunnel was refused: ${String(problem)}.`)
    refuse(response, 400, String(problem))
    return null
  }
  server.on('request', (request, response) => {
    const onward = judged(request, response)
    if (onward !== null) passOn(request, response, { ...onward, idleMilliseconds })
  })
  server.on('upgrade', (request: IncomingMessage, client: Socket, head: Buffer) => {
    const response = new ServerResponse(request)
    response.assignSocket(client)
    response.once('finish', () => client.destroySoon())
    const onward = judged(request, response)
    if (onward === null) return
    if (request.headers.upgrade?.toLowerCase() === 'websocket') changeProtocol(request, response, client, head, onward)
    else passOn(request, response, { ...onward, idleMilliseconds })
  })
  server.on('connect', (_request, client: Socket) => {
    report('A request in a tunnel was refused: it asks for a tunnel.')
    joined.get(client)?.upstream.destroy()
    client.destroy()
  })
  server.on('clientError', (_error, client: Socket) => {
    report('A request in a tunnel could not be read.')
    joined.get(client)?.upstream.destroy()
    client.destroy()
  })
  return (client, tunnelled) => {
    joined.set(client, tunnelled)
    client.once('close', () => tunnelled.upstream.destroy())
    server.emit('connection', client)
  }
}

/** `null` when it names another host than the tunnel leads to. */
function pathOf({ url = '' }: IncomingMessage, target: EgressTarget): string | null {
  if (url.startsWith('/') || url === '*') return url
  const [, authority, rest = ''] = /^http:\/\/([^/?#]*)([/?][^#]*)?$/i.exec(url) ?? []
  const named = authority === undefined ? null : readTarget(authority, target.port)
  if (named?.host !== target.host || named.port !== target.port) return null
  return rest.startsWith('/') ? rest : `/${rest}`
}

function changeProtocol(
  request: IncomingMessage,
  response: ServerResponse,
  client: Socket,
  head: Buffer,
  { upstream, target, path }: Tunnelled & { readonly path: string },
): void {
  const end = (): void => {
    upstream.destroy()
    client.destroy()
  }
  const sent = send({
    createConnection: () => upstream,
    path,
    headers: [
      ...passedHeaders(request.rawHeaders, 'request'),
      'Host',
      hostOf(target),
      'Connection',
      'Upgrade',
      'Upgrade',
      'websocket',
    ],
    maxHeaderSize: LARGEST_HEADER * 4,
  })
  sent.on('error', end)
  sent.on('upgrade', (incoming, socket, first) => {
    response.detachSocket(client)
    const lines = incoming.rawHeaders.flatMap((name, index, raw) =>
      index % 2 === 0 ? [`${name}: ${raw[index + 1]!}`] : [],
    )
    client.write(`HTTP/1.1 101 ${incoming.statusMessage ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1')
    client.write(first)
    socket.write(head)
    socket.pipe(client)
    client.pipe(socket)
  })
  // The server stays with HTTP, and so does the answer.
  sent.on('response', (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, [
      ...passedHeaders(incoming.rawHeaders, 'response'),
      'Connection',
      'close',
    ])
    incoming.pipe(response)
  })
  sent.end()
}
