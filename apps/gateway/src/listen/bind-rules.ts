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

/**
 * Refuses a system on which the gateway cannot tell who connects, or who may read its files: on Windows, Node makes pipes
 * that anybody could have made before, and files without the access list of their owner.
 *
 * @throws GatewayHostError `GATEWAY_CONFIG`
 */
export function checkPlatform(platform: string): void {
  if (platform !== 'win32') return
  throw new GatewayHostError('the gateway does not run on Windows', {
    code: 'GATEWAY_CONFIG',
    remedy: 'Run it on Linux or macOS, or in the Windows Subsystem for Linux, and connect to it from Windows.',
    details: { key: 'platform' },
  })
}

const refused = (key: string, problem: string, remedy: string) =>
  new GatewayHostError(`${key}: ${problem}`, { code: 'GATEWAY_CONFIG', remedy, details: { key } })
