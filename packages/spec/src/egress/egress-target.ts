import { formatInternetAddress, parseInternetAddress } from './internet-address.ts'

/** A host and a port that something wants to contact. */
export interface EgressTarget {
  /** A name in lower case without a final dot, or an address in its one plain form without brackets. */
  readonly host: string
  /** False for a name, which still has to be looked up. */
  readonly isAddress: boolean
  /** 1 to 65535. */
  readonly port: number
}

const LONGEST_NAME = 253

/**
 * The one way to write a host: ASCII, lower case, no final dot; an address in its plain form, without brackets. What
 * other programs would read differently is not a host: numbers that inet_aton(3) takes, escapes, user names, spaces.
 *
 * @param text an address of IPv6 with or without brackets
 */
export function readHost(text: string): Pick<EgressTarget, 'host' | 'isAddress'> | null {
  // A letter that becomes one of ASCII in lower case is another host to those who do not fold it: the Kelvin sign.
  if (/[^\x21-\x7E]/.test(text)) return null
  const bracketed = /^\[([\da-f:.]+)\]$/i.exec(text)?.[1]
  const address = bracketed?.includes(':') === false ? null : parseInternetAddress(bracketed ?? text)
  if (address) return { host: formatInternetAddress(address), isAddress: true }
  const host = text.toLowerCase().replace(/\.$/, '')
  return isName(host) ? { host, isAddress: false } : null
}

/**
 * Reads `host:port`, as in a request to a proxy.
 *
 * @param defaultPort where the text names none; without it, one must be named
 */
export function readTarget(text: string, defaultPort?: number): EgressTarget | null {
  const [, written, number] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = written === undefined ? null : readHost(written)
  const port = number === undefined ? defaultPort : Number(number)
  return host && port !== undefined && port >= 1 && port <= 65_535 ? { ...host, port } : null
}

/** A host and its port, as a person writes them: `example.org:443`, `[2001:db8::1]:443`. */
export function writeTarget({ host, port }: Pick<EgressTarget, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${String(port)}`
}

/** Source: RFC 1123, 2.1; the underscore is common in practice. */
function isName(host: string): boolean {
  const labels = host.split('.')
  return (
    host.length <= LONGEST_NAME &&
    labels.every((label) => /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/.test(label)) &&
    // A last label that is a number makes an address of it: WHATWG URL, "ends in a number".
    !/^(?:\d+|0x[\da-f]*)$/.test(labels.at(-1)!)
  )
}
