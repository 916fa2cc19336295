/**
 * Whether a host is what a pattern names: `example.com` is that host, `*.example.com` every host below it. Deny and ask
 * patterns also cover what is below a plain name.
 */
export function matchesDomain(host: string, pattern: string, action: 'allow' | 'ask' | 'deny'): boolean {
  const name = domainKey(host)
  const wanted = domainKey(pattern)
  if (wanted === '*') return true
  if (wanted.startsWith('*.')) return name.endsWith(wanted.slice(1))
  return name === wanted || (action !== 'allow' && name.endsWith(`.${wanted}`))
}

const domainKey = (host: string) => host.normalize('NFKC').trim().toLowerCase().replace(/\.+$/, '')

/** Names and addresses that lead to this machine, its network, or what a cloud tells its machines. */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa)$/

/** The host of an address, or why it should not be contacted unasked. */
export function readWebAddress(text: string): { readonly host: string } | { readonly problem: string } {
  const [, authority] = /^https?:\/\/([^/?#]*)(?:[/?#][^]*)?$/i.exec(text) ?? []
  if (authority === undefined) return { problem: 'is no http or https address' }
  if (/[\s\\@%]|[^\x21-\x7E]/.test(authority)) return { problem: 'has an unusual host' }
  const [, host, port] = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d+))?$/i.exec(authority) ?? []
  if (host === undefined) return { problem: 'has an unusual host' }
  if (port !== undefined && Number(port) > 65_535) return { problem: 'has an unusual port' }
  const name = domainKey(host)
  if (name.startsWith('[')) return { problem: 'names a machine by its number' }
  // Also in the forms that inet_aton(3) takes: `2130706433`, `0x7f.1`, `0177.0.0.1`.
  if (/(?:^|\.)(?:\d+|0x[\da-f]*)$/.test(name)) return { problem: 'names a machine by its number' }
  if (!name.includes('.') || PRIVATE_NAME.test(name)) return { problem: 'names a machine of the own network' }
  if (!/^[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?$/.test(name) || name.includes('..')) return { problem: 'has an unusual host' }
  return { host: name }
}
