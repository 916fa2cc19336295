import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { isObject } from '@poundlock/spec'
import { portableTools } from '../define-tools.ts'
import type { AnswerPart } from '../loop/conversation.ts'
import type { AgentModel, ModelEvent, ModelRequest, StopReason } from '../model/model.ts'
import type { JsonObject, Provider } from '../provider.ts'
import { parseInput } from '../read-calls.ts'
import { modelError, modelFailure, type ModelOrigin } from './model-failure.ts'
import { writePrompt } from './write-prompt.ts'

/**
 * A language model of the AI SDK, as the loop takes it.
 *
 * @param format the wire format that it speaks
 * @param origin.keyVariable the environment variable that holds its key, for messages
 */
export function aiSdkModel(model: LanguageModelV4, format: Provider, origin: Partial<ModelOrigin> = {}): AgentModel {
  const { provider, modelId: id } = model
  return {
    provider,
    id,
    async *streamTurn(request, signal) {
      const { tools, quarantined } = portableTools(format, request.tools)
      if (quarantined.length > 0) yield { type: 'left-out', tools: quarantined }
      try {
        const { stream, response } = await model.doStream(callOptions(format, request, tools, signal))
        const type = response?.headers?.['content-type']
        if (type !== undefined && /^(?:text\/html|application\/json)\b/i.test(type)) {
          await stream.cancel()
          const what = `${provider} answered with ${type} in the place of a stream`
          throw modelError('MODEL_ANSWER', what, { isFinal: true })
        }
        yield* readStream(stream, provider)
      } catch (error) {
        if (signal.aborted) throw error
        throw modelFailure(error, { provider, ...origin })
      }
    },
  }
}

function callOptions(
  format: Provider,
  request: ModelRequest,
  tools: ReturnType<typeof portableTools>['tools'],
  abortSignal: AbortSignal,
): LanguageModelV4CallOptions {
  return {
    prompt: writePrompt(format, request),
    abortSignal,
    ...(request.maxOutputTokens !== undefined && { maxOutputTokens: request.maxOutputTokens }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function' as const,
        name,
        description,
        inputSchema: schema,
        ...(format.startsWith('openai') && { strict: false }),
      })),
    }),
    // Nothing of a conversation is kept at the provider, so that thoughts go back whole.
    ...(format === 'openai-responses' && { providerOptions: { openai: { store: false } } }),
  }
}

/** Texts and thoughts that are not whole yet, by their ids. */
type OpenParts = Map<string, { readonly type: 'text' | 'reasoning'; text: string; replay: JsonObject }>

async function* readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  provider: string,
): AsyncGenerator<ModelEvent, void, void> {
  const open: OpenParts = new Map()
  for await (const part of stream) {
    const { type } = part
    if (type === 'text-start' || type === 'reasoning-start') {
      const kind = type === 'text-start' ? 'text' : 'reasoning'
      open.set(`${kind} ${part.id}`, { type: kind, text: '', replay: part.providerMetadata ?? {} })
    } else if (type === 'text-delta' || type === 'reasoning-delta') {
      const one = open.get(`${type === 'text-delta' ? 'text' : 'reasoning'} ${part.id}`)
      if (!one) continue
      one.text += part.delta
      one.replay = mergedReplay(one.replay, part.providerMetadata)
      if (part.delta !== '') yield { type, text: part.delta }
    } else if (type === 'text-end' || type === 'reasoning-end') {
      const key = `${type === 'text-end' ? 'text' : 'reasoning'} ${part.id}`
      const one = open.get(key)
      open.delete(key)
      if (one)
        yield { type: 'part', part: wholePart({ ...one, replay: mergedReplay(one.replay, part.providerMetadata) }) }
    } else if (type === 'tool-input-start') yield { type: 'call-begun' }
    else if (type === 'tool-input-delta') yield { type: 'input-delta', text: part.delta }
    // Tools that the provider runs itself are never offered.
    else if (type === 'tool-call' && part.providerExecuted !== true) {
      const { toolName: name, input, toolCallId, providerMetadata } = part
      const call = {
        id: toolCallId,
        name,
        ...objectInput(input),
        ...(providerMetadata && { replay: providerMetadata }),
      }
      yield { type: 'part', part: { type: 'call', call } }
    } else if (type === 'error') throw part.error
    else if (type === 'finish') yield* finish(part, provider)
  }
}

function* finish(
  { finishReason: { unified, raw }, usage }: Extract<LanguageModelV4StreamPart, { type: 'finish' }>,
  provider: string,
): Generator<ModelEvent, void, void> {
  // The packages end a stream that was cut with a reason of their own.
  if (unified === 'error' || unified === 'interrupted' || (unified === 'other' && raw === undefined)) {
    throw modelError('MODEL_STREAM', `${provider}: the answer broke off before its end`)
  }
  const { inputTokens, outputTokens } = usage
  yield {
    type: 'end',
    reason: REASONS[unified],
    usage: {
      inputTokens: count(inputTokens.total),
      cachedTokens: count(inputTokens.cacheRead),
      outputTokens: count(outputTokens.total),
    },
  }
}

const REASONS: Readonly<Record<'stop' | 'length' | 'content-filter' | 'tool-calls' | 'other', StopReason>> = {
  stop: 'end',
  length: 'length',
  'content-filter': 'filtered',
  'tool-calls': 'calls',
  other: 'end',
}

/** A number that a server made up may be none. */
const count = (value: number | undefined): number =>
  value !== undefined && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0

function wholePart({
  type,
  text,
  replay,
}: {
  type: 'text' | 'reasoning'
  text: string
  replay: JsonObject
}): AnswerPart {
  return { type, text, ...(Object.keys(replay).length > 0 && { replay }) }
}

/** What a provider says about a part comes in pieces, by provider and key. */
function mergedReplay(replay: JsonObject, more: Readonly<Record<string, JsonObject>> | undefined): JsonObject {
  if (!more) return replay
  const merged = Object.entries(more).map(([key, value]) => {
    const known = replay[key]
    return [key, isObject(known) ? { ...known, ...value } : value] as const
  })
  return { ...replay, ...Object.fromEntries(merged) }
}

function objectInput(input: string): { readonly input: unknown; readonly problem?: string } {
  const read = parseInput(input)
  if (read.problem !== undefined || isObject(read.input)) return read
  return { input: {}, problem: 'its arguments are not a JSON object; send them again as one' }
}
