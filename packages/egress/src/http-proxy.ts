import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type EgressTarget, readTarget } from '@poundlock/spec'
import type { EgressRun } from './egress-run.ts'
import { encodingProblem, hostProblem, HTTP_PORT, LARGEST_HEADER, passOn, refuse } from './pass-on.ts'

/** A request as it goes on, or why it does not. */
type ReadRequest = { readonly target: EgressTarget; readonly path: string } | { readonly problem: string }

/**
 * The HTTP side of the proxy: requests in absolute form, and CONNECT. A connection carries one request, on both sides,
 * so that two readings of where a request ends cannot hide another one behind it. Node's parser is strict: both a
 * length and an encoding is an error.
 */
export function createHttpProxy(run: EgressRun): Server {
  const server = createServer({ maxHeaderSize: LARGEST_HEADER, insecureHTTPParser: false })
  server.maxRequestsPerSocket = 1
  server.on('request', (request, response) => {
    run.begun(request.socket)
    void forward(request, response, run)
  })
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    run.begun(client)
    void openTunnel(request, client, head, run)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, client: Socket) => {
    if (error.code === 'ECONNRESET' || !client.writable) {
      client.destroy()
      return
    }
    run.refuse(`A request to the proxy could not be read (${error.code ?? error.message}).`)
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
    answer(client, status, 'The request could not be read.')
  })
  return server
}

async function forward(request: IncomingMessage, response: ServerResponse, run: EgressRun): Promise<void> {
  const read = readRequest(request)
  if ('problem' in read) {
    run.refuse(`A request to the proxy was refused: ${read.problem}.`)
    refuse(response, 400, read.problem)
    return
  }
  const upstream = await run.reach(read.target)
  if ('message' in upstream) refuse(response, upstream.kind === 'refused' ? 403 : 502, upstream.message)
  else passOn(request, response, { ...read, upstream, idleMilliseconds: run.bounds.idleMilliseconds })
}

async function openTunnel(request: IncomingMessage, client: Socket, head: Buffer, run: EgressRun): Promise<void> {
  client.on('error', () => client.destroy())
  const target = readTarget(request.url ?? '')
  const problem = target === null ? 'it names no plain host and port' : hostProblem(request, target, target.port)
  if (target === null || problem !== null) {
    run.refuse(`A CONNECT request to the proxy was refused: ${String(problem)}.`)
    answer(client, '400 Bad Request', String(problem))
    return
  }
  const upstream = await run.reach(target)
  if ('message' in upstream) {
    answer(client, upstream.kind === 'refused' ? '403 Forbidden' : '502 Bad Gateway', upstream.message)
    return
  }
  if (client.destroyed) {
    upstream.destroy()
    return
  }
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  run.tunnel(client, upstream, target, head)
}

/** The host and the port from the first line; the header must say the same, since servers obey either. */
function readRequest(request: IncomingMessage): ReadRequest {
  const [, authority, rest = ''] = /^http:\/\/([^/?#]*)([/?][^#]*)?$/i.exec(request.url ?? '') ?? []
  if (authority === undefined) {
    return { problem: 'it is no request for a proxy: expected "http://host/path", or CONNECT for anything else' }
  }
  const target = readTarget(authority, HTTP_PORT)
  if (target === null) return { problem: 'it names no plain host and port' }
  const problem = hostProblem(request, target, HTTP_PORT) ?? encodingProblem(request)
  return problem === null ? { target, path: rest.startsWith('/') ? rest : `/${rest}` } : { problem }
}

function answer(client: Socket, status: string, message: string): void {
  const text = `poundlock: ${message}\n`
  const length = String(Buffer.byteLength(text))
  client.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${text}`,
    () => client.destroySoon(),
  )
}
