import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from '@ai-sdk/provider'
import type { ToolContent } from '@poundlock/spec'
import { callIds } from '../call-ids.ts'
import type { AnswerPart, ConversationMessage } from '../loop/conversation.ts'
import type { ModelRequest } from '../model/model.ts'
import { resultText, type ModelResult } from '../pair-results.ts'
import type { JsonObject, Provider } from '../provider.ts'
import type { ModelCall } from '../read-calls.ts'

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']
type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content']
type ProviderOptions = NonNullable<LanguageModelV4Message['providerOptions']>

/** The key under which the package of a provider reads and writes what is its own. */
const OWN_KEY: Readonly<Record<Provider, string>> = {
  anthropic: 'anthropic',
  openai: 'openai',
  'openai-responses': 'openai',
  gemini: 'google',
  mistral: 'mistral',
}

/**
 * The messages of a request in the form of the AI SDK, by the rules of the provider's format: ids, names, images in
 * results, errors, thoughts that go back with their signature, and marks of what may be cached.
 */
export function writePrompt(format: Provider, { system, messages }: ModelRequest): LanguageModelV4Prompt {
  const ids = idsOf(format, messages)
  const written = messages.flatMap((message) => writeMessage(format, message, ids))
  const prompt: LanguageModelV4Prompt = [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
    ...written,
  ]
  return format === 'anthropic' ? withCacheMarks(prompt) : prompt
}

/** The id of each call, as the provider takes it. Ids of ours are unique in a conversation. */
function idsOf(format: Provider, messages: readonly ConversationMessage[]): ReadonlyMap<string, string> {
  const own = messages.flatMap((message) =>
    message.role === 'assistant' ? message.parts.flatMap((part) => (part.type === 'call' ? [part.call.id] : [])) : [],
  )
  const mapped = callIds(format, own)
  return new Map(own.map((id, index) => [id, mapped[index]!]))
}

function writeMessage(
  format: Provider,
  message: ConversationMessage,
  ids: ReadonlyMap<string, string>,
): readonly LanguageModelV4Message[] {
  if (message.role === 'user') return [{ role: 'user', content: userContent(format, message.content) }]
  if (message.role === 'assistant') {
    const content = message.parts.flatMap((part) => answerPart(format, part, ids))
    return content.length === 0 ? [] : [{ role: 'assistant', content }]
  }
  const { calls, results } = message
  const content = calls.map((call, index) => resultPart(format, call, results[index]!, ids.get(call.id) ?? call.id))
  const pictures =
    format === 'openai' ? results.flatMap((result) => result.content.filter(({ type }) => type === 'image')) : []
  return [
    { role: 'tool', content },
    // A tool message of Chat Completions holds text alone.
    ...(pictures.length > 0 ? [{ role: 'user' as const, content: userContent(format, pictures) }] : []),
  ]
}

function userContent(format: Provider, content: readonly ToolContent[]): UserContent {
  return content.map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text === '' ? ' ' : part.text }
    if (format === 'mistral') return { type: 'text', text: `(an image, ${part.mediaType}, is not shown here)` }
    return { type: 'file', mediaType: part.mediaType, data: { type: 'data', data: part.data } }
  })
}

function answerPart(format: Provider, part: AnswerPart, ids: ReadonlyMap<string, string>): AssistantContent {
  if (part.type === 'call') {
    const { id, name, input, replay } = part.call
    const toolCallId = ids.get(id) ?? id
    return [
      {
        type: 'tool-call',
        toolCallId,
        toolName: sendableName(name),
        input: input ?? {},
        ...ownOptions(format, replay),
      },
    ]
  }
  const options = ownOptions(format, part.replay)
  if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text', text: part.text, ...options }]
  // A thought without the provider's own signature would be refused, or taken for something that was said.
  return 'providerOptions' in options ? [{ type: 'reasoning', text: part.text, ...options }] : []
}

function ownOptions(format: Provider, replay: JsonObject | undefined): { readonly providerOptions?: ProviderOptions } {
  const own = replay?.[OWN_KEY[format]]
  return own === undefined ? {} : { providerOptions: { [OWN_KEY[format]]: own } as ProviderOptions }
}

/** A name that a model made up goes back in a form that the provider takes. */
function sendableName(name: string): string {
  const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64)
  return /^[a-zA-Z]/.test(plain) ? plain : `x${plain}`.slice(0, 64)
}

function resultPart(
  format: Provider,
  { name }: ModelCall,
  result: ModelResult,
  toolCallId: string,
): LanguageModelV4ToolResultPart {
  const part = { type: 'tool-result' as const, toolCallId, toolName: sendableName(name) }
  const hasImages = result.content.some(({ type }) => type === 'image')
  if (hasImages && (format === 'anthropic' || format === 'openai-responses' || format === 'gemini')) {
    const value = result.content.map((one) =>
      one.type === 'text'
        ? { type: 'text' as const, text: one.text }
        : { type: 'file' as const, mediaType: one.mediaType, data: { type: 'data' as const, data: one.data } },
    )
    return { ...part, output: { type: 'content', value } }
  }
  const value = resultText(result)
  if (!result.isError) return { ...part, output: { type: 'text', value } }
  // Where a format has no mark for a failure, the text says it.
  const text = format === 'anthropic' ? value : `Error: ${value}`
  return { ...part, output: { type: 'error-text', value: text } }
}

const CACHED: ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }

/** The system prompt and the conversation until now are cached: the next request begins with the same. */
function withCacheMarks(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const last = prompt.length - 1
  return prompt.map((message, index) =>
    message.role === 'system' || index === last ? { ...message, providerOptions: CACHED } : message,
  )
}
