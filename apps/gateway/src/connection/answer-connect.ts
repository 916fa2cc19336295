import { createHash } from 'node:crypto'
import {
  GatewayError,
  helloBytes,
  negotiateVersion,
  PROTOCOL_VERSIONS,
  readConnectParams,
  type CloseReason,
  type ErrorCode,
  type Hello,
  type RequestFrame,
} from '@poundlock/protocol'
import { StateFileError } from '@poundlock/state-files/node'
import type { Authenticated } from '../identity/authenticate.ts'
import { hashOf } from '../identity/secrets.ts'
import { count, type ConnectionHost, type Peer } from './connection-host.ts'

/** A connection that was let in. */
export interface Accepted {
  readonly hello: Hello
  readonly by: Authenticated
}

/** Why one was not: the error that its client is sent, and how it is closed. */
export class ConnectRefused extends Error {
  override readonly name = 'ConnectRefused'
  readonly error: GatewayError
  readonly reason: CloseReason

  constructor(error: GatewayError, reason: CloseReason) {
    super(error.message)
    this.error = error
    this.reason = reason
  }
}

/**
 * Answers `connect`: version, limits of those who fail again and again, then key and credential.
 *
 * @throws ConnectRefused
 */
export function answerConnect(
  host: ConnectionHost,
  peer: Peer,
  connection: { readonly id: string; readonly nonce: string },
  frame: RequestFrame,
): Accepted {
  const params = connectParams(frame)
  const negotiation = negotiateVersion(params.protocol, PROTOCOL_VERSIONS)
  if (!negotiation.ok) {
    const details = { client: params.protocol, gateway: PROTOCOL_VERSIONS }
    throw new ConnectRefused(new GatewayError('VERSION_UNSUPPORTED', negotiation.message, { details }), 'version')
  }
  const key = { address: peer.address, origin: peer.origin, kind: params.auth.kind }
  // Who reaches the local socket is this user, who must not be locked out of their own gateway.
  const limits = peer.transport === 'unix' ? null : host.failures
  const lockedFor = limits?.lockedFor(key) ?? 0
  if (lockedFor > 0) {
    count(host.counters.refused, 'RATE_LIMITED')
    const error = new GatewayError('RATE_LIMITED', 'Too many attempts failed.', { retryAfterMs: Math.ceil(lockedFor) })
    throw new ConnectRefused(error, 'rate-limited')
  }
  const answer = authenticated(host, () =>
    host.identity.authenticate(params, {
      nonce: connection.nonce,
      transport: peer.transport,
      address: peer.address,
      maxClockSkewMs: host.bounds.maxClockSkewMs,
    }),
  )
  if (!answer.ok) {
    count(host.counters.refused, answer.code)
    const isLocked = answer.counts && limits?.fail(key) === true
    if (isLocked) host.lockedOut(key)
    host.log('connection-refused', {
      code: answer.code,
      device: params.device.id,
      role: params.role,
      auth: params.auth.kind,
      address: peer.address,
      origin: peer.origin,
      lockedOut: isLocked || undefined,
    })
    throw refusal(answer.code, answer.message, answer)
  }
  checkRoom(host, answer.device.id)
  return { hello: hello(host, connection, answer, negotiation.version), by: answer }
}

function checkRoom({ registry, bounds, counters }: ConnectionHost, deviceId: string): void {
  const most = bounds.maxConnectionsPerDevice
  if (registry.countOf(deviceId) < most) return
  count(counters.refused, 'BUSY')
  const error = new GatewayError('BUSY', `The device has ${most} connections.`, { retryAfterMs: bounds.pingIntervalMs })
  throw new ConnectRefused(error, 'rate-limited')
}

function connectParams(frame: RequestFrame) {
  try {
    return readConnectParams(frame.params)
  } catch (error) {
    if (error instanceof GatewayError) throw new ConnectRefused(error, 'bad-frame')
    throw error
  }
}

/** A record that cannot be written lets nobody in. */
function authenticated<Answer>(host: ConnectionHost, decide: () => Answer): Answer {
  try {
    return decide()
  } catch (error) {
    if (!(error instanceof StateFileError)) throw error
    host.log('record-failed', { code: error.code, errno: error.details['errno'] })
    throw new ConnectRefused(new GatewayError('RECORD_FAILED', 'It cannot be written down.'), 'internal')
  }
}

const REASONS: Partial<Record<ErrorCode, CloseReason>> = { PAIRING_PENDING: 'pairing', REVOKED: 'revoked' }

function refusal(
  code: ErrorCode,
  message: string,
  { details, retryAfterMs }: { details?: Readonly<Record<string, unknown>>; retryAfterMs?: number },
): ConnectRefused {
  const error = new GatewayError(code, `${message[0]!.toUpperCase()}${message.slice(1)}.`, {
    ...(details && { details }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
  return new ConnectRefused(error, REASONS[code] ?? 'unauthenticated')
}

/** What the client learns, signed with the gateway's own key. */
function hello(
  { identity, bounds, gatewayName, version }: ConnectionHost,
  { id, nonce }: { readonly id: string; readonly nonce: string },
  { device, scopes, token, statement }: Authenticated,
  protocol: number,
): Hello {
  const { gateway, clock } = identity
  const connectHash = createHash('sha256').update(statement).digest('hex')
  const signature = gateway.sign(
    helloBytes({
      gatewayId: gateway.id,
      nonce,
      deviceId: device.id,
      connectionId: id,
      connectHash,
      protocol,
      role: device.role,
      scopes,
      tokenHash: token === undefined ? '' : hashOf(token),
    }),
  )
  return {
    protocol,
    gateway: {
      id: gateway.id,
      name: gatewayName,
      version,
      publicKey: gateway.publicKey,
      signature: Buffer.from(signature).toString('base64url'),
    },
    connection: id,
    device: { id: device.id, name: device.name },
    role: device.role,
    scopes: [...scopes],
    limits: {
      maxFrameBytes: bounds.framesAfter.maxBytes,
      maxDepth: bounds.framesAfter.maxDepth,
      maxValues: bounds.framesAfter.maxValues,
      maxRequestsAtOnce: bounds.maxRequestsAtOnce,
      maxSubscriptions: bounds.maxSubscriptions,
      pingIntervalMs: bounds.pingIntervalMs,
    },
    time: clock.now(),
    ...(token !== undefined && { token }),
  }
}
