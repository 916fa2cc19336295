// As a namespace, a bundler leaves out what is not used; the ready-made `Type` holds all of it.
import * as Type from 'typebox'
import type { Static } from 'typebox'
import type { ApprovalAnswer, ApprovalRequest, ApprovalState } from '../requests/request.ts'

/** The numbers of the local socket; see docs/approvals-socket.md. */
export const SOCKET_PROTOCOL = {
  version: 1,
  /** The least that any system takes (macOS 103, Linux 107): a longer path would be cut off. */
  maxPathBytes: 103,
  /** Milliseconds that a sealed message is good for. */
  lifetimeMs: 10_000,
  /** Bytes of one message to the server. */
  maxRequestBytes: 64 * 1024,
  /** Bytes of one message to a client. */
  maxReplyBytes: 64 * 1024 * 1024,
} as const

const Nonce = Type.String({ pattern: '^[0-9a-f]{32}$' })

/** What a client begins with. */
export const Hello = Type.Object(
  { version: Type.Literal(SOCKET_PROTOCOL.version), nonce: Nonce },
  { additionalProperties: false },
)

/** What the server answers: first it proves that it has the token, and names the file that proves whose the client is. */
export const Welcome = Type.Object(
  {
    version: Type.Literal(SOCKET_PROTOCOL.version),
    nonce: Nonce,
    proof: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    file: Type.String({ pattern: '^\\.proof-[0-9a-f]{32}$' }),
  },
  { additionalProperties: false },
)
export type Welcome = Static<typeof Welcome>

/** A text, and the proof that it was written by somebody with the token, for this connection, just now. */
export const Sealed = Type.Object(
  {
    /** Milliseconds since 1970. */
    at: Type.Number(),
    nonce: Nonce,
    body: Type.String(),
    mac: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  },
  { additionalProperties: false },
)
export type Sealed = Static<typeof Sealed>

const closed = { additionalProperties: false }
const Id = Type.String({ pattern: '^[0-9a-f]{4,32}$' })

/** What a client can ask for. */
export const SocketCall = Type.Union([
  Type.Object({ method: Type.Literal('list') }, closed),
  Type.Object({ method: Type.Literal('watch') }, closed),
  Type.Object({ method: Type.Literal('show'), id: Id }, closed),
  Type.Object(
    {
      method: Type.Literal('answer'),
      id: Id,
      decision: Type.Enum(['allow-once', 'allow-always', 'deny']),
      reason: Type.Optional(Type.String({ maxLength: 2000 })),
    },
    closed,
  ),
])
export type SocketCall = Static<typeof SocketCall>

/** What a client that watches is told. */
export type SocketEvent =
  | { readonly kind: 'waiting'; readonly request: ApprovalRequest }
  | { readonly kind: 'settled'; readonly id: string; readonly state: ApprovalState; readonly answer?: ApprovalAnswer }

/** Who seals a message: none can be sent back as one of the other kind. */
export type SealLabel = 'server-proof' | 'request' | 'response' | 'event'

/** The text under a seal. Its parts hold no line feed, so that no two messages have the same. */
export function sealedText(
  label: SealLabel,
  connection: { readonly client: string; readonly server: string },
  message: { readonly nonce: string; readonly at: number; readonly bodyHash: string },
): string {
  return [
    `poundlock-approvals-${SOCKET_PROTOCOL.version}`,
    label,
    connection.client,
    connection.server,
    message.nonce,
    String(message.at),
    message.bodyHash,
  ].join('\n')
}
