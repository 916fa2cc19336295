/** What a WebSocket's close code means, and what its receiver does. */
export interface CloseMeaning {
  /** As WebSocket sends it. */
  readonly code: number
  /** One sentence, for people. */
  readonly meaning: string
  /** `reconnect`: with full jitter; `wait`: the same, not before the time that the gateway named; `stop`: never by itself. */
  readonly action: 'reconnect' | 'wait' | 'stop'
}

/** The close codes in use; 4000 and above are this protocol's (RFC 6455, 7.4.2), the others are WebSocket's own. */
export const CLOSE_CODES = {
  normal: { code: 1000, meaning: 'One side is done.', action: 'stop' },
  'going-away': { code: 1001, meaning: 'The gateway stops, or the page was left.', action: 'reconnect' },
  binary: { code: 1003, meaning: 'A binary frame came; all frames are text.', action: 'stop' },
  'broken-text': { code: 1007, meaning: 'A text frame was not UTF-8.', action: 'stop' },
  'too-large': { code: 1009, meaning: 'A frame was larger than may be sent now.', action: 'stop' },
  internal: { code: 1011, meaning: 'A fault of the gateway.', action: 'reconnect' },
  'bad-frame': { code: 4400, meaning: 'A frame was not one; the error frame before says where.', action: 'stop' },
  unauthenticated: { code: 4401, meaning: 'The gateway does not let this device in.', action: 'stop' },
  revoked: { code: 4403, meaning: 'The device or its token was revoked.', action: 'stop' },
  version: { code: 4406, meaning: 'No version of the protocol is in both ranges.', action: 'stop' },
  'handshake-timeout': { code: 4408, meaning: 'No `connect` came in time.', action: 'reconnect' },
  superseded: { code: 4409, meaning: 'The same node connected anew; the newest connection counts.', action: 'stop' },
  order: { code: 4428, meaning: 'A frame came before `connect`, or `connect` a second time.', action: 'stop' },
  'rate-limited': { code: 4429, meaning: 'Too many attempts or connections.', action: 'wait' },
  'slow-reader': { code: 4430, meaning: 'Too much waited to be read by this client.', action: 'reconnect' },
  silent: { code: 4431, meaning: 'A ping was not answered in time.', action: 'reconnect' },
  pairing: { code: 4432, meaning: 'The device is not approved yet.', action: 'wait' },
  draining: { code: 4503, meaning: 'The gateway is about to stop.', action: 'wait' },
} as const satisfies Readonly<Record<string, CloseMeaning>>
/** Why a connection was closed. */
export type CloseReason = keyof typeof CLOSE_CODES

const BY_CODE: ReadonlyMap<number, CloseReason> = new Map(
  Object.entries(CLOSE_CODES).map(([reason, { code }]) => [code, reason as CloseReason]),
)

/** What a close code stands for; `null` for one that is not in use here, such as 1006: the line was cut. */
export function closeReason(code: number): CloseReason | null {
  return BY_CODE.get(code) ?? null
}
