import { callIds } from './call-ids.ts'
import { pairResults, resultText, type ModelResult } from './pair-results.ts'
import type { JsonObject, Provider } from './provider.ts'
import type { ModelCall } from './read-calls.ts'

/** One turn of a conversation: the calls of the model, and their results. */
export interface ToolTurn {
  /** In the order in which the model made them. */
  readonly calls: readonly ModelCall[]
  /** In any order; a call without one gets a result that says so. */
  readonly results: readonly ModelResult[]
}

/** The messages of a turn: the model's message, and the answer to it. For Responses they are input items. */
export interface TurnMessages {
  /** The message in which the model calls. */
  readonly calls: readonly JsonObject[]
  /** The messages that answer, for the next request. */
  readonly results: readonly JsonObject[]
}

/**
 * The messages of all turns of a conversation, for a provider that need not be the one which made the calls: ids are
 * mapped where this one would refuse them, and each call has exactly one result, in the next message.
 */
export function writeTurns(provider: Provider, turns: readonly ToolTurn[]): readonly TurnMessages[] {
  const ids = callIds(
    provider,
    turns.flatMap(({ calls }) => calls.map(({ id }) => id)),
  ).values()
  return turns.map(({ calls, results }) => {
    if (calls.length === 0) return { calls: [], results: [] }
    const paired = pairResults(calls, results)
    const pairs = calls.map((call, index): Pair => ({ call, id: ids.next().value!, result: paired[index]! }))
    const { write, answer } = FORMATS[provider]
    return { calls: write(pairs), results: answer(pairs) }
  })
}

interface Pair {
  readonly call: ModelCall
  readonly id: string
  readonly result: ModelResult
}

interface Format {
  readonly write: (pairs: readonly Pair[]) => readonly JsonObject[]
  readonly answer: (pairs: readonly Pair[]) => readonly JsonObject[]
}

const images = (result: ModelResult) => result.content.filter((part) => part.type === 'image')
const dataUrl = ({ mediaType, data }: { readonly mediaType: string; readonly data: string }) =>
  `data:${mediaType};base64,${data}`

/** Where a format has no mark for a failure, the text says it. */
const markedText = (result: ModelResult) => (result.isError ? `Error: ${resultText(result)}` : resultText(result))

const chatCalls = (pairs: readonly Pair[]): JsonObject => ({
  role: 'assistant',
  content: null,
  tool_calls: pairs.map(({ call, id }) => ({
    id,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.input ?? {}) },
  })),
})

const FORMATS: Readonly<Record<Provider, Format>> = {
  anthropic: {
    write: (pairs) => [
      {
        role: 'assistant',
        content: pairs.map(({ call, id }) => ({ type: 'tool_use', id, name: call.name, input: call.input ?? {} })),
      },
    ],
    answer: (pairs) => [
      {
        role: 'user',
        content: pairs.map(({ id, result }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: result.content.map((part) =>
            part.type === 'text'
              ? { type: 'text', text: part.text }
              : { type: 'image', source: { type: 'base64', media_type: part.mediaType, data: part.data } },
          ),
          ...(result.isError && { is_error: true }),
        })),
      },
    ],
  },
  openai: {
    write: (pairs) => [chatCalls(pairs)],
    // A tool message holds text alone; images follow when every call has been answered.
    answer: (pairs) => {
      const shown = pairs.flatMap(({ result }) => images(result))
      const pictures = shown.map((image) => ({ type: 'image_url', image_url: { url: dataUrl(image) } }))
      return [
        ...pairs.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: markedText(result) })),
        ...(pictures.length > 0 ? [{ role: 'user', content: pictures }] : []),
      ]
    },
  },
  'openai-responses': {
    write: (pairs) =>
      pairs.map(({ call, id }) => ({
        type: 'function_call',
        call_id: id,
        name: call.name,
        arguments: JSON.stringify(call.input ?? {}),
      })),
    answer: (pairs) =>
      pairs.map(({ id, result }) => ({
        type: 'function_call_output',
        call_id: id,
        output:
          images(result).length === 0
            ? markedText(result)
            : result.content.map((part) =>
                part.type === 'text'
                  ? { type: 'input_text', text: part.text }
                  : { type: 'input_image', image_url: dataUrl(part) },
              ),
      })),
  },
  gemini: {
    write: (pairs) => [
      {
        role: 'model',
        parts: pairs.map(({ call, id }) => ({
          functionCall: { id, name: call.name, args: call.input ?? {} },
          ...call.replay,
        })),
      },
    ],
    answer: (pairs) => [
      {
        role: 'user',
        parts: pairs.flatMap(({ call, id, result }) => [
          {
            functionResponse: {
              id,
              name: call.name,
              response: { [result.isError ? 'error' : 'output']: resultText(result) },
            },
          },
          ...images(result).map(({ mediaType, data }) => ({ inlineData: { mimeType: mediaType, data } })),
        ]),
      },
    ],
  },
  mistral: {
    write: (pairs) => [{ ...chatCalls(pairs), content: '' }],
    // Nothing but the model's own turn may follow a tool message, so that images have no place.
    answer: (pairs) =>
      pairs.map(({ call, id, result }) => ({
        role: 'tool',
        name: call.name,
        tool_call_id: id,
        content: markedText(result),
      })),
  },
}
