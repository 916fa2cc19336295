import { createServer, type IncomingMessage, request as send, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { type EgressTarget, readTarget, writeTarget } from '@poundlock/spec'
import type { EgressRun } from './egress-run.ts'
import { passedHeaders } from './passed-headers.ts'

const largestHeader = 16_384
const httpPort = 80

/** A request as it goes on, or why it does not. */
type ReadRequest = { readonly target: EgressTarget; readonly path: string } | { readonly problem: string }

/**
 * The HTTP side of the proxy: requests in absolute form, and CONNECT. A connection carries one request, on both sides,
 * so that two readings of where a request ends cannot hide another one behind it. Node's parser is strict: both a
 * length and an encoding is an error.
 */
export function createHttpProxy(run: EgressRun): Server {
  const server = createServer({ maxHeaderSize: largestHeader, insecureHTTPParser: false })
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
  if ('message' in upstream) {
    refuse(response, upstream.kind === 'refused' ? 403 : 502, upstream.message)
    return
  }
  if (response.destroyed) {
    upstream.destroy()
    return
  }
  const fail = (error: Error): void => {
    upstream.destroy()
    if (response.headersSent) response.destroy()
    else refuse(response, 502, `The server did not answer as HTTP does: ${error.message}`)
  }
  upstream.setTimeout(run.bounds.idleMilliseconds, () => upstream.destroy())
  response.once('close', () => upstream.destroy())
  try {
    const onward = send({
      createConnection: () => upstream,
      method: request.method ?? 'GET',
      path: read.path,
      headers: [...passedHeaders(request.rawHeaders, 'request'), 'Host', hostOf(read.target), 'Connection', 'close'],
      maxHeaderSize: largestHeader * 4,
    })
    onward.on('error', fail)
    onward.on('response', (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, [
        ...passedHeaders(incoming.rawHeaders, 'response'),
        'Connection',
        'close',
      ])
      pipeline(incoming, response, () => upstream.destroy())
    })
    pipeline(request, onward, (error) => {
      if (error) fail(error)
    })
  } catch (error) {
    fail(error as Error)
  }
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
  const target = readTarget(authority, httpPort)
  if (target === null) return { problem: 'it names no plain host and port' }
  const problem = hostProblem(request, target, httpPort) ?? encodingProblem(request)
  return problem === null ? { target, path: rest.startsWith('/') ? rest : `/${rest}` } : { problem }
}

function hostProblem(request: IncomingMessage, target: EgressTarget, defaultPort: number): string | null {
  const hosts = valuesOf(request, 'host')
  if (hosts.length > 1) return 'it has more than one Host header'
  if (hosts.length === 0) return null
  const named = readTarget(hosts[0]!, defaultPort)
  return named?.host === target.host && named.port === target.port ? null : 'its Host header names another host'
}

function encodingProblem(request: IncomingMessage): string | null {
  const encodings = valuesOf(request, 'transfer-encoding')
  if (encodings.length === 0) return null
  if (encodings.length > 1 || encodings[0]!.toLowerCase() !== 'chunked') return 'its Transfer-Encoding is not chunked'
  return valuesOf(request, 'content-length').length === 0
    ? null
    : 'it has both a Content-Length and a Transfer-Encoding'
}

/** The host as the first line names it: what a proxy sends on. Source: RFC 9112, 3.2.2. */
function hostOf(target: EgressTarget): string {
  const written = writeTarget(target)
  return target.port === httpPort ? written.slice(0, written.lastIndexOf(':')) : written
}

function valuesOf({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  return rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name)
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent || response.destroyed) return
  const text = `poundlock: ${message}\n`
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  })
  response.end(text)
}

function answer(client: Socket, status: string, message: string): void {
  const text = `poundlock: ${message}\n`
  const length = String(Buffer.byteLength(text))
  client.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${text}`,
    () => client.destroySoon(),
  )
}
