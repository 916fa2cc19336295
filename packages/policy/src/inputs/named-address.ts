/** What readers of addresses leave out of them. Source: WHATWG URL, 4.4, URL parsing, steps 1 to 3. */
export function squeeze(text: string): string {
  // By hand: a pattern for blanks at an end looks at each run of blanks once for each of its characters.
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) <= 0x20) start += 1
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end -= 1
  return text.slice(start, end).replaceAll(/[\t\n\r]/g, '')
}

/** The scheme at the beginning of a text, in lower case; a drive letter does not count. */
export function schemeOf(text: string): string | null {
  return /^([a-z][a-z\d+.-]+):/i.exec(text)?.[1]?.toLowerCase() ?? null
}

/** Schemes that make a program connect to somewhere; of others, such as `memo:`, only their server knows what they are. */
const NETWORK_SCHEMES = new Set(
  'http https ws wss ftp ftps sftp ssh scp git rsync telnet ldap ldaps smb gopher'.split(' '),
)

export function isWebAddress(text: string): boolean {
  const scheme = schemeOf(text)
  return scheme !== null && (NETWORK_SCHEMES.has(scheme) || /^(?:git|svn)\+/.test(scheme))
}

export const isFileAddress = (text: string): boolean => schemeOf(text) === 'file'

/** A host that stands where an address is wanted, without its scheme. */
const BARE_HOST = /^(?:localhost|[\w-]+(?:\.[\w-]+)*\.(?:[a-z]{2,}|\d+)|\[[\da-f:.]+\])\.?(?:[:/?#]|$)/i

/** What a program would contact for a text without a scheme; `null` when it names no host. */
export function webAddressOf(text: string): string | null {
  if (text.startsWith('//')) return `https:${text}`
  return BARE_HOST.test(text) ? `https://${text}` : null
}

/**
 * The paths that a `file:` address stands for: some decode it and leave out what is behind `?` and `#`, others take it as
 * it is. One on another machine keeps its two slashes, which the policy asks about.
 */
export function fileOfAddress(text: string): readonly string[] {
  const rest = text.slice('file:'.length).replaceAll('\\', '/')
  const [, host = '', path = rest] = /^\/\/([^/?#]*)([^]*)$/.exec(rest) ?? []
  const place = host === '' || host.toLowerCase() === 'localhost' ? path : `//${host}${path}`
  const bare = place.replace(/[?#][^]*$/, '')
  try {
    return [...new Set([place, bare, decodeURIComponent(bare), decodeURIComponent(place)])]
  } catch {
    // An empty path asks.
    return ['']
  }
}
