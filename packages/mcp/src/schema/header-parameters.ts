import { SUBSCHEMAS } from './schema-keywords.ts'

type Schema = Readonly<Record<string, unknown>>

/** What a parameter says to be sent as a header as well, so that proxies can see it. */
const MARK = 'x-mcp-header'
const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean']

/**
 * What is wrong with the parameters of a schema that are to be sent as headers, or `null`. A client must leave such a tool
 * out: a header that is misread lets a call past whoever looks at headers.
 *
 * Source: Model Context Protocol, 2026-07-28, Transports, Custom headers from tool parameters.
 */
export function headerParameterFault(schema: Schema): string | null {
  const seen = new Set<string>()
  const visit = (part: unknown, isReachable: boolean, isRoot: boolean): string | null => {
    if (typeof part !== 'object' || part === null) return null
    const own = part as Schema
    const name = Object.hasOwn(own, MARK) ? own[MARK] : undefined
    if (name !== undefined) {
      if (!isReachable || isRoot) return `${MARK} stands where no parameter is named for certain`
      if (typeof name !== 'string' || !TOKEN.test(name))
        return `${MARK} is ${JSON.stringify(name)}, which names no header`
      if (!TYPES.includes(own['type'])) return `${MARK} is for a text, an integer or a boolean`
      if (seen.has(name.toLowerCase())) return `${MARK} names ${JSON.stringify(name)} twice`
      seen.add(name.toLowerCase())
    }
    for (const [keyword, value] of Object.entries(own)) {
      const kind = SUBSCHEMAS.get(keyword)
      if (kind === undefined || typeof value !== 'object' || value === null) continue
      const parts = kind === 'map' || Array.isArray(value) ? Object.values(value) : [value]
      for (const inner of parts) {
        const fault = visit(inner, isReachable && keyword === 'properties', false)
        if (fault !== null) return fault
      }
    }
    return null
  }
  return visit(schema, true, true)
}
