import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { findSpecialNetwork } from '@poundlock/egress'
import { quotedText, visibleText } from '@poundlock/spec'
import { BLOCKED_PORTS } from './blocked-ports.ts'
import { WebError } from './web-error.ts'

export interface FetchGuards {
  /** All addresses of a name. Default: the resolver of this machine. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Why an address may not be connected to; `null` when it may. Default: all but the public internet is refused. */
  readonly refuseAddress?: (address: string) => string | null
  /** Throws where the rules do not let the call go on to this address. Asked of every redirection. */
  readonly checkUrl: (url: string) => void
}

export interface FetchOptions extends FetchGuards {
  /** `GET` unless set. */
  readonly method?: 'GET' | 'POST'
  /** Besides those that it sets itself. */
  readonly headers?: Readonly<Record<string, string>>
  /** With `POST`. */
  readonly body?: string
  /** Ends it. */
  readonly abortSignal: AbortSignal
  /** Milliseconds for all of it, redirections included. */
  readonly timeoutMs: number
  /** Bytes of the body after decompression; a longer body is cut. */
  readonly maxBytes: number
}

export interface Fetched {
  /** Where it came from in the end. */
  readonly url: string
  /** Of HTTP. */
  readonly status: number
  /** Of the last answer. */
  readonly headers: IncomingMessage['headers']
  /** After decompression, cut at `maxBytes`. */
  readonly body: Uint8Array
  /** True when the body was longer. */
  readonly cut: boolean
}

const MAX_REDIRECTS = 5

/**
 * Fetches an address. A name is resolved once, all its addresses are checked, and the connection goes to one of them: a
 * later change of the name has no effect. Each redirection is checked like the first address.
 *
 * @throws WebError
 */
export async function fetchGuarded(address: string, options: FetchOptions): Promise<Fetched> {
  const signal = AbortSignal.any([options.abortSignal, AbortSignal.timeout(options.timeoutMs)])
  let url = readAddress(address)
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(url, options, signal)
    const status = response.statusCode ?? 0
    const { location } = response.headers
    if (status < 300 || status >= 400 || location === undefined) {
      const body = await readBody(response, options.maxBytes, signal)
      return { url: url.href, status, headers: response.headers, ...body }
    }
    response.destroy()
    if (redirects >= MAX_REDIRECTS) throw failed(url, `it redirected more than ${MAX_REDIRECTS} times`)
    if (options.method === 'POST') throw failed(url, 'it redirected what was sent to it')
    const next = readAddress(location, url)
    if (url.protocol === 'https:' && next.protocol === 'http:') {
      throw refused(
        `${url.host} redirects to ${next.href}, which is not encrypted`,
        'Fetch that address itself, if it is wanted.',
      )
    }
    options.checkUrl(next.href)
    url = next
  }
}

/** @throws WebError `WEB_ADDRESS` */
export function readAddress(text: string, base?: URL): URL {
  let url: URL
  try {
    url = new URL(text, base)
  } catch (cause) {
    throw noAddress(text, cause)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new WebError(`${quotedText(text)} is neither http nor https`, { code: 'WEB_ADDRESS', remedy: EXAMPLE })
  }
  if (url.username !== '' || url.password !== '') {
    throw new WebError(`the address holds a user name or a password`, {
      code: 'WEB_ADDRESS',
      remedy: 'Leave them out; nothing is fetched with credentials.',
    })
  }
  if (url.port !== '' && BLOCKED_PORTS.has(Number(url.port))) {
    throw new WebError(`port ${url.port} is that of another service than the web`, {
      code: 'WEB_ADDRESS',
      remedy: 'Leave the port out, or give one that web servers use.',
    })
  }
  url.hash = ''
  return url
}

export const noAddress = (text: string, cause?: unknown): WebError =>
  new WebError(`${quotedText(text)} is not an address`, { code: 'WEB_ADDRESS', cause, remedy: EXAMPLE })

const EXAMPLE = 'Give a whole address, for example https://example.com/page.'

