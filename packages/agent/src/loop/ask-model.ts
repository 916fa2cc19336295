import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentModel, ModelRequest } from '../model/model.ts'
import type { AgentEvent } from './agent-event.ts'
import { readAnswer, type AnswerLimits, type BrokenAnswer, type ModelAnswer } from './read-answer.ts'

/** How often and how slowly a model is asked again. */
export interface RetryOptions {
  /** Requests after the first one. */
  readonly attempts: number
  /** The first pause, in milliseconds; each one is about twice the one before. */
  readonly baseMs: number
  /** A provider that wants to be left alone for longer is not asked again. */
  readonly maxMs: number
}

export const RETRIES: RetryOptions = { attempts: 5, baseMs: 1000, maxMs: 60_000 }

export interface AskModelOptions {
  readonly signal: AbortSignal
  readonly limits: AnswerLimits
  readonly retries: RetryOptions
  readonly newId: (index: number) => string
  readonly emit: (event: AgentEvent) => void
}

/**
 * Asks a model until it has answered, or it makes no sense to ask again. No call of an answer that broke off was made,
 * so that asking again repeats none. Of several broken answers, the longest text is kept.
 */
export async function askModel(
  model: AgentModel,
  request: ModelRequest,
  { signal, limits, retries, newId, emit }: AskModelOptions,
): Promise<ModelAnswer | BrokenAnswer> {
  const observer = {
    delta: (type: 'text-delta' | 'reasoning-delta', text: string) => emit({ type, text }),
    leftOut: (tools: readonly { readonly name: string; readonly reason: string }[]) =>
      emit({ type: 'tools-left-out', tools }),
  }
  let kept = ''
  for (let attempt = 1; ; attempt++) {
    const answer = await readAnswer(model, request, { signal, limits, newId, observer })
    if ('parts' in answer) return answer
    const { error } = answer
    if (answer.text.length > kept.length) kept = answer.text
    const delayMs = error.retryAfterMs ?? retries.baseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
    const isLast = attempt > retries.attempts || !error.isRetried || delayMs > retries.maxMs
    if (isLast || signal.aborted) return { text: kept, error }
    emit({ type: 'retrying', attempt, delayMs: Math.round(delayMs), code: error.code, message: error.message })
    await sleep(delayMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return { text: kept, error, isRetried: true }
  }
}
