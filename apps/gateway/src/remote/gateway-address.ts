import { isAbsolute } from 'node:path'
import { openLocalSocket, openSocket } from '@poundlock/protocol/node'
import { GatewayHostError } from '../gateway-host-error.ts'

/** Where a gateway is reached, and what a setup link says beside it. */
export interface GatewayAddress {
  /** `unix:<absolute path>`, `wss://host:port/ws`, or `ws://` of this machine. */
  readonly address: string
  /** The id of the gateway that is meant. */
  readonly gatewayId?: string
  /** A setup code; a secret. */
  readonly code?: string
}

const SCHEMES: Readonly<Record<string, string>> = { 'http:': 'ws:', 'https:': 'wss:', 'ws:': 'ws:', 'wss:': 'wss:' }
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
const GATEWAY_ID = /^[0-9a-f]{64}$/
const SETUP_CODE = /^[0-9a-f]{8}-[0-9a-f]{32}$/

/**
 * Reads the address of a gateway: a socket (`/path`, `unix:/path`), a URL, or the setup link of `poundlock gateway pair`.
 *
 * @throws GatewayHostError `GATEWAY_ADDRESS` for anything else, and for a URL without TLS to another machine
 */
export function readGatewayAddress(text: string): GatewayAddress {
  const path = text.startsWith('unix:') ? text.slice('unix:'.length) : text
  if (isAbsolute(path) && !path.includes('\0')) return { address: `unix:${path}` }
  const url = parsed(text)
  const scheme = url && SCHEMES[url.protocol]
  if (!url || scheme === undefined) throw invalid('it is neither a URL nor the path of a socket')
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw invalid('it has a user, a password or a query')
  }
  if (url.pathname !== '/' && url.pathname !== '/ws') throw invalid('its path is not that of a gateway')
  if (scheme === 'ws:' && !LOCAL_HOST.test(url.hostname)) throw invalid('without TLS it must be on this machine')
  return { address: `${scheme}//${url.host}/ws`, ...readFragment(url.hash.slice(1)) }
}

/** True for the text of a setup code. */
export const isSetupCode = (text: string): boolean => SETUP_CODE.test(text)

/** Opens a connection to an address. @param certificate SHA-256 of the gateway's certificate, in hexadecimal */
export function openAddress(address: string, certificate?: string): ReturnType<typeof openSocket> {
  if (address.startsWith('unix:')) return openLocalSocket(address.slice('unix:'.length))
  return openSocket(address, certificate === undefined ? undefined : { fingerprint: certificate })
}

function parsed(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** `gateway=<id>&code=<setup code>`, as in a setup link. */
function readFragment(fragment: string): { gatewayId?: string; code?: string } {
  if (fragment === '') return {}
  const entries = new URLSearchParams(fragment)
  const gatewayId = entries.get('gateway')
  const code = entries.get('code')
  if (gatewayId === null || !GATEWAY_ID.test(gatewayId)) throw invalid('its setup link names no gateway')
  if (code === null || !isSetupCode(code)) throw invalid('its setup link has no setup code')
  return { gatewayId, code }
}

const invalid = (problem: string) =>
  new GatewayHostError(`invalid address of a gateway: ${problem}`, {
    code: 'GATEWAY_ADDRESS',
    remedy: 'Expected wss://host:port, http://127.0.0.1:4748, unix:/path of its socket, or a setup link.',
  })
