import { isErrorCode } from '../errors/error-codes.ts'
import { GatewayError } from '../errors/gateway-error.ts'
import type { ErrorBody, Frame } from '../frames/frames.ts'
import type { Challenge, ConnectParams, Hello } from '../handshake/handshake.ts'
import { connectBytes, helloBytes } from '../signing/signed-bytes.ts'
import { negotiateVersion, PROTOCOL_VERSIONS } from '../version/negotiate-version.ts'
import { ClientError } from './client-error.ts'
import type { ConnectOptions } from './client-options.ts'
import { presented, type Credential } from './credential.ts'
import { fromBase64Url, isSigned, sha256, toBase64Url } from './encoding.ts'
import { isChallenge, isHello } from './handshake-shape.ts'

/** What a connection is made with; both change once a gateway has answered. */
export interface Standing {
  readonly credential: Credential
  /** The gateway that is meant; `null` until the first one has answered. */
  readonly gatewayId: string | null
}

/** What was said, and what the gateway must have signed in turn. */
export interface Introduction {
  readonly params: ConnectParams
  readonly challenge: Challenge
  /** SHA-256 of the signed bytes. */
  readonly connectHash: string
}

/**
 * The parameters of `connect` for a challenge.
 *
 * @throws ClientError `GATEWAY_UNVERIFIED` where another gateway is meant, `GATEWAY_REFUSED` where no version fits
 */
export async function introduce(
  frame: Frame,
  options: Pick<ConnectOptions, 'identity' | 'role' | 'scopes' | 'client' | 'protocol'>,
  standing: Standing,
): Promise<Introduction> {
  if (frame.type !== 'event' || frame.event !== 'connect.challenge' || !isChallenge(frame.data)) {
    throw unverified('What answers does not begin as a gateway does.')
  }
  const challenge = frame.data
  const { identity, role, scopes, client, protocol = PROTOCOL_VERSIONS } = options
  if (standing.gatewayId !== null && challenge.gateway.id !== standing.gatewayId) {
    throw unverified(`Another gateway answers: ${challenge.gateway.id}, not ${standing.gatewayId}.`)
  }
  const negotiated = negotiateVersion(protocol, challenge.protocol)
  if (!negotiated.ok) {
    throw new ClientError(negotiated.message, {
      code: 'GATEWAY_REFUSED',
      details: { code: 'VERSION_UNSUPPORTED', offered: negotiated.left, supported: negotiated.right },
      remedy: 'Bring the older of the two up to date.',
    })
  }
  const deviceId = await sha256(new Uint8Array(identity.publicKey))
  const { auth, credentialHash } = await presented(standing.credential)
  // The clock of the gateway: that of a device may be wrong, and the nonce is what makes the signature new.
  const signedAt = challenge.time
  const bytes = connectBytes({
    gatewayId: challenge.gateway.id,
    nonce: challenge.nonce,
    deviceId,
    role,
    scopes,
    protocol,
    client,
    signedAt,
    auth,
    credentialHash,
  })
  const signature = toBase64Url(await identity.sign(bytes))
  const device = { id: deviceId, publicKey: toBase64Url(identity.publicKey), signedAt, signature }
  const params: ConnectParams = { protocol, client, role, scopes: [...scopes], device, auth }
  return { params, challenge, connectHash: await sha256(bytes) }
}

/**
 * The hello, once it is certain that the gateway of the challenge gave it, to this device, now.
 *
 * @throws ClientError `GATEWAY_UNVERIFIED`; GatewayError as the gateway refused
 */
export async function verifiedHello(frame: Frame, { params, challenge, connectHash }: Introduction): Promise<Hello> {
  if (frame.type !== 'response') throw unverified('The gateway answers something else than the connect.')
  if (!frame.ok) throw refusal(frame.error)
  const hello = frame.result
  if (!isHello(hello)) throw unverified('The hello of the gateway is none.')
  const { gateway, protocol, scopes, device, role } = hello
  const publicKey = fromBase64Url(gateway.publicKey)
  const isOwn =
    gateway.id === challenge.gateway.id &&
    (await sha256(publicKey)) === gateway.id &&
    device.id === params.device.id &&
    role === params.role &&
    scopes.every((scope) => params.scopes.includes(scope)) &&
    protocol >= params.protocol.min &&
    protocol <= params.protocol.max
  if (!isOwn) throw unverified('The hello of the gateway does not fit what was asked.')
  const bytes = helloBytes({
    gatewayId: gateway.id,
    nonce: challenge.nonce,
    deviceId: device.id,
    connectionId: hello.connection,
    connectHash,
    protocol,
    role,
    scopes,
    tokenHash: hello.token === undefined ? '' : await sha256(hello.token),
  })
  if (!(await isSigned(publicKey, bytes, fromBase64Url(gateway.signature)))) {
    throw unverified('The gateway does not have the key that its id is made of.')
  }
  return hello
}

/** An error of a response as it is thrown; a code that is not known here is a fault of the other side. */
export function refusal({ code, message, details, path, expected, retryAfterMs }: ErrorBody): GatewayError {
  const isKnown = isErrorCode(code)
  return new GatewayError(message, {
    code: isKnown ? code : 'INTERNAL',
    ...(path !== undefined && { path }),
    ...(expected !== undefined && { expected }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    details: { ...details, ...(!isKnown && { code }) },
  })
}

const unverified = (message: string) =>
  new ClientError(message, {
    code: 'GATEWAY_UNVERIFIED',
    remedy: 'Look at who listens there; if the gateway was set up anew, pair this device again.',
  })
