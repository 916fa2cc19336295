import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { findSpecialNetwork } from '@poundlock/egress'

/** What was found out about the host of an endpoint. */
export type Looked =
  | { readonly kind: 'found'; readonly addresses: readonly string[] }
  /** The gateway does not send there. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** Its name cannot be looked up now. */
  | { readonly kind: 'failed'; readonly problem: string }

/** All addresses of a name. */
export type ResolveName = (name: string) => Promise<readonly string[]>

const LOOKUP_MS = 5000
/** Names of this machine are never resolved. Source: RFC 6761, 6.3. */
const LOCAL = /(?:^|\.)localhost\.?$/
const LOOPBACK = ['127.0.0.1', '::1']

/**
 * Reads the endpoint of a subscription. It is a web page that names it, so that the gateway could be led to services
 * which only its own network reaches.
 *
 * @returns a sentence where it is none that pushes are sent to
 */
export function readEndpoint(text: string, privateHosts: readonly string[]): URL | string {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'https:') return 'it is no https address'
  if (url.username !== '' || url.password !== '') return 'it holds a user name or a password'
  if (url.hash !== '') return 'it holds a fragment'
  if (url.port !== '' && !privateHosts.includes(url.hostname)) return 'its port is not 443'
  return url
}

/**
 * Looks up the host of an endpoint, and checks all of its addresses. The connection has to go to one of them: a later
 * change of the name has no effect then.
 */
export async function lookUpEndpoint(
  { hostname }: URL,
  privateHosts: readonly string[],
  resolve: ResolveName = resolveName,
): Promise<Looked> {
  const host = hostname.replace(/^\[|\]$/g, '')
  let addresses: readonly string[]
  try {
    addresses = isIP(host) === 0 ? await resolve(host) : [host]
  } catch (error) {
    return { kind: 'failed', problem: `the name ${host} cannot be looked up: ${(error as Error).message}` }
  }
  if (addresses.length === 0) return { kind: 'failed', problem: `the name ${host} has no address` }
  const mayBePrivate = privateHosts.includes(hostname)
  for (const address of addresses) {
    const special = findSpecialNetwork(address)
    if (special === null || (mayBePrivate && special.opens === 'private')) continue
    return { kind: 'refused', problem: `${host} leads to ${address} (${special.purpose})` }
  }
  return { kind: 'found', addresses }
}

/** A lookup has no time limit of its own. */
async function resolveName(name: string): Promise<readonly string[]> {
  if (LOCAL.test(name)) return LOOPBACK
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${LOOKUP_MS} ms`)), LOOKUP_MS)
  try {
    const found = await Promise.race([lookup(name, { all: true }), promise])
    return found.map(({ address }) => address)
  } finally {
    clearTimeout(timer)
  }
}
