import { BlockList, isIP } from 'node:net'

/** Who stands before the gateway and says for whom. */
export interface TrustedProxies {
  readonly isEmpty: boolean
  /** Whether a connection from this address is from a proxy that was named. */
  has(address: string): boolean
}

/** @param entries addresses and networks (`10.0.0.0/8`), checked by the configuration */
export function trustedProxies(entries: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family)
  }
  const has = (address: string) => {
    const plain = plainAddress(address)
    const family = isIP(plain)
    return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
  }
  return { isEmpty: entries.length === 0, has }
}

/** A client as the gateway sees it: over which address, and whether the way to it is private. */
export interface ClientAddress {
  readonly address: string
  /** A named proxy says so. */
  readonly isForwarded: boolean
  /** By TLS of the gateway's own, or of the named proxy. */
  readonly isSecure: boolean
}

/**
 * Who a request is from. What a header says of that counts only where a named proxy sent it: the last address in
 * `X-Forwarded-For` that is no proxy itself.
 *
 * @param forwardedFor the header; `null` where there is none
 * @param forwardedProto the header; `null` where there is none
 */
export function clientAddress(
  connection: { readonly address: string; readonly isSecure: boolean },
  headers: { readonly forwardedFor: string | null; readonly forwardedProto: string | null },
  proxies: TrustedProxies,
): ClientAddress {
  const address = plainAddress(connection.address)
  if (headers.forwardedFor === null || !proxies.has(address)) {
    return { address, isForwarded: false, isSecure: connection.isSecure }
  }
  const hops = headers.forwardedFor.split(',').map((hop) => plainAddress(hop.trim()))
  const client = hops.findLast((hop) => !proxies.has(hop)) ?? hops[0] ?? address
  // What is no address must not become one in the record, nor a key of its own in the limits.
  const known = isIP(client) === 0 ? address : client
  return { address: known, isForwarded: true, isSecure: headers.forwardedProto?.trim().toLowerCase() === 'https' }
}

/** IPv4 as IPv4, however the system writes it. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
