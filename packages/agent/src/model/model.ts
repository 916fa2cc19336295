import type { ModelTool } from '../define-tools.ts'
import type { AnswerPart, ConversationMessage } from '../loop/conversation.ts'

/** What a request or a conversation has used, in tokens. */
export interface ModelUsage {
  /** All of them, cached ones included. */
  readonly inputTokens: number
  /** Those of the input that came from the provider's cache. */
  readonly cachedTokens: number
  /** What the model wrote, reasoning included. */
  readonly outputTokens: number
}

/** A conversation for a model, and the tools that it may call. */
export interface ModelRequest {
  /** Instructions that come before the conversation. */
  readonly system: string
  /** The oldest first. */
  readonly messages: readonly ConversationMessage[]
  /** What it may call; empty for none. */
  readonly tools: readonly ModelTool[]
  /** Most tokens of the answer; what the model can do unless set. */
  readonly maxOutputTokens?: number
}

/** Why a model stopped: `length` is the limit of its output, `filtered` a refusal of the provider. */
export type StopReason = 'end' | 'calls' | 'length' | 'filtered'

/** What a model says, as it says it. Each part comes whole after its deltas. */
export type ModelEvent =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  /** A call begins; the whole of it comes as a part. */
  | { readonly type: 'call-begun' }
  /** A piece of the arguments of a call that is not whole yet. */
  | { readonly type: 'input-delta'; readonly text: string }
  | { readonly type: 'part'; readonly part: AnswerPart }
  /** Tools that the provider would refuse the request for, and that were left out of it. */
  | { readonly type: 'left-out'; readonly tools: readonly { readonly name: string; readonly reason: string }[] }
  /** The answer is whole. A stream that ends without it was cut. */
  | { readonly type: 'end'; readonly reason: StopReason; readonly usage: ModelUsage }

/** A language model: one request, one streamed answer. Nothing is retried here. */
export interface AgentModel {
  /** The company or server. */
  readonly provider: string
  /** The model, as the provider calls it. */
  readonly id: string
  /**
   * Asks the model.
   *
   * @throws ModelError when the provider refuses or fails
   */
  streamTurn(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}

/** The sum of two usages. */
export function addUsage(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  }
}

export const NO_USAGE: ModelUsage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 }
