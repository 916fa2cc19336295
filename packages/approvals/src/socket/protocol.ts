import { reachProblem, type GrantReach } from '../grants/grant-reach.ts'
import type { ApprovalAnswer, ApprovalDecision, ApprovalRequest, ApprovalState } from '../requests/request.ts'

/** The numbers of the local socket; see docs/approvals-socket.md. */
export const SOCKET_PROTOCOL = {
  version: 1,
  /** Milliseconds that a sealed message is good for. */
  lifetimeMs: 10_000,
  /** Bytes of one message to the server. */
  maxRequestBytes: 64 * 1024,
  /** Bytes of one message to a client. */
  maxReplyBytes: 64 * 1024 * 1024,
} as const

/** A text, and the proof that it was written by somebody with the token, for this connection, just now. */
export interface Sealed {
  /** Milliseconds since 1970. */
  readonly at: number
  /** 32 hexadecimal digits. */
  readonly nonce: string
  readonly body: string
  /** 64 hexadecimal digits. */
  readonly mac: string
}

/** Looked at for each message, so that it is spelt out: a schema takes longer than the seal. */
export function isSealedShape(value: unknown): value is Sealed {
  if (typeof value !== 'object' || value === null) return false
  const { at, nonce, body, mac } = value as Readonly<Record<string, unknown>>
  return (
    Object.keys(value).length === 4 &&
    typeof at === 'number' &&
    Number.isFinite(at) &&
    typeof nonce === 'string' &&
    NONCE.test(nonce) &&
    typeof body === 'string' &&
    typeof mac === 'string' &&
    MAC.test(mac)
  )
}

const NONCE = /^[0-9a-f]{32}$/
const MAC = /^[0-9a-f]{64}$/
const ID = /^[0-9a-f]{4,32}$/
const DECISIONS: readonly string[] = ['allow-once', 'allow-always', 'deny'] satisfies readonly ApprovalDecision[]
const MAX_REASON = 2000

/** What a client can ask for. */
export type SocketCall =
  | { readonly method: 'list' | 'watch' }
  | { readonly method: 'show'; readonly id: string }
  | {
      readonly method: 'answer'
      /** The whole id of the request, or an unambiguous beginning. */
      readonly id: string
      /** What the person chose. */
      readonly decision: ApprovalDecision
      /** Said to the model with a denial. */
      readonly reason?: string
      /** Only with `allow-always`. */
      readonly limits?: GrantReach
    }

/** The keys of each call, besides its method; those with a question mark may be missing. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  list: [],
  watch: [],
  show: ['id'],
  answer: ['id', 'decision', 'reason?', 'limits?'],
}

/** What is wrong with a call; `null` when it is one. Closed: what is not known is refused. */
export function callProblem(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'a call is an object'
  const { method, id, decision, reason, limits } = value as Readonly<Record<string, unknown>>
  const keys = typeof method === 'string' && Object.hasOwn(CALLS, method) ? CALLS[method]! : null
  if (keys === null) return `method: expected one of ${Object.keys(CALLS).join(', ')}`
  const unknown = Object.keys(value).find((key) => key !== 'method' && !keys.includes(key) && !keys.includes(`${key}?`))
  if (unknown !== undefined) return `unknown key ${JSON.stringify(unknown.slice(0, 100))}`
  if (keys.includes('id') && !(typeof id === 'string' && ID.test(id))) return 'id: expected 4 to 32 hexadecimal digits'
  if (keys.includes('decision') && !(typeof decision === 'string' && DECISIONS.includes(decision))) {
    return `decision: expected one of ${DECISIONS.join(', ')}`
  }
  if (reason !== undefined && !(typeof reason === 'string' && reason.length <= MAX_REASON)) {
    return `reason: expected a text of at most ${MAX_REASON} characters`
  }
  if (limits === undefined) return null
  if (decision !== 'allow-always') return `limits: they limit an allow-always`
  const problem = reachProblem(limits)
  return problem === null ? null : `limits: ${problem}`
}

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
