import { BlockList, isIP } from 'node:net'

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>

const SUBNETS = {
  /** Where clouds tell machines who they are, keys among it. Source: RFC 3927; RFC 4291, section 2.5.6. */
  linkLocal: ['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254/128'],
  /** Source: RFC 1918, RFC 6598, RFC 4193, RFC 6890. */
  inside: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '::/127',
    'fc00::/7',
  ],
} as const

const LONGEST_MS = 60_000

const listOf = (subnets: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/')
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}
const LINK_LOCAL = listOf(SUBNETS.linkLocal)
const INSIDE = listOf(SUBNETS.inside)
const INSIDE_NAME = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)\.?$/
const METADATA_NAME = /^(?:metadata|metadata\.google\.internal)\.?$/

/**
 * `fetch` for a server and its authorization server. A server outside must not lead it to addresses that only this
 * machine or its network reaches. Names are checked by their form, not by their addresses; the caller checks
 * redirections.
 *
 * @param options.headers sent with each request, to the server only
 * @param options.timeoutMs the time limit of requests to other hosts than the server
 */
export function guardedFetch(
  server: URL,
  inner: Fetch,
  options: { readonly headers?: Headers; readonly signal?: AbortSignal; readonly timeoutMs?: number } = {},
): Fetch {
  const { headers: own = new Headers(), signal: given, timeoutMs = LONGEST_MS } = options
  return async (input, request) => {
    const url = new URL(input)
    const isServer = url.origin === server.origin
    const why = isServer ? null : whyNot(url, isInside(server))
    if (why !== null) throw new Error(`the server leads to ${url.origin}, ${why}`)
    const init: RequestInit = {
      ...request,
      redirect: request?.redirect === 'error' ? 'error' : 'manual',
      ...(!isServer && { headers: withoutThose(own, request?.headers) }),
    }
    if (url.href === server.href) return inner(input, init)
    // The time limit of an authorization server is not longer than that of the server.
    const signals = [AbortSignal.timeout(Math.min(timeoutMs, LONGEST_MS)), given, init.signal]
    return inner(input, {
      ...init,
      signal: AbortSignal.any(signals.filter((one) => one !== undefined && one !== null)),
    })
  }
}

/** Headers with keys must not reach the authorization server that the server names. */
function withoutThose(own: Headers, headers: RequestInit['headers']): Headers {
  const left = new Headers()
  const all = Symbol.iterator in Object(headers) ? [...(headers as Headers)] : Object.entries(headers ?? {})
  for (const [name, value] of all) if (own.get(name) !== value) left.append(name, value)
  return left
}

function whyNot(url: URL, fromInside: boolean): string | null {
  const { hostname, protocol } = url
  if (holds(LINK_LOCAL, hostname) || METADATA_NAME.test(hostname)) return 'where machines keep their keys'
  if (fromInside) return null
  if (isInside(url)) return 'which only this machine or its network reaches'
  return protocol === 'https:' ? null : 'which is not encrypted'
}

const isInside = ({ hostname }: URL) => holds(INSIDE, hostname) || INSIDE_NAME.test(hostname)

function holds(list: BlockList, hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  // An address of the older kind in the form of the newer one is held against the older kind.
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
