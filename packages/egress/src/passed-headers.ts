/** Headers that are between a client and its proxy, or that the proxy writes anew. Source: RFC 9110, 7.6.1. */
const NOT_PASSED: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
])

/**
 * The headers that a proxy passes on, as alternating names and values. The encoding of a request body stays, since a
 * chunked body is written as chunked; the answer of a server is encoded again.
 */
export function passedHeaders(raw: readonly string[], of: 'request' | 'response'): readonly string[] {
  const pairs = raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), name, raw[index + 1]!] as const] : [],
  )
  const named = pairs.flatMap(([key, , value]) => (key === 'connection' ? value.toLowerCase().split(/\s*,\s*/) : []))
  // Connection headers must not name headers that frame the body.
  const dropped = new Set(
    named.filter((key) => key !== 'content-length' && key !== 'transfer-encoding' && key !== 'host'),
  )
  const own = of === 'request' ? 'host' : 'transfer-encoding'
  return pairs.flatMap(([key, name, value]) =>
    NOT_PASSED.has(key) || dropped.has(key) || key === own ? [] : [name, value],
  )
}
