import { isObject, type ToolCall, parseStrictJson } from '@poundlock/spec'
import type { ModelTool } from './define-tools.ts'
import type { JsonObject, Provider } from './provider.ts'
import { withoutNulls } from './strict-schema.ts'

/** A call as a model made it. */
export interface ModelCall extends ToolCall {
  /** Why its input could not be read; it is answered with this, and not run. */
  readonly problem?: string
  /** What the provider wants back with the call in later requests, such as Gemini's `thoughtSignature`. */
  readonly replay?: JsonObject
}

/** How calls without an id get one. */
export interface ReadCallsOptions {
  /** The tools as they were defined, where they were defined with `strict`. */
  readonly tools?: readonly ModelTool[]
  /** Names a call that came without an id; it has to be new in the conversation. */
  readonly newId: (index: number) => string
}

/**
 * The tool calls in an answer of a model, in order; the answer is the whole response, or its message. An answer without
 * calls, or another value, gives none.
 */
export function readCalls(
  provider: Provider,
  response: unknown,
  { tools = [], newId }: ReadCallsOptions,
): readonly ModelCall[] {
  return CALLS[provider](response).map((found, index) => {
    const { id, name, input, replay } = found
    const schema = tools.find((tool) => tool.name === name)?.inputSchema
    const read = typeof input === 'string' ? parseInput(input) : { input: input ?? {} }
    return {
      id: typeof id === 'string' && id !== '' ? id : newId(index),
      name: typeof name === 'string' ? name : '',
      ...read,
      ...(schema !== undefined && { input: withoutNulls(schema, read.input) }),
      ...(replay && { replay }),
    }
  })
}

interface FoundCall {
  readonly id: unknown
  readonly name: unknown
  readonly input: unknown
  readonly replay?: JsonObject
}

/** The arguments of a call, from their text. */
export function parseInput(text: string): { readonly input: unknown; readonly problem?: string } {
  // A tool without parameters is called with nothing by some models.
  if (text.trim() === '') return { input: {} }
  try {
    return { input: parseStrictJson(text, { brokenText: true }) }
  } catch (error) {
    const problem = `its arguments are not JSON (${(error as Error).message}); send them again as one JSON object`
    return { input: {}, problem }
  }
}

const list = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
const member = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)

function chatCalls(response: unknown): readonly FoundCall[] {
  const message = list(member(response, 'choices')).map((choice) => choice['message'])[0] ?? response
  return list(member(message, 'tool_calls')).map((call) => ({
    id: call['id'],
    name: member(call['function'], 'name'),
    input: member(call['function'], 'arguments') ?? '',
  }))
}

/** Agents keep conversations in this layout with names of their own for a call; one that is not read is not judged. */
const CALL_BLOCKS: ReadonlySet<string> = new Set([
  'tool_use',
  'toolUse',
  'tool_call',
  'toolCall',
  'function_call',
  'functionCall',
])

const CALLS: Readonly<Record<Provider, (response: unknown) => readonly FoundCall[]>> = {
  anthropic: (response) =>
    list(member(response, 'content'))
      .filter(({ type }) => typeof type === 'string' && CALL_BLOCKS.has(type))
      .map((block) => ({
        id: block['call_id'] ?? block['callId'] ?? block['toolUseId'] ?? block['id'],
        name: block['name'],
        input: block['input'] ?? block['arguments'] ?? block['args'],
      })),
  openai: chatCalls,
  mistral: chatCalls,
  'openai-responses': (response) =>
    list(member(response, 'output'))
      .filter(({ type }) => type === 'function_call')
      .map((item) => ({ id: item['call_id'], name: item['name'], input: item['arguments'] ?? '' })),
  gemini: (response) => {
    const content = list(member(response, 'candidates')).map((candidate) => candidate['content'])[0] ?? response
    return list(member(content, 'parts')).flatMap((part) => {
      const { functionCall, thoughtSignature } = part
      if (!isObject(functionCall)) return []
      const { id, name, args } = functionCall
      return [{ id, name, input: args, ...(thoughtSignature !== undefined && { replay: { thoughtSignature } }) }]
    })
  },
}
