import type { ToolContent } from '@poundlock/spec'
import type { ModelCall } from './read-calls.ts'

/** The result of a call. */
export interface ModelResult {
  /** The id of the call that it answers. */
  readonly callId: string
  /** What the model reads. */
  readonly content: readonly ToolContent[]
  /** Whether the model is told that the call failed; `false` unless set. */
  readonly isError?: boolean
}

/**
 * One result for each call, in the order of the calls, as every provider requires: the first where there are several,
 * an error where there is none. A result without a call is left out. Calls with the same id get their results in order.
 */
export function pairResults(calls: readonly ModelCall[], results: readonly ModelResult[]): readonly ModelResult[] {
  const waiting = Map.groupBy(results, ({ callId }) => callId)
  return calls.map(({ id, problem }) => {
    const answer = waiting.get(id)?.shift()
    if (answer !== undefined) return answer
    const text = problem ?? 'There is no result of this call: it was not run, or its result was lost.'
    return { callId: id, content: [{ type: 'text', text }], isError: true }
  })
}

/** The text of a result; an image is named where it cannot be sent. */
export function resultText({ content }: ModelResult): string {
  return content
    .map((part) => (part.type === 'text' ? part.text : `(an image, ${part.mediaType}, is not shown here)`))
    .join('\n')
}
