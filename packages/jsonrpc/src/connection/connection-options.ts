import {
  DEFAULT_FRAMING_LIMITS,
  type Framing,
  type FramingLimits,
  type FramingProblem,
  type TextCodec,
} from '../framing/framing.ts'
import type { MessageId, Params } from '../messages/message.ts'
import { DEFAULT_MESSAGE_LIMITS, type MessageLimits } from '../messages/read-message.ts'

/** What the other side sends to give up a request, and how the request is named in it. */
export interface CancellationStyle {
  /** Of the notification that cancels a request. */
  readonly method: string
  /** The parameters of the notification that gives a request up. */
  readonly params: (id: MessageId, reason: string) => Params
  /** The id of the request that such parameters name; anything else is ignored. */
  readonly idOf: (params: Params | undefined) => unknown
}

const valueOf = (params: Params | undefined, name: string): unknown =>
  params !== undefined && !Array.isArray(params) && Object.hasOwn(params, name)
    ? (params as Readonly<Record<string, unknown>>)[name]
    : undefined

/** Source: Model Context Protocol, 2025-11-25, Utilities, Cancellation; LSP 3.17, `$/cancelRequest`. */
export const CANCELLATION = {
  mcp: {
    method: 'notifications/cancelled',
    params: (requestId, reason) => ({ requestId, reason }),
    idOf: (params) => valueOf(params, 'requestId'),
  },
  lsp: {
    method: '$/cancelRequest',
    params: (id) => ({ id }),
    idOf: (params) => valueOf(params, 'id'),
  },
} as const satisfies Record<string, CancellationStyle>

/** What the handler of a request has of it: its id, its end. */
export interface RequestHandle {
  /** That of the request; it is used again once it is answered. */
  readonly id: MessageId
  /** Aborts when the other side gives the request up, or the connection ends. */
  readonly signal: CancelSignal
}

/** Something that arrived and was not delivered; for counting and for a log. */
export type ProtocolWarning =
  | { readonly kind: 'noise'; readonly bytes: Uint8Array }
  | { readonly kind: 'invalid'; readonly reason: string }
  | {
      readonly kind: 'ignored'
      /** Why, for programs. */
      readonly reason:
        | 'invalid_response'
        | 'connection_level_error'
        | 'unknown_response_id'
        | 'cancel_unknown'
        | 'duplicate_request_id'
    }

/** What carries the texts: a pipe, a socket, a WebSocket. */
export interface Transport {
  /**
   * One message, in one write. Answers nothing when more can be sent at once, else a promise that settles when it can.
   * Rejects, or throws, when it could not be sent.
   */
  send(text: string): Promise<void> | void
  /** Ends the transport. */
  close(): void
}

/** Tells that something is given up: an `AbortSignal` is one. */
export interface CancelSignal {
  /** True once it is given up; it never becomes false again. */
  readonly aborted: boolean
  /** As of an `AbortSignal`. */
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void
  /** As of an `AbortSignal`. */
  removeEventListener(type: 'abort', listener: () => void): void
}

/** What every platform has, and this package does not import: Node's is in `./node`. */
export interface Platform extends TextCodec {
  /** As `setTimeout`. */
  setTimer(action: () => void, milliseconds: number): unknown
  /** As `clearTimeout`. */
  clearTimer(timer: unknown): void
  /** Milliseconds since any moment, never going back. */
  now(): number
  /** An `AbortController`. */
  newCanceller(): { readonly signal: CancelSignal; abort(): void }
}

/** How much one connection may use. */
export interface ConnectionLimits extends MessageLimits, FramingLimits {
  /** Requests of the other side that are answered at a time; more are answered with `serverBusy`. */
  readonly maxIncoming: number
  /** Requests of ours that wait at a time. */
  readonly maxOutgoing: number
  /** Bytes of answers that wait because the other side does not read; beyond that, the connection ends. */
  readonly maxUnreadBytes: number
}

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  ...DEFAULT_FRAMING_LIMITS,
  ...DEFAULT_MESSAGE_LIMITS,
  maxIncoming: 1000,
  maxOutgoing: 10_000,
  maxUnreadBytes: 64 * 1024 * 1024,
}

/** The handlers, the limits and the observers of a connection. */
export interface ConnectionOptions {
  /** How messages are told apart in a stream of bytes. */
  readonly framing: Framing
  /** Where bytes come from and go to. */
  readonly transport: Transport
  /** Timers and the like, of the system that it runs on. */
  readonly platform: Platform
  /** Answers a request; throws `RpcFailure` to answer with an error. Without it, no method is known. */
  readonly onRequest?: (method: string, params: Params | undefined, context: RequestHandle) => unknown
  /** Told what the other side says without asking. */
  readonly onNotification?: (method: string, params: Params | undefined) => void
  /** What was not delivered. */
  readonly onWarning?: (warning: ProtocolWarning) => void
  /** Once, when it has ended; `problem` when what arrived could not be read any further. */
  readonly onClose?: (why: { readonly problem?: FramingProblem; readonly message: string }) => void
  /** How a request is cancelled in this protocol; without it, the other side is not told. */
  readonly cancellation?: CancellationStyle
  /** Whether a byte order mark at the beginning is skipped, and one of UTF-16 ends the connection, as over streams. */
  readonly skipsByteOrderMark?: boolean
  /** Whether lines that are no messages are skipped, as on the output of a program. */
  readonly noiseIsExpected?: boolean
  /**
   * A further problem of a message, from its text: a sentence, or `null`. For a side that decides by messages, such as
   * one that refuses repeated keys.
   */
  readonly problemOf?: (text: string) => string | null
  /**
   * Whether arrays of messages are taken now, as in MCP under the revision 2025-03-26 only. They are refused unless this
   * says yes. At most `maxIncoming` messages are taken at once.
   */
  readonly takesBatches?: () => boolean
  /** Milliseconds that a request waits. A minute unless set. */
  readonly timeoutMs?: number
  /** Of messages, and of how many are worked on at once. */
  readonly limits?: Partial<ConnectionLimits>
}

/** How long a request may take, and what cancels it. */
export interface RequestOptions {
  /** Cancels it, and tells the other side. */
  readonly signal?: CancelSignal
  /** Milliseconds; `Infinity` for no end. */
  readonly timeoutMs?: number
  /** Told the id and a way to begin the time-out anew, as a notice of progress does. */
  readonly onStart?: (request: { readonly id: MessageId; readonly extend: () => void }) => void
}
