import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Channel, TakeAnswer } from '../channel.ts'
import { ChannelsError } from '../channels-error.ts'
import { refusal, type OutgoingAnswer } from './incoming-call.ts'

const MAX_BODY_BYTES = 256 * 1024
const MAX_CONNECTIONS = 64
/** Milliseconds for a request to arrive, however slowly it is sent. */
const REQUEST_MS = 5000
/**
 * Milliseconds between two checks for late requests; Node checks every 30 s, so slow peers could keep all connections.
 */
const CHECK_MS = 1000

export interface ListenOptions {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  readonly channels: readonly Channel[]
  readonly take: (channel: Channel) => TakeAnswer
  readonly onProblem: (channel: string, error: unknown) => void
  readonly now: () => number
}

/** Receives calls of services over HTTP: `POST /slack`, `/telegram`, `/discord` and `/webhook`. */
export async function listenForAnswers(options: ListenOptions): Promise<{ port: number; close(): Promise<void> }> {
  const { host, port, channels, take, onProblem, now } = options
  const limits = { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, connectionsCheckingInterval: CHECK_MS }
  const server = createServer(limits, (request, response) => {
    answer(request)
      .catch((error: unknown) => {
        onProblem('http', error)
        return refusal(500, 'it could not be taken')
      })
      .then((answered) => {
        write(response, answered)
        answered.after?.().catch((error: unknown) => onProblem('http', error))
      })
      .catch(() => response.destroy())
  })
  const answer = async (request: IncomingMessage): Promise<OutgoingAnswer> => {
    const channel = channels.find((one) => one.receive !== undefined && request.url === `/${one.name}`)
    if (!channel) return refusal(404, 'nothing is served here')
    if (request.method !== 'POST') return refusal(405, 'only POST is served')
    const body = await bodyOf(request)
    if (body === null) return refusal(413, `at most ${MAX_BODY_BYTES} bytes are taken`)
    const header = (name: string) => {
      const values = request.headersDistinct[name]
      return values?.length === 1 ? values[0] : undefined
    }
    return channel.receive!({ body, header, now: now() }, take(channel))
  }
  server.maxConnections = MAX_CONNECTIONS
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new ChannelsError(`cannot listen at ${host}:${port}: ${(cause as Error).message}`, {
      code: 'CHANNEL_LISTEN',
      remedy: 'Name another approvals.channels.listen in poundlock.json.',
      cause,
    })
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function write(response: ServerResponse, { status, json }: OutgoingAnswer): void {
  const text = json === undefined ? '' : JSON.stringify(json)
  response.writeHead(status, {
    ...(json !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(text)
}
