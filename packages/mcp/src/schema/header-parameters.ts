import { SUBSCHEMAS } from '@poundlock/spec/validation'

type Schema = Readonly<Record<string, unknown>>

/** Marks a parameter that is also sent as a header, so that proxies can see it. */
const MARK = 'x-mcp-header'
const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean']

/**
 * The problem of a schema's header parameters, or `null`. A client must leave such a tool out: a header that is misread
 * lets a call past a proxy that checks headers.
 *
 * Source: Model Context Protocol, 2026-07-28, Transports, Custom headers from tool parameters.
 */
export function headerParameterFault(schema: Schema): string | null {
  const headers = new Set<string>()
  const visit = (part: unknown, isReachable: boolean, isRoot: boolean): string | null => {
    if (typeof part !== 'object' || part === null) return null
    const own = part as Schema
    const name = Object.hasOwn(own, MARK) ? own[MARK] : undefined
    if (name !== undefined) {
      if (!isReachable || isRoot) return `${MARK} stands where no parameter is named for certain`
      if (typeof name !== 'string' || !TOKEN.test(name))
        return `${MARK} is ${JSON.stringify(name)}, which names no header`
      if (!TYPES.includes(own['type'])) return `${MARK} is for a text, an integer or a boolean`
      if (headers.has(name.toLowerCase())) return `${MARK} names ${JSON.stringify(name)} twice`
      headers.add(name.toLowerCase())
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
