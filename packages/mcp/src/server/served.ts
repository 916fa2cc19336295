import type { ToolAnnotations } from '@poundlock/spec'
import type { QuestionMethod } from '../questions/read-question.ts'
import type { McpContent } from '../results/mcp-result.ts'
import type { Values } from './client-request.ts'
import type { LogLevel } from './log-level.ts'

/** The tools for clients, and one way to call them. `call` decides whether a call may be made. */
export interface McpServed {
  /** What clients are told of the server. */
  readonly info: { readonly name: string; readonly title?: string; readonly version: string }
  /** Instructions for the model. */
  readonly instructions?: string
  /** The tools that a session may call, as they are now. */
  tools(session: string): readonly ToolForClients[] | Promise<readonly ToolForClients[]>
  /** Runs a call. A failed call is a result; it throws only when something of ours failed. */
  call(call: ServedCall): Promise<ServedResult>
  /** A session that began with a handshake has ended. */
  sessionEnded?(session: string): void
}

/** A tool, as clients see it. */
export interface ToolForClients {
  /** What clients call it by. */
  readonly name: string
  /** What people read; the name unless set. */
  readonly title?: string
  /** What the model reads about it. */
  readonly description: string
  /** A JSON Schema of an object. */
  readonly inputSchema: object
  /** Hints on what it does; clients may show them, and nothing here relies on them. */
  readonly annotations?: ToolAnnotations
}

/** A call that a client made. */
export interface ServedCall {
  /** What the client called. */
  readonly name: string
  /** As the client sent it, not validated. */
  readonly input: unknown
  /** Of the connection that the call came by. */
  readonly session: string
  /** As it names itself: nothing to rely on. */
  readonly client: string
  /** Aborts when the client gives the call up, or is gone. */
  readonly signal: AbortSignal
  /** Whether the client wants to know how it goes on. Those that do not mostly give a call up after a minute. */
  readonly wantsProgress: boolean
  /** Tells the client how it goes on, if it wants to know. */
  readonly onProgress: (text: string) => void
  /** Writes to the client's log. */
  readonly onNotice: (level: LogLevel, text: string) => void
  /** Asks the person through the client; `null` where the client cannot show forms. */
  readonly ask: AskThroughClient | null
  /** Passes requests of a server to the client; `null` where the client accepts none. */
  readonly questions: ClientQuestions | null
}

/** The requests that servers may send to a client, as far as it supports them. */
export interface ClientQuestions {
  /** The client can be asked to run its model. */
  readonly sampling: boolean
  /** Forms; addresses are not passed on. */
  readonly elicitation: boolean
  /** @throws RpcFailure what the client answered, or that it did not */
  put(method: QuestionMethod, params: Values, signal: AbortSignal): Promise<Values>
}

/** The result of a call, as it is sent to the client. */
export interface ServedResult {
  /** What the model reads, in order. */
  readonly content: readonly McpContent[]
  /** The same as data. */
  readonly structured?: Readonly<Record<string, unknown>>
  /** Whether it could not be done; the content says why and how to mend it. */
  readonly isError: boolean
}

/** A question with a few answers, of which the first is the one that holds when the person says nothing. */
export interface ClientQuestion {
  /** What the person reads. */
  readonly message: string
  /** What the choice is called. */
  readonly title: string
  /** The answers, the safe one first. */
  readonly choices: readonly [string, ...string[]]
}

/**
 * The end of a question: `chosen`: one of the choices; `declined` as a whole; `dismissed` without a choice, as clients
 * do without a person; `unanswered`: it could not be shown, or the answer was invalid.
 */
export type ClientAnswer =
  | { readonly kind: 'chosen'; readonly choice: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'unanswered'; readonly message: string }

/** Asks the person at the client a question. */
export type AskThroughClient = (question: ClientQuestion, signal: AbortSignal) => Promise<ClientAnswer>
