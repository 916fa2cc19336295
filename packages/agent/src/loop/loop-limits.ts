import type { ModelUsage } from '../model/model.ts'
import type { PromptEndReason } from './agent-event.ts'

/** Bounds of the work on one prompt. Each is optional, but turns, of which there are 200. */
export interface LoopBounds {
  /** Requests to the model; 200 unless set. */
  readonly turns?: number
  /** Input and output together. */
  readonly tokens?: number
  /** In the currency of the price; it needs one. */
  readonly cost?: number
  /** Wall time, from the prompt on. */
  readonly milliseconds?: number
}

/** What a million tokens cost. */
export interface ModelPrice {
  /** Of what the model reads, in any currency. */
  readonly input: number
  /** Of what it writes, in the same currency. */
  readonly output: number
  /** Of input that came from the provider's cache; as `input` unless set. */
  readonly cachedInput?: number
}

const MAX_TURNS = 200

/** The cost of a usage. */
export function costOf(
  { inputTokens, cachedTokens, outputTokens }: ModelUsage,
  { input, output, cachedInput = input }: ModelPrice,
): number {
  return ((inputTokens - cachedTokens) * input + cachedTokens * cachedInput + outputTokens * output) / 1_000_000
}

/** The limit that the work has reached; `null` while it may go on. Time has a timer of its own. */
export function reachedLimit(
  bounds: LoopBounds,
  { turns, usage, cost }: { readonly turns: number; readonly usage: ModelUsage; readonly cost: number | null },
): PromptEndReason | null {
  if (turns >= (bounds.turns ?? MAX_TURNS)) return 'limit-turns'
  if (bounds.tokens !== undefined && usage.inputTokens + usage.outputTokens >= bounds.tokens) return 'limit-tokens'
  if (bounds.cost !== undefined && cost !== null && cost >= bounds.cost) return 'limit-cost'
  return null
}
