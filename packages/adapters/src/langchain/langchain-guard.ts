import type { AgentMiddleware, StructuredTool } from 'langchain'
import type { GuardAnswer, GuardedToolCall } from '../tool-guard.ts'

/** The value of an interrupt: a call that needs approval. */
export interface LangChainRequest extends GuardedToolCall {
  /** Name of the tool, as the model knows it. */
  readonly tool: string
  /** The command line; for other tools their name and input as text. */
  readonly command: string
  /** Why it needs approval. */
  readonly reasons: readonly string[]
}

/** What to resume an interrupt with. It cannot loosen what the guard knows. */
export type LangChainAnswer = { readonly approved: true } | { readonly approved: false; readonly message: string }

/** What LangChain is given: tools and a middleware. */
export interface LangChainGuard {
  /** For `createAgent`: `tools` and `middleware`. */
  readonly tools: StructuredTool[]
  /** Decides each call before the tool runs; pass it to `createAgent`. */
  readonly middleware: AgentMiddleware
  /** Answers for a person whom the application has authenticated; returns the `resume` of the `Command`. */
  readonly answer: (request: LangChainRequest, answer: GuardAnswer) => Promise<LangChainAnswer>
  /** Ends the calls that wait. None of them runs. */
  close(): void
}
