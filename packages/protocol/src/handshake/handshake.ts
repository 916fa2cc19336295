import { type Static, Type } from '@poundlock/spec/schema'
import { Bytes32, Bytes64, closed, Fingerprint, Id, Name, Positive, Role, Scopes, Time } from '../values/values.ts'
import { VersionRange } from '../version/version-range.ts'

/** Data of the event `connect.challenge`: the first frame of every connection, sent by the gateway. */
export const Challenge = closed({
  nonce: Bytes32,
  gateway: closed({ id: Fingerprint, name: Name }),
  protocol: VersionRange,
  time: Time,
})
export type Challenge = Static<typeof Challenge>

const VersionText = Type.String({ pattern: '^[!-~]{1,64}$', title: '1 to 64 visible characters' })

/** The program that connects. */
export const ClientInfo = closed({ name: VersionText, version: VersionText, platform: VersionText })
export type ClientInfo = Static<typeof ClientInfo>

/**
 * How a device proves that it belongs here, beside its key. The credential itself is never sent: its SHA-256 is in the
 * signed bytes, and the gateway verifies the signature with the hash that it keeps.
 *
 * - `token`: it was paired before;
 * - `setup-code`: the code that somebody made for it; `codeId` is what stands before its hyphen;
 * - `pairing`: it has none, and waits until somebody approves it.
 */
export const ConnectAuth = Type.Union([
  closed({ kind: Type.Literal('token') }),
  closed({
    kind: Type.Literal('setup-code'),
    codeId: Type.String({ pattern: '^[0-9a-f]{8}$', title: '8 hexadecimal digits' }),
    name: Name,
  }),
  closed({ kind: Type.Literal('pairing'), name: Name }),
])
export type ConnectAuth = Static<typeof ConnectAuth>

/** Parameters of `connect`: the first frame of a client, once. */
export const ConnectParams = closed({
  protocol: VersionRange,
  client: ClientInfo,
  role: Role,
  scopes: Scopes,
  device: closed({
    id: Fingerprint,
    /** Raw Ed25519 key, whose SHA-256 is the id. */
    publicKey: Bytes32,
    signedAt: Time,
    /** Of `connectBytes`. */
    signature: Bytes64,
  }),
  auth: ConnectAuth,
})
export type ConnectParams = Static<typeof ConnectParams>

/** What a connection may send and keep waiting; a client holds itself to it. */
export const HelloLimits = closed({
  maxFrameBytes: Type.Integer({ minimum: 1024, maximum: 2 ** 30 }),
  maxDepth: Positive,
  maxValues: Positive,
  maxRequestsAtOnce: Positive,
  maxSubscriptions: Positive,
  /** Milliseconds without any frame after which the gateway pings. */
  pingIntervalMs: Positive,
})
export type HelloLimits = Static<typeof HelloLimits>

/** Result of `connect`. */
export const Hello = closed({
  protocol: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  gateway: closed({
    id: Fingerprint,
    name: Name,
    version: VersionText,
    publicKey: Bytes32,
    /** Of `helloBytes`, with the gateway's own key: nobody else can have answered. */
    signature: Bytes64,
  }),
  connection: Id,
  device: closed({ id: Fingerprint, name: Name }),
  role: Role,
  /** What was granted, of what was asked for. */
  scopes: Scopes,
  limits: HelloLimits,
  time: Time,
  /** A token that takes the place of what was used; it is shown this once. */
  token: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', title: '32 bytes in base64url' })),
})
export type Hello = Static<typeof Hello>
