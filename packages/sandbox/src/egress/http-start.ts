/** `newer`: HTTP/2 from the start, which is not read here. */
export type HttpStart = 'more' | 'http' | 'newer' | 'other'

/** What a request begins with: a method, and a blank. Source: RFC 9110, 5.6.2 and 9.1. */
const method = /^[!#$%&'*+.^_`|~\w-]{1,64}(?: |$)/
/** Servers take lines of about so many bytes. */
const longestLine = 65_536
const lineFeed = 0x0a

/**
 * Tells plain HTTP from other protocols, by the first line. Empty lines before it are skipped, as servers do. Source: RFC 9112, 2.2
 * and 3; RFC 9113, 3.4.
 */
export function readHttpStart(bytes: Buffer): HttpStart {
  let begin = 0
  while (begin < bytes.length && (bytes[begin] === lineFeed || bytes[begin] === 0x0d)) begin += 1
  if (begin === bytes.length) return begin > longestLine ? 'other' : 'more'
  const end = bytes.indexOf(lineFeed, begin)
  const line = bytes.toString('latin1', begin, end < 0 ? bytes.length : end)
  if (!method.test(line) || line.includes('\0')) return 'other'
  if (end < 0) return line.length > longestLine ? 'other' : 'more'
  const version = / HTTP\/(?<major>\d+)(?:\.\d+)?\s*$/i.exec(line)?.groups?.['major']
  if (version === undefined) return 'other'
  return Number(version) > 1 ? 'newer' : 'http'
}
