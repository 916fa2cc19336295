import { EGRESS_PRESETS } from './egress-presets.ts'
import { readHost, type EgressTarget } from './egress-target.ts'
import { formatInternetAddress, parseInternetAddress } from './internet-address.ts'

/**
 * A rule as a person writes it: `example.org`, `*.example.org` (all below, not itself), `example.org:8080`, an address
 * by its exact form; as an object where its private addresses may be reached too, or where it does not hold for commands
 * that are known to send (`onlyFetches`, as the hosts of presets).
 */
export type EgressRuleInput =
  | string
  | { readonly host: string; readonly allowPrivate?: boolean; readonly onlyFetches?: true }

/** Which hosts may be contacted, on which ports. */
export interface EgressRule {
  /** A name or address in the one way to write it; for `below`, what the names end in, without the star. */
  readonly host: string
  /** `name`: this host alone; `below`: every name that ends so; `address`: this address alone. */
  readonly covers: 'name' | 'below' | 'address'
  /** 80 and 443 where the rule names none. */
  readonly ports: readonly number[]
  /**
   * Whether a name may stand for addresses of the own network; an address is named exactly and needs no leave, and
   * neither does `localhost`, which stands for nothing else.
   */
  readonly allowPrivate: boolean
  /** It does not hold for commands that are known to send. */
  readonly onlyFetches?: true
}

/** Where a rule names no port. */
const WEB_PORTS: readonly number[] = [80, 443]

/** Reads a rule, or says what is wrong with it. */
export function parseEgressRule(input: EgressRuleInput): EgressRule | { readonly problem: string } {
  const rule = readRule(input)
  const onlyFetches = typeof input === 'object' && input?.onlyFetches !== undefined
  return onlyFetches && 'host' in rule ? { ...rule, onlyFetches } : rule
}

function readRule(input: EgressRuleInput): EgressRule | { readonly problem: string } {
  const { host: text, allowPrivate = false } = typeof input === 'string' ? { host: input } : (input ?? {})
  if (typeof text !== 'string' || typeof allowPrivate !== 'boolean') {
    return { problem: 'expected a text, or an object with "host" and "allowPrivate"' }
  }
  const [, star, written, number] = /^(\*\.)?(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text) ?? []
  if (written === undefined) return { problem: describeMistake(text) }
  const port = number === undefined ? null : Number(number)
  if (port !== null && (port < 1 || port > 65_535)) return { problem: 'the port must be from 1 to 65535' }
  const read = readHost(written)
  if (!read) return { problem: describeMistake(text) }
  const ports = port === null ? WEB_PORTS : [port]
  const { host, isAddress } = read
  if (star !== undefined) {
    if (isAddress) return { problem: 'an address has nothing below it' }
    if (!host.includes('.')) return { problem: `"*.${host}" would be all of a top-level domain; name a domain in it` }
    return { host, covers: 'below', ports, allowPrivate }
  }
  if (!isAddress) return { host, covers: 'name', ports, allowPrivate: allowPrivate || isLocalName(host) }
  if (allowPrivate) return { problem: 'an address is named exactly, and needs no "allowPrivate"' }
  const mistake = addressMistake(host)
  return mistake === null ? { host, covers: 'address', ports, allowPrivate: false } : { problem: mistake }
}

/** Whether a rule covers a target. Names are compared as text, so what is looked up for them does not matter here. */
export function coversTarget(rule: EgressRule, target: EgressTarget): boolean {
  if (!rule.ports.includes(target.port)) return false
  if (rule.covers === 'below') return !target.isAddress && target.host.endsWith(`.${rule.host}`)
  return (rule.covers === 'address') === target.isAddress && target.host === rule.host
}

/** Whether a name stands for the machine that asks, also where a name server says otherwise. Source: RFC 6761, 6.3. */
export const isLocalName = (host: string): boolean => /(?:^|\.)localhost$/.test(host)

function describeMistake(text: string): string {
  if (text.startsWith('preset:')) {
    return `there is no such preset; expected one of ${Object.keys(EGRESS_PRESETS).join(', ')}`
  }
  if (text === '*') return 'a rule for all hosts is sandbox.network = "on"'
  if (/[^\x21-\x7E]/.test(text)) return 'the host must be ASCII: write international names as "xn--…"'
  if (text.includes('/') || text.includes('@')) return 'a rule names a host and a port, not an address of a page'
  if (/^[^[]*:[^:]*:/.test(text)) return 'an IPv6 address stands in brackets: "[2001:db8::1]"'
  if (text.includes('*')) return 'a star stands only at the front: "*.example.org"'
  return 'this is not a host; expected "example.org", "*.example.org", "example.org:8080" or a plain address'
}

/** Addresses that stand for no machine, or for another address. */
function addressMistake(host: string): string | null {
  const [first = 0, ...rest] = parseInternetAddress(host) ?? []
  if (rest.length === 3) {
    return first === 0 || first >= 224 ? 'this address stands for no machine' : null
  }
  const mapped = rest.slice(0, 9).every((byte) => byte === 0) && first === 0
  if (mapped && rest[9] === 255 && rest[10] === 255) {
    return `write the IPv4 address itself: ${formatInternetAddress(rest.slice(11))}`
  }
  return first === 255 || host === '::' ? 'this address stands for no machine' : null
}
