import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { lookUpEndpoint, type ResolveName } from './push-endpoint.ts'

/** One request to a push service. */
export interface PushRequest {
  readonly endpoint: URL
  readonly privateHosts: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly signal: AbortSignal
  /** The resolver of this machine unless set. */
  readonly resolve?: ResolveName
}

/** What became of a push. */
export type Posted =
  | { readonly kind: 'accepted' }
  /** The browser has ended the subscription. Source: RFC 8030, 7.3. */
  | { readonly kind: 'gone' }
  /** The same push would be refused again. */
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'later'; readonly problem: string; readonly retryAfterMs?: number }

const TIMEOUT_MS = 8000
const MAX_HEADER_BYTES = 16 * 1024

/**
 * Sends a push. The connection goes to an address that was checked, redirects are not followed, and of the answer only
 * the head is read.
 */
export async function postPush({
  endpoint,
  privateHosts,
  headers,
  body,
  signal,
  resolve,
}: PushRequest): Promise<Posted> {
  const looked = await lookUpEndpoint(endpoint, privateHosts, resolve)
  if (looked.kind === 'refused') return looked
  if (looked.kind === 'failed') return { kind: 'later', problem: looked.problem }
  const found = looked.addresses.map((address) => ({ address, family: isIP(address) }))
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = request(endpoint, {
    method: 'POST',
    headers: { ...headers, 'content-length': body.length },
    signal: AbortSignal.any([signal, timeout]),
    // A connection of its own: a reused one was checked for another request.
    agent: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The answer is known already: nothing is asked again.
    lookup: (_name, { all }, answer) => {
      if (all === true) answer(null, found)
      else answer(null, found[0]!.address, found[0]!.family)
    },
  })
  sent.once('response', answered)
  // Also those that come when the answer was taken.
  sent.on('error', reject)
  sent.once('close', () => reject(new Error('it closed the connection')))
  sent.end(body)
  try {
    const response = await promise
    response.destroy()
    return outcomeOf(response)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { kind: 'later', problem: timeout.aborted ? `no answer within ${TIMEOUT_MS} ms` : (code ?? message) }
  }
}

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage): Posted {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const problem = `status ${status}`
  if (status !== 429 && status < 500) return { kind: 'refused', problem }
  const retryAfterMs = pauseOf(headers)
  return { kind: 'later', problem, ...(retryAfterMs !== null && { retryAfterMs }) }
}

/** Seconds, or a date. Source: RFC 9110, 10.2.3. */
function pauseOf({ 'retry-after': text = '' }: IncomingHttpHeaders): number | null {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now())
}
