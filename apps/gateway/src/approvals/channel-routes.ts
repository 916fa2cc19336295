import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OutgoingAnswer } from '@poundlock/channels'
import type { Services } from '../dispatch/services.ts'
import { readBytes } from '../http/read-body.ts'
import type { HttpPeer, HttpRoute } from '../listen/door.ts'
import { networkOf } from '../listen/failure-limits.ts'
import type { Chats } from './chats.ts'

const MAX_BODY_BYTES = 256 * 1024
/** Calls that are read at a time: until its signature was checked, each is a stranger's. */
const MOST_AT_ONCE = 64
/** Of these, those of one network: who sends slowly does not take the places of all. */
const MOST_OF_ONE = 16

/**
 * `POST /channels/<name>`: where the services of chats send answers. The channel checks the signature of each; who sends
 * wrong ones again and again is locked out.
 */
export function channelRoutes(chats: Chats, { now, log }: Services): Readonly<Record<string, HttpRoute>> {
  const reading: string[] = []
  const answer = async (name: string, request: IncomingMessage, peer: HttpPeer): Promise<OutgoingAnswer> => {
    if (!(await chats.receives(name))) return refusal(404, 'there is nothing here')
    if (request.method !== 'POST') return refusal(405, 'only POST is served')
    if (request.url?.includes('?') === true) return refusal(400, 'the address takes no parameters')
    if (peer.lockedFor('webhook') > 0) return refusal(429, 'too many attempts failed')
    const sender = networkOf(peer.address)
    const own = reading.filter((one) => one === sender).length
    if (own >= MOST_OF_ONE || reading.length >= MOST_AT_ONCE) return refusal(503, 'too many calls at once')
    reading.push(sender)
    try {
      const body = await readBytes(request, MAX_BODY_BYTES)
      if (body === null) return refusal(413, `at most ${MAX_BODY_BYTES} bytes are taken`)
      const answered = await chats.receive(name, { body, header: headerOf(request), now: now() })
      if (answered.status === 401) peer.failed('webhook')
      return answered
    } finally {
      reading.splice(reading.indexOf(sender), 1)
    }
  }
  const route: HttpRoute = (request, response, peer) => {
    const name = nameIn(request.url ?? '')
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
  return { '/channels/*': route }
}

const nameIn = (url: string): string => url.split('?', 1)[0]!.slice('/channels/'.length)

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
