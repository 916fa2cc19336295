import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OpenChannels, OutgoingAnswer } from '@poundlock/channels'
import type { Services } from '../dispatch/services.ts'
import { readBytes } from '../http/read-body.ts'
import type { HttpPeer, HttpRoute } from '../listen/door.ts'

const MAX_BODY_BYTES = 256 * 1024
/** Calls that are read at a time: until its signature was checked, each is a stranger's. */
const MOST_AT_ONCE = 64

/**
 * `POST /channels/<name>`: where the services of chats send answers. The channel checks the signature of each; who sends
 * wrong ones again and again is locked out.
 */
export function channelRoutes(channels: OpenChannels, { now, log }: Services): Readonly<Record<string, HttpRoute>> {
  let reading = 0
  const answer = async (name: string, request: IncomingMessage, peer: HttpPeer): Promise<OutgoingAnswer> => {
    if (request.method !== 'POST') return refusal(405, 'only POST is served')
    if (request.url?.includes('?') === true) return refusal(400, 'the address takes no parameters')
    if (peer.lockedFor('webhook') > 0) return refusal(429, 'too many attempts failed')
    if (reading >= MOST_AT_ONCE) return refusal(503, 'too many calls at once')
    reading++
    try {
      const body = await readBytes(request, MAX_BODY_BYTES)
      if (body === null) return refusal(413, `at most ${MAX_BODY_BYTES} bytes are taken`)
      const answered = await channels.receive(name, { body, header: headerOf(request), now: now() })
      if (answered.status === 401) peer.failed('webhook')
      return answered
    } finally {
      reading--
    }
  }
  const routeOf =
    (name: string): HttpRoute =>
    (request, response, peer) => {
      answer(name, request, peer)
        .catch((error: unknown) => {
          log('surface-failed', { surface: name, error: String(error) })
          return refusal(500, 'it could not be taken')
        })
        .then((answered) => {
          write(response, answered)
          answered.after?.().catch((error: unknown) => log('surface-failed', { surface: name, error: String(error) }))
        })
        .catch(() => response.destroy())
    }
  return Object.fromEntries(channels.receivers.map((name) => [`/channels/${name}`, routeOf(name)]))
}

const refusal = (status: number, message: string): OutgoingAnswer => ({ status, json: { error: message } })

const headerOf =
  ({ headersDistinct }: IncomingMessage) =>
  (name: string): string | undefined => {
    const values = headersDistinct[name]
    return values?.length === 1 ? values[0] : undefined
  }

function write(response: ServerResponse, { status, json }: OutgoingAnswer): void {
  const text = json === undefined ? '' : JSON.stringify(json)
  response.writeHead(status, {
    ...(json !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  })
  response.end(text)
}
