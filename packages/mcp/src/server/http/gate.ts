import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface GateOptions {
  /** What every request must bring as its bearer token. */
  readonly token: string
  /** Names of hosts under which we may be called, without the port. */
  readonly hosts: readonly string[]
  /** Origins of pages that may call. The server has no pages of its own, so that its own origin is one of elsewhere. */
  readonly origins: readonly string[]
}

export interface HttpRefusal {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Headers that may occur once: with two, a proxy before us could have checked the other one. RFC 9112, 3.2; RFC 9110,
 * 5.3
 */
const SINGLE = [
  'host',
  'origin',
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-session-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
]

/**
 * Refuses a request that says something twice, a page, a host that is not ours (a page whose name was made to point
 * here), and a client without the token. `null` for all others.
 */
export function refuse(request: IncomingMessage, { token, hosts, origins }: GateOptions): HttpRefusal | null {
  const { headers, headersDistinct, url = '' } = request
  const repeated = SINGLE.find((name) => (headersDistinct[name]?.length ?? 0) > 1)
  if (repeated !== undefined) return { status: 400, message: `Bad request: the header ${repeated} is there twice` }
  // A whole address, or `//host/`, names a host beside the header.
  if (!/^\/(?![/\\])/.test(url)) return { status: 400, message: 'Bad request: its target is not a plain path' }
  const host = hostOf(headers.host)
  if (host === null || !hosts.includes(host)) {
    return { status: 403, message: `Forbidden: this is not the host ${show(headers.host)}; allow it with --allow-host` }
  }
  const { origin } = headers
  if (origin !== undefined && !origins.includes(origin)) {
    return { status: 403, message: `Forbidden: pages of ${show(origin)} may not call; allow them with --allow-origin` }
  }
  const [, given = ''] = /^Bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '') ?? []
  if (!isSame(given, token)) {
    const challenge = given === '' ? 'Bearer' : 'Bearer error="invalid_token"'
    return {
      status: 401,
      message: 'Unauthorized: send the token as Authorization: Bearer …',
      headers: { 'WWW-Authenticate': challenge },
    }
  }
  return null
}

/** Without the port, in lower case; `null` for text that is not a host. */
function hostOf(host: string | undefined): string | null {
  const [, name] = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host ?? '') ?? []
  return name === undefined ? null : name.toLowerCase()
}

/** Takes as long whatever is wrong with it. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

const show = (text: string | undefined) => JSON.stringify((text ?? '').slice(0, 100))
