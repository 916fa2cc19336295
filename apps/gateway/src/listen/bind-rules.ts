import { isIP } from 'node:net'
import { GatewayHostError } from '../gateway-host-error.ts'
import { isLoopback } from './host-names.ts'

/** Where the gateway is to be reached over TCP. */
export interface TcpSettings {
  /** An address of this machine. */
  readonly address: string
  /** 0 for any that is free. */
  readonly port: number
  /** Names by which clients reach it, beside the address. */
  readonly hosts: readonly string[]
  /** Further origins whose pages may connect. */
  readonly origins: readonly string[]
  /** PEM texts of the gateway's own certificate and key. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Addresses and networks of the proxies that stand before it. */
  readonly trustedProxies: readonly string[]
}

/**
 * Refuses an address at which others could listen in: whatever is not this machine's own needs TLS, of the gateway or of
 * a proxy that is named.
 *
 * @throws GatewayHostError `GATEWAY_CONFIG` with `details.key`
 */
export function checkTcpSettings({ address, hosts, tls, trustedProxies }: TcpSettings): void {
  if (isIP(address) === 0) {
    throw refused(
      'gateway.bind',
      `${JSON.stringify(address)} is no IP address`,
      'Name an address of this machine, "loopback" or "none".',
    )
  }
  if (isLoopback(address)) return
  if (tls === undefined && trustedProxies.length === 0) {
    throw refused(
      'gateway.bind',
      `${address} can be reached by others, and nothing there speaks TLS`,
      'Set gateway.tls to a certificate and its key, name the proxy that speaks TLS in gateway.trustedProxies, or leave gateway.bind at "loopback".',
    )
  }
  if ((address === '0.0.0.0' || address === '::') && hosts.length === 0) {
    throw refused(
      'gateway.hosts',
      `gateway.bind is ${address}, and no name is listed by which clients reach it`,
      'List the names and addresses that clients use in gateway.hosts.',
    )
  }
}

const refused = (key: string, problem: string, remedy: string) =>
  new GatewayHostError('GATEWAY_CONFIG', `${key}: ${problem}`, { remedy, details: { key } })
