/** The revision without a handshake. Source: Model Context Protocol, 2026-07-28, Versioning and Compatibility. */
export const STATELESS_REVISION = '2026-07-28'

/** Keys of `_meta` that carry in each request what the handshake carried. Source: the same, Basic, `_meta`. */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const

/** Source: Model Context Protocol, 2026-07-28, Schema, error codes. */
export const STATELESS_ERRORS = {
  /** A header says something else than the body. */
  headerMismatch: -32_020,
  unsupportedRevision: -32_022,
} as const

/** Methods of a server, beside those in `METHODS`. */
export const SERVER_METHODS = {
  discover: 'server/discover',
  listen: 'subscriptions/listen',
  acknowledged: 'notifications/subscriptions/acknowledged',
  setLevel: 'logging/setLevel',
  message: 'notifications/message',
} as const