async function send(url: URL, options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body } = options
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await judged(host, options, signal)
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = request(url, {
    method,
    signal,
    headers: {
      accept: 'text/html, application/xhtml+xml, text/*;q=0.9, application/json;q=0.9, */*;q=0.5',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'poundlock',
      ...headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    // A connection of its own: a reused one was checked for another request.
    agent: false,
    // The answer is known already: nothing is asked again.
    lookup: (_name, { all }, answer) => {
      if (all === true) answer(null, found)
      else answer(null, found[0]!.address, found[0]!.family)
    },
  })
  sent.once('response', resolve)
  sent.once('error', (error) => reject(failed(url, reasonOf(error, signal), error)))
  // A switch of the protocol closes the connection without an answer.
  sent.once('close', () => reject(failed(url, 'it closed the connection')))
  sent.end(body)
  return promise
}

/** The addresses of a host; one that may not be contacted refuses the whole name. */
async function judged(
  host: string,
  { resolve = resolveHost, refuseAddress = refuseSpecial }: FetchGuards,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let addresses: readonly string[]
  try {
    addresses = isIP(host) ? [host] : await unlessAborted(resolve(host), signal)
  } catch (cause) {
    throw new WebError(`the name ${host} could not be looked up: ${reasonOf(cause as Error, signal)}`, {
      code: 'WEB_FAILED',
      cause,
      remedy: 'Check the name, and whether there is a network.',
    })
  }
  for (const address of addresses) {
    // One with a zone, too, is of a network that is near.
    const reason = isIP(address) && !address.includes('%') ? refuseAddress(address) : 'no plain address'
    if (reason !== null) {
      throw refused(`${host} leads to ${visibleText(address)}, which is ${reason}`, 'Only the public web is fetched.')
    }
  }
  if (addresses.length === 0) throw refused(`the name ${host} has no address`, 'Check the name.')
  return addresses
}

/** A name lookup has no time limit of its own: silent name servers would block the call. */
async function unlessAborted<Value>(pending: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason as Error)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([pending, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Names of this machine are never resolved. RFC 6761, 6.3 */
const LOCAL = /(?:^|\.)localhost\.?$/i

async function resolveHost(host: string): Promise<readonly string[]> {
  if (LOCAL.test(host)) return ['127.0.0.1', '::1']
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

function refuseSpecial(address: string): string | null {
  return findSpecialNetwork(address)?.purpose ?? null
}

async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Pick<Fetched, 'body' | 'cut'>> {
  const decoded = decompressed(response)
  if (decoded === null) {
    response.destroy()
    const coding = quotedText(response.headers['content-encoding'] ?? '')
    throw new WebError(`it came packed as ${coding}, which was not requested`, {
      code: 'WEB_CONTENT',
      remedy: 'Try another address of the same.',
    })
  }
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of decoded as AsyncIterable<Uint8Array>) {
      pieces.push(piece)
      length += piece.length
      if (length > maxBytes) break
    }
  } catch (error) {
    throw new WebError(`the answer broke off: ${reasonOf(error as Error, signal)}`, {
      code: 'WEB_FAILED',
      cause: error,
      remedy: 'Try again later.',
    })
  } finally {
    response.destroy()
    decoded.destroy()
  }
  return { body: Buffer.concat(pieces).subarray(0, maxBytes), cut: length > maxBytes }
}

/** `null` where it cannot be unpacked. */
function decompressed(response: IncomingMessage): Readable | null {
  const coding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  const decoder =
    coding === 'gzip' || coding === 'x-gzip'
      ? createGunzip()
      : coding === 'deflate'
        ? createInflate()
        : coding === 'br'
          ? createBrotliDecompress()
          : null
  if (decoder === null) return coding === 'identity' || coding === '' ? response : null
  response.once('error', (error) => decoder.destroy(error))
  return response.pipe(decoder)
}

const reasonOf = (error: Error, signal: AbortSignal): string =>
  signal.aborted
    ? (signal.reason as Error).name === 'TimeoutError'
      ? 'it took too long'
      : 'it was given up'
    : ((error as NodeJS.ErrnoException).code ?? error.message)

const failed = (url: URL, reason: string, cause?: unknown) =>
  new WebError(`${url.href} could not be fetched: ${reason}`, {
    code: 'WEB_FAILED',
    cause,
    remedy: 'Try another address.',
  })

const refused = (message: string, remedy: string) => new WebError(message, { code: 'WEB_REFUSED', remedy })
