/** `newer`: HTTP/2 from the start, which is not read here. */
export type HttpStart = 'more' | 'http' | 'newer' | 'other'

/** The start of a request: a method, and any blank that some server accepts. Source: RFC 9110, 5.6.2 and 9.1. */
const METHOD = /^[!#$%&'*+.^_`|~\w-]{1,64}(?:[ \t\v\f]|$)/
/** A request for servers that need no version: its second word is a path or an address. Source: RFC 1945, 5. */
const OLD_REQUEST = /^[a-z]+[ \t\v\f]+(?:\/|[a-z][a-z\d+.-]*:\/\/)/i
/** Servers take lines of about so many bytes. */
const LONGEST_LINE = 65_536
const BLANKS: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x09, 0x20])

/**
 * Tells plain HTTP from other protocols, by the first line. Empty lines and blanks before it are skipped, and a return alone
 * ends it, as for some servers: what only some of them take for a request is one here. Source: RFC 9112, 2.2 and 3; RFC 9113, 3.4.
 */
export function readHttpStart(bytes: Buffer): HttpStart {
  let begin = 0
  while (begin < bytes.length && BLANKS.has(bytes[begin]!)) begin += 1
  if (begin === bytes.length) return begin > LONGEST_LINE ? 'other' : 'more'
  const text = bytes.toString('latin1', begin, Math.min(bytes.length, begin + LONGEST_LINE + 1))
  const end = text.search(/[\r\n]/)
  const line = end < 0 ? text : text.slice(0, end)
  if (!METHOD.test(line) || line.includes('\0')) return 'other'
  if (end < 0 && line.length <= LONGEST_LINE) return 'more'
  const version = /[ \t\v\f]HTTP\/(?<major>\d+)/i.exec(line)?.groups?.['major']
  if (version === undefined) return OLD_REQUEST.test(line) ? 'http' : 'other'
  return Number(version) > 1 ? 'newer' : 'http'
}
