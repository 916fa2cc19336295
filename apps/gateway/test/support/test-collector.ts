import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: any
}

export interface Collector {
  readonly endpoint: string
  readonly requests: readonly Received[]
  /** All spans that came, with their attributes as an object. */
  readonly spans: () => readonly any[]
}

/** A collector of OTLP over HTTP, on a port of this machine. @param statuses of its first answers, then 200 */
export async function openCollector(statuses: readonly number[] = []): Promise<Collector> {
  const requests: Received[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(body) })
      response.writeHead(statuses[requests.length - 1] ?? 200, {
        'content-type': 'application/json',
        'retry-after': '0',
      })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const all = () => requests.flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans)
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    requests,
    spans: () => all().map((span: any) => ({ ...span, attributes: attributesOf(span) })),
  }
}

/** The address of a collector that has ended. */
export async function goneCollector(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return `http://127.0.0.1:${port}/v1/traces`
}

export const attributesOf = ({ attributes }: any): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }: any) => [key, value.stringValue ?? Number(value.intValue)]))
