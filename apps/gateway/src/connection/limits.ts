import { LIMITS_AFTER_CONNECT, LIMITS_BEFORE_CONNECT, type FrameLimits } from '@poundlock/protocol'

/** What one connection may take, and how long it may be silent. */
export interface ConnectionBounds {
  readonly framesBefore: FrameLimits
  readonly framesAfter: FrameLimits
  /** Bytes that may wait to be read by the client. */
  readonly maxUnreadBytes: number
  readonly maxRequestsAtOnce: number
  /** With as many at once after a pause. */
  readonly requestsPerSecond: number
  readonly maxSubscriptions: number
  /** Of one device, so that none can take the places of all. */
  readonly maxConnectionsPerDevice: number
  /** A connection that says nothing for so long is pinged; when it says nothing to that for as long, it is closed. */
  readonly pingIntervalMs: number
  /** How far the time that was signed may be from the gateway's clock. */
  readonly maxClockSkewMs: number
  /** Milliseconds that a call of a client of MCP waits for an approval, where the client may give up without a word. */
  readonly mcpPatienceMs: number
}

export const CONNECTION_BOUNDS: ConnectionBounds = {
  framesBefore: LIMITS_BEFORE_CONNECT,
  framesAfter: LIMITS_AFTER_CONNECT,
  maxUnreadBytes: 8 * 1024 * 1024,
  maxRequestsAtOnce: 256,
  requestsPerSecond: 10_000,
  maxSubscriptions: 64,
  maxConnectionsPerDevice: 1000,
  pingIntervalMs: 30_000,
  maxClockSkewMs: 120_000,
  // Most clients give up a call after a minute without progress.
  mcpPatienceMs: 45_000,
}
