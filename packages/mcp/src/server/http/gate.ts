import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface GateOptions {
  /** What every request must bring as its bearer token. */
  readonly token: string
  /** Names of hosts under which we may be called, without the port. */
  readonly hosts: readonly string[]
  /** Origins of pages that may call, besides those of our own hosts. */
  readonly origins: readonly string[]
}

export interface Refusal {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Who may not even ask: a page of another origin, whoever reaches us by a name that is not ours (a page whose name was
 * made to point here), and whoever does not have the token. `null` for everybody else.
 */
export function refuse({ headers }: IncomingMessage, { token, hosts, origins }: GateOptions): Refusal | null {
  const host = hostOf(headers.host)
  if (host === null || !hosts.includes(host)) {
    return { status: 403, message: `Forbidden: this is not the host ${show(headers.host)}; allow it with --allow-host` }
  }
  const { origin } = headers
  if (origin !== undefined && !origins.includes(origin) && !isOwnOrigin(origin, headers.host!)) {
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

/** Without the port, in small letters; `null` for what is no host. */
function hostOf(host: string | undefined): string | null {
  const [, name] = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host ?? '') ?? []
  return name === undefined ? null : name.toLowerCase()
}

/** A page that we would serve ourselves: the same name, and the same port. */
const isOwnOrigin = (origin: string, host: string) => origin.toLowerCase() === `http://${host.toLowerCase()}`

/** Takes as long whatever is wrong with it. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

const show = (text: string | undefined) => JSON.stringify((text ?? '').slice(0, 100))
