import { isObject } from '@poundlock/spec'

/** What providers call it where they have a code for it: OpenAI and vLLM, llama.cpp, Anthropic for a body beyond 32 MB. */
const CODES: ReadonlySet<unknown> = new Set([
  'context_length_exceeded',
  'exceed_context_size_error',
  'request_too_large',
])

/** What those say that have none: each with its source. The status is the one of any other bad request. */
const SENTENCES: readonly (readonly [pattern: RegExp, source: string])[] = [
  [/prompt is too long/i, 'Anthropic: prompt is too long: 210000 tokens > 200000 maximum'],
  [/exceed context limit/i, 'Anthropic: input length and `max_tokens` exceed context limit'],
  [/maximum context length/i, "OpenAI, vLLM: This model's maximum context length is 8192 tokens"],
  [/input token count.{0,40}exceeds the maximum/is, 'Gemini: The input token count (1048577) exceeds the maximum'],
  [/exceeds the available context size/i, 'llama.cpp: the request exceeds the available context size'],
  [
    /too large for model with \d+ maximum/i,
    'Mistral: Prompt contains … tokens, too large for model with 32768 maximum',
  ],
]

/** Characters of a body that are looked at. */
const MOST = 4000

/** Whether a provider refused a request since the conversation is too long for the model. */
export function isContextOverflow(error: Readonly<Record<string, unknown>>): boolean {
  const { statusCode, responseBody, data } = error
  if (typeof statusCode === 'number' && !STATUSES.has(statusCode)) return false
  const inner = [error, error['error'], isObject(data) ? data['error'] : undefined].filter(isObject)
  if (inner.some(({ code, type }) => CODES.has(code) || CODES.has(type))) return true
  const texts = [responseBody, ...inner.map(({ message: text }) => text)].filter((text) => typeof text === 'string')
  return texts.some((text) => SENTENCES.some(([pattern]) => pattern.test(text.slice(0, MOST))))
}

const STATUSES: ReadonlySet<number> = new Set([400, 413, 422])
