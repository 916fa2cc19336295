import type { ToolAnnotations } from '@poundlock/spec'
import type { QuestionMethod } from '../questions/read-question.ts'
import type { McpContent } from '../results/mcp-result.ts'
import type { Values } from './client-request.ts'

/** What is served to clients of the protocol: tools, and one way to call them. Whether a call may be made is decided in there. */
export interface McpServed {
  readonly info: { readonly name: string; readonly title?: string; readonly version: string }
  /** What a model is told about all of it. */
  readonly instructions?: string
  /** The tools that a session may call, as they are now. */
  tools(session: string): readonly ServedTool[] | Promise<readonly ServedTool[]>
  /** Takes a call all the way. What it could not do is a result; it throws only when something of ours broke. */
  call(call: ServedCall): Promise<ServedResult>
}

export interface ServedTool {
  readonly name: string
  readonly title?: string
  readonly description: string
  /** A JSON Schema of an object. */
  readonly inputSchema: object
  readonly annotations?: ToolAnnotations
}

export interface ServedCall {
  readonly name: string
  readonly input: unknown
  /** Of the connection that the call came by. */
  readonly session: string
  /** As it names itself: nothing to rely on. */
  readonly client: string
  /** Aborts when the client gives the call up, or is gone. */
  readonly signal: AbortSignal
  /** Whether the client wants to know how it goes on. Those that do not mostly give a call up after a minute. */
  readonly isToldProgress: boolean
  /** Tells the client how it goes on, if it wants to know. */
  readonly onProgress: (text: string) => void
  /** Writes to the client's log. */
  readonly onNotice: (level: LogLevel, text: string) => void
  /** Asks the person through the client; `null` where the client cannot show forms. */
  readonly ask: AskThroughClient | null
  /** Puts what a server asks meanwhile to the client; `null` where no request can be sent to it. */
  readonly questions: ClientQuestions | null
}

/** What servers may have a client asked, as far as it can be asked at all. */
export interface ClientQuestions {
  readonly sampling: boolean
  /** Forms; addresses are not passed on. */
  readonly elicitation: boolean
  /** @throws RpcFailure what the client answered, or that it did not */
  put(method: QuestionMethod, params: Values, signal: AbortSignal): Promise<Values>
}

export interface ServedResult {
  readonly content: readonly McpContent[]
  /** The same as data. */
  readonly structured?: Readonly<Record<string, unknown>>
  /** Whether it could not be done; the content says why and how to mend it. */
  readonly isError: boolean
}

/** A question with a few answers, of which the first is the one that holds when the person says nothing. */
export interface ClientQuestion {
  readonly message: string
  /** What the choice is called. */
  readonly title: string
  readonly choices: readonly [string, ...string[]]
}

/**
 * What became of a question: `chosen` one of the choices; `declined` or dismissed; `unanswered` where it could not be
 * shown, or where the client answered something that is no answer.
 */
export type ClientAnswer =
  | { readonly kind: 'chosen'; readonly choice: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'unanswered'; readonly message: string }

export type AskThroughClient = (question: ClientQuestion, signal: AbortSignal) => Promise<ClientAnswer>

/** From the least to the most severe. Source: RFC 5424, section 6.2.1. */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
