import { domainKey, isNearName } from '../rules/web/domains.ts'
import { schemeOf } from './named-address.ts'

/** Source: limits.h(0p), PATH_MAX on Linux. */
export const LONGEST_PATH = 4096

/**
 * Whether a value is a path by its look, whatever its input is called: absolute, below a home folder, or relative with a
 * dot in front.
 *
 * @param text without blanks and quotes around it
 */
export function looksLikePath(text: string): boolean {
  if (text.length > LONGEST_PATH || /[\n\r]/.test(text)) return false
  return /^(?:\/(?!\/)|~(?:\/|$)|\.{1,2}(?:\/|$))/.test(text)
}

/** The same for what lies somewhere below the folder of the call: it has a slash, and is neither an address nor a pattern. */
export const looksLikeRelativePath = (text: string): boolean =>
  text.length <= LONGEST_PATH && /[/\\]/.test(text) && !/[\n\r]/.test(text) && schemeOf(text) === null

/**
 * A path of plain names, perhaps with parameters, none of which is read as a path or an address: nothing in it is left out,
 * decoded or replaced by who reads it, and no part of it leads up.
 */
const ROUTE = /^\/([\w-][\w.-]*)(?:\/[\w@{}][\w.@{}+,-]*)*\/?(?:\?[\w.=&+,-]*)?$/

/** The first name of a text that reads like a route of a service; `null` for any other. */
export const firstOfRoute = (text: string): string | null =>
  text.length <= LONGEST_PATH && !text.includes('..') ? (ROUTE.exec(text)?.[1] ?? null) : null

/** The value of `--option=value`; `null` for another text. */
export const optionValue = (text: string): string | null => /^-{1,2}[\w-]+=([^]+)$/.exec(text)?.[1] ?? null

/** A text that is JSON of a list or an object, read: servers take one for the other. `undefined` for another text. */
export function embeddedJson(text: string): unknown {
  if (text.length > LONGEST_JSON || !/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
const LONGEST_JSON = 65_536

/** A host with what stands around it: a scheme, a user, a port, a path. */
const PLACE = /^(?:([a-z][a-z\d+.-]*):\/\/)?(?:[^\s/?#@]*@)?(\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(:\d{1,5})?([/?#][^]*)?$/i

/**
 * The address that a value is, where it leads to this machine or its network, whatever its input is called; `null` for
 * any other text. Numbers in odd spellings count with a scheme only: elsewhere they are numbers.
 *
 * @param text squeezed
 */
export function nearAddress(text: string): string | null {
  if (text.length > LONGEST_PATH) return null
  const [, scheme, written, port, path] = PLACE.exec(text) ?? []
  if (written === undefined) return null
  const host = domainKey(written)
  const isNear =
    host.startsWith('[') ||
    host === 'localhost' ||
    isNearNumber(host, scheme !== undefined) ||
    ((scheme ?? port ?? path) !== undefined && isNearName(host))
  if (!isNear) return null
  return scheme === undefined ? `https://${text}` : text
}

/** First bytes of addresses of this machine, of private networks, of links and of no machine. Source: RFC 6890. */
function isNearNumber(host: string, hasScheme: boolean): boolean {
  const parts = host.split('.')
  if (parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part))) {
    const [first = 0, second = 0] = parts.map(Number)
    if (first === 0 || first === 10 || first === 127 || first >= 224) return true
    if (first === 100) return second >= 64 && second < 128
    if (first === 169) return second === 254
    if (first === 172) return second >= 16 && second < 32
    return first === 192 && second === 168
  }
  // `2130706433`, `0x7f.1`, `0177.0.0.1`, as inet_aton(3) takes them.
  return hasScheme && /^(?:\d+|0x[\da-f]*)(?:\.(?:\d+|0x[\da-f]*)){0,3}$/.test(host)
}
