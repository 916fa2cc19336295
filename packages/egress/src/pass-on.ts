import { type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { type EgressTarget, readTarget, writeTarget } from '@poundlock/spec'
import { passedHeaders } from './passed-headers.ts'

export const LARGEST_HEADER = 16_384
export const HTTP_PORT = 80

/** Where a request goes that was judged. */
export interface Onward {
  readonly target: EgressTarget
  readonly path: string
  /** Connected to the target; for this request alone. */
  readonly upstream: Socket
  readonly idleMilliseconds: number
}

/** Sends a request on, and its answer back. */
export function passOn(request: IncomingMessage, response: ServerResponse, onward: Onward): void {
  const { upstream, target, path, idleMilliseconds } = onward
  if (response.destroyed) {
    upstream.destroy()
    return
  }
  const fail = (error: Error): void => {
    upstream.destroy()
    if (response.headersSent) response.destroy()
    else refuse(response, 502, `The server did not answer as HTTP does: ${error.message}`)
  }
  upstream.setTimeout(idleMilliseconds, () => upstream.destroy())
  response.once('close', () => upstream.destroy())
  try {
    const sent = send({
      createConnection: () => upstream,
      method: request.method ?? 'GET',
      path,
      headers: [...passedHeaders(request.rawHeaders, 'request'), 'Host', hostOf(target), 'Connection', 'close'],
      maxHeaderSize: LARGEST_HEADER * 4,
    })
    sent.on('error', fail)
    sent.on('response', (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, [
        ...passedHeaders(incoming.rawHeaders, 'response'),
        'Connection',
        'close',
      ])
      pipeline(incoming, response, () => upstream.destroy())
    })
    pipeline(request, sent, (error) => {
      if (error) fail(error)
    })
  } catch (error) {
    fail(error as Error)
  }
}

/** Why the Host header differs from the checked target; `null` when it is the same or absent. */
export function hostProblem(request: IncomingMessage, target: EgressTarget, defaultPort: number): string | null {
  const hosts = valuesOf(request, 'host')
  if (hosts.length > 1) return 'it has more than one Host header'
  if (hosts.length === 0) return null
  const named = readTarget(hosts[0]!, defaultPort)
  return named?.host === target.host && named.port === target.port ? null : 'its Host header names another host'
}

/** Why it is not certain where the body of a request ends. */
export function encodingProblem(request: IncomingMessage): string | null {
  const encodings = valuesOf(request, 'transfer-encoding')
  if (encodings.length === 0) return null
  if (encodings.length > 1 || encodings[0]!.toLowerCase() !== 'chunked') return 'its Transfer-Encoding is not chunked'
  return valuesOf(request, 'content-length').length === 0
    ? null
    : 'it has both a Content-Length and a Transfer-Encoding'
}

/** The host as the first line names it, which a proxy sends on. Source: RFC 9112, 3.2.2. */
export function hostOf(target: EgressTarget): string {
  const written = writeTarget(target)
  return target.port === HTTP_PORT ? written.slice(0, written.lastIndexOf(':')) : written
}

function valuesOf({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  return rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name)
}

/** Answers with a sentence, and closes. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent || response.destroyed) return
  const text = `poundlock: ${message}\n`
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  })
  response.end(text)
}
