import { ModelError } from '../model/model-error.ts'
import type { AgentModel, ModelRequest, ModelUsage, StopReason } from '../model/model.ts'
import { textOf, type AnswerPart } from './conversation.ts'

/** Bounds of one answer. */
export interface AnswerLimits {
  /** Calls in one answer; more are an endless answer. */
  readonly calls: number
  /** Characters of text, thoughts and arguments together. */
  readonly characters: number
}

export const ANSWER_LIMITS: AnswerLimits = { calls: 128, characters: 4 * 1024 * 1024 }

/** A whole answer. */
export interface ModelAnswer {
  readonly parts: readonly AnswerPart[]
  readonly reason: StopReason
  readonly usage: ModelUsage
}

/** An answer that broke off: its text so far, and why. Its calls do not count, since more of it may have been meant. */
export interface BrokenAnswer {
  readonly text: string
  readonly error: ModelError
  /** It was to be asked again, and the work was stopped before. */
  readonly isRetried?: boolean
}

/** What is observed while an answer is read. */
export interface AnswerObserver {
  delta(type: 'text-delta' | 'reasoning-delta', text: string): void
  leftOut(tools: readonly { readonly name: string; readonly reason: string }[]): void
}

/**
 * Reads one answer of a model within bounds. Each call gets an id of ours from `newId`: what a model sends as an id may
 * be empty, or taken.
 *
 * @throws the reason of `signal` when it aborts
 */
export async function readAnswer(
  model: AgentModel,
  request: ModelRequest,
  { signal, limits, newId, observer }: ReadAnswerOptions,
): Promise<ModelAnswer | BrokenAnswer> {
  const reading = new AbortController()
  const parts: AnswerPart[] = []
  let open = ''
  let characters = 0
  let calls = 0
  let begun = 0
  const broken = (error: ModelError): BrokenAnswer => ({ text: textOf(parts) + open, error })
  try {
    for await (const event of model.streamTurn(request, AbortSignal.any([signal, reading.signal]))) {
      if (event.type === 'end') {
        return isEmpty(parts) ? broken(emptyAnswer(event.reason)) : { parts, reason: event.reason, usage: event.usage }
      }
      if (event.type === 'left-out') observer.leftOut(event.tools)
      else if (event.type === 'call-begun') begun++
      else if (event.type === 'part') {
        const { part } = event
        if (part.type === 'text') open = ''
        if (part.type === 'call') calls++
        parts.push(part.type === 'call' ? { type: 'call', call: { ...part.call, id: newId(calls) } } : part)
      } else {
        characters += event.text.length
        if (event.type === 'text-delta') open += event.text
        if (event.type !== 'input-delta') observer.delta(event.type, event.text)
      }
      if (Math.max(calls, begun) > limits.calls || characters > limits.characters) return broken(tooLong(limits))
    }
    return broken(cutStream())
  } catch (error) {
    if (signal.aborted) return { text: textOf(parts) + open, error: cutStream(signal.reason) }
    return broken(ModelError.isInstance(error) ? error : cutStream(error))
  } finally {
    // The rest is not read.
    reading.abort()
  }
}

interface ReadAnswerOptions {
  readonly signal: AbortSignal
  readonly limits: AnswerLimits
  readonly newId: (index: number) => string
  readonly observer: AnswerObserver
}

const isEmpty = (parts: readonly AnswerPart[]) =>
  parts.every((part) => part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === ''))

const cutStream = (cause?: unknown) =>
  new ModelError('the answer of the model broke off', {
    code: 'MODEL_STREAM',
    remedy: 'Try again; the conversation is kept.',
    ...(cause !== undefined && { cause }),
  })

const emptyAnswer = (reason: StopReason) =>
  new ModelError(
    reason === 'filtered'
      ? 'the provider withheld the answer'
      : `the model answered nothing${reason === 'length' ? ' within the limit of its output' : ''}`,
    {
      code: reason === 'filtered' ? 'MODEL_REFUSED' : 'MODEL_ANSWER_EMPTY',
      remedy: 'Say it in other words, or take another model.',
    },
  )

const tooLong = ({ calls, characters }: AnswerLimits) =>
  new ModelError(`the answer has more than ${calls} calls or ${characters} characters, and was not read further`, {
    code: 'MODEL_ANSWER_TOO_LONG',
    remedy: 'Ask for a smaller step.',
  })
