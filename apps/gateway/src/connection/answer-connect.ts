import { createHash } from 'node:crypto'
import {
  GatewayError,
  helloBytes,
  negotiateVersion,
  PROTOCOL_VERSIONS,
  readConnectParams,
  type CloseReason,
  type ConnectParams,
  type ErrorCode,
  type Hello,
  type RequestFrame,
} from '@poundlock/protocol'
import { StateFileError } from '@poundlock/state-files/node'
import type { Authenticated, NotAuthenticated } from '../identity/connect-proof.ts'
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
 * @returns a promise where another gateway has to be asked about the credential
 * @throws ConnectRefused
 */
export function answerConnect(
  host: ConnectionHost,
  peer: Peer,
  connection: { readonly id: string; readonly nonce: string },
  frame: RequestFrame,
): Accepted | Promise<Accepted> {
  const params = connectParams(frame)
  const negotiation = negotiateVersion(params.protocol, PROTOCOL_VERSIONS)
  if (!negotiation.ok) {
    const details = { client: params.protocol, gateway: PROTOCOL_VERSIONS }
    throw new ConnectRefused(new GatewayError(negotiation.message, { code: 'VERSION_UNSUPPORTED', details }), 'version')
  }
  const lockedFor = limitsOf(host, peer)?.lockedFor(failureKey(peer, params.auth)) ?? 0
  if (lockedFor > 0) {
    count(host.counters.refused, 'RATE_LIMITED')
    const error = new GatewayError('Too many attempts failed.', {
      code: 'RATE_LIMITED',
      retryAfterMs: Math.ceil(lockedFor),
    })
    throw new ConnectRefused(error, 'rate-limited')
  }
  const conclude = (answer: Authenticated | NotAuthenticated): Accepted => {
    const by = letIn(host, peer, params, answer)
    return { hello: hello(host, connection, by, negotiation.version), by }
  }
  try {
    const answer = host.identity.authenticate(params, {
      nonce: connection.nonce,
      transport: peer.transport,
      address: peer.address,
      maxClockSkewMs: host.bounds.maxClockSkewMs,
    })
    if (!(answer instanceof Promise)) return conclude(answer)
    return answer.then(conclude).catch((error: unknown) => {
      throw asRefusal(host, error)
    })
  } catch (error) {
    throw asRefusal(host, error)
  }
}

/** @throws ConnectRefused */
function letIn(
  host: ConnectionHost,
  peer: Peer,
  { device, role, auth }: ConnectParams,
  answer: Authenticated | NotAuthenticated,
): Authenticated {
  if (!answer.ok) {
    count(host.counters.refused, answer.code)
    const key = failureKey(peer, auth)
    const isLocked = answer.counts && limitsOf(host, peer)?.fail(key) === true
    if (isLocked) host.lockedOut(key)
    host.log('connection-refused', {
      code: answer.code,
      device: device.id,
      role,
      auth: auth.kind,
      address: peer.address,
      origin: peer.origin,
      lockedOut: isLocked || undefined,
    })
    throw refusal(answer.code, answer.message, answer)
  }
  host.checkShared(answer.device)
  checkRoom(host, answer.device.id)
  return answer
}

const failureKey = ({ address, origin }: Peer, { kind }: ConnectParams['auth']) => ({ address, origin, kind })

/** Who reaches the local socket is this user, who must not be locked out of their own gateway. */
const limitsOf = ({ failures }: ConnectionHost, { transport }: Peer) => (transport === 'unix' ? null : failures)

function checkRoom({ registry, bounds, counters }: ConnectionHost, deviceId: string): void {
  const most = bounds.maxConnectionsPerDevice
  if (registry.countOf(deviceId) < most) return
  count(counters.refused, 'BUSY')
  const error = new GatewayError(`The device has ${most} connections.`, {
    code: 'BUSY',
    retryAfterMs: bounds.pingIntervalMs,
  })
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

/** Refuses the connection where a record cannot be written, or the other gateways cannot be asked. */
function asRefusal({ log, counters }: ConnectionHost, error: unknown): unknown {
  if (error instanceof StateFileError) {
    log('record-failed', { code: error.code, errno: error.details['errno'] })
    return new ConnectRefused(new GatewayError('It cannot be written down.', { code: 'RECORD_FAILED' }), 'internal')
  }
  if (!(error instanceof GatewayError)) return error
  count(counters.refused, error.code)
  return new ConnectRefused(error, 'going-away')
}

const REASONS: Partial<Record<ErrorCode, CloseReason>> = { PAIRING_PENDING: 'pairing', REVOKED: 'revoked' }

function refusal(
  code: ErrorCode,
  message: string,
  { details, retryAfterMs }: { details?: Readonly<Record<string, unknown>>; retryAfterMs?: number },
): ConnectRefused {
  const error = new GatewayError(`${message[0]!.toUpperCase()}${message.slice(1)}.`, {
    code,
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
