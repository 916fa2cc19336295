/**
 * Compiles patterns on hosts: `example.com` is that host, `*.example.com` every host below it. Deny and ask patterns also
 * cover what is below a plain name. What comes out finds the first pattern that names a host, or -1.
 */
export function compileDomains(
  patterns: readonly string[],
  action: 'allow' | 'ask' | 'deny',
): (host: string) => number {
  const first = new Map<string, number>()
  const put = (key: string, index: number) => first.has(key) || first.set(key, index)
  for (const [index, pattern] of patterns.entries()) {
    const wanted = domainKey(pattern)
    // Names nothing; it must not read as all that is below.
    if (wanted === '' || (action === 'allow' && wanted.startsWith('.'))) continue
    // `.a.b` stands for all below `a.b`, and `.` for all there are.
    if (wanted === '*') put('.', index)
    else if (wanted.startsWith('*.')) put(wanted.slice(1), index)
    else {
      put(wanted, index)
      if (action !== 'allow') put(`.${wanted}`, index)
    }
  }
  return (host) => {
    const name = domainKey(host)
    let found = Math.min(first.get(name) ?? Infinity, first.get('.') ?? Infinity)
    for (let at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) {
      found = Math.min(found, first.get(name.slice(at)) ?? Infinity)
    }
    return found === Infinity ? -1 : found
  }
}

const PLAIN = /^[a-z\d-]+(?:\.[a-z\d-]+)*$/

/** One spelling for a name. */
export const domainKey = (host: string): string =>
  PLAIN.test(host)
    ? host
    : host
        .normalize('NFKC')
        .trim()
        .toLowerCase()
        .replace(/(?<!\.)\.+$/, '')

/** Names and addresses that lead to this machine, its network, or what a cloud tells its machines. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa)$/

/** Whether a name, in its one spelling, leads to this machine or its network. */
export const isNearName = (name: string): boolean => PRIVATE_NAME.test(name)

/** What a program contacts. */
export interface WebLocation {
  readonly host: string
  readonly port: number
}

/** The host and the port of a trusted address; the host is empty if it has none. */
export function hostAndPort(text: string): WebLocation {
  const [, secure, host = '', port] =
    /^http(s)?:\/\/(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^:/?#]*)(?::(\d+))?(?:[/?#][^]*)?$/i.exec(text) ?? []
  return { host: domainKey(host), port: portOf(port, secure !== undefined) }
}

const portOf = (port: string | undefined, isSecure: boolean) =>
  port === undefined ? (isSecure ? 443 : 80) : Number(port)

/** The host and the port of an address, or why it should not be contacted unasked. */
export function readWebAddress(text: string): WebLocation | { readonly problem: string } {
  const [, secure, authority] = /^http(s)?:\/\/([^/?#]*)(?:[/?#][^]*)?$/i.exec(text) ?? []
  if (authority === undefined) return { problem: 'is not an http or https address' }
  if (/[\s\\@%]|[^\x21-\x7E]/.test(authority)) return { problem: 'has an unusual host' }
  const [, host, port] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d+))?$/i.exec(authority) ?? []
  if (host === undefined) return { problem: 'has an unusual host' }
  if (port !== undefined && Number(port) > 65_535) return { problem: 'has an unusual port' }
  const name = domainKey(host)
  if (name.startsWith('[')) return { problem: 'names a machine by its number' }
  // Also in the forms that inet_aton(3) takes: `2130706433`, `0x7f.1`, `0177.0.0.1`.
  if (/(?:^|\.)(?:\d+|0x[\da-f]*)$/.test(name)) return { problem: 'names a machine by its number' }
  if (!name.includes('.') || PRIVATE_NAME.test(name)) return { problem: 'names a machine of the local network' }
  if (!/^[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?$/.test(name) || name.includes('..')) return { problem: 'has an unusual host' }
  return { host: name, port: portOf(port, secure !== undefined) }
}
