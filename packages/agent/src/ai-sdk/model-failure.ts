import { isObject, redactSecrets, visibleText } from '@poundlock/spec'
import { ModelError, type ModelErrorCode, type ModelErrorOptions } from '../model/model-error.ts'
import { isContextOverflow } from './context-overflow.ts'

const LONGEST = 500

/** What a message can say about where a model was asked. */
export interface ModelOrigin {
  readonly provider: string
  /** The environment variable with its key. */
  readonly keyVariable?: string
}

const REMEDIES: Readonly<Record<ModelErrorCode, string>> = {
  MODEL_REFUSED: 'Look at the name of the model and at what was sent; the same request is refused again.',
  MODEL_KEY: 'Set the key of the provider in its variable, or take another provider.',
  MODEL_BUSY: 'Wait, or take another model.',
  MODEL_STREAM: 'Try again; the conversation is kept.',
  MODEL_ANSWER: 'Look at the base URL: what answers there is no such server, or a proxy stands before it.',
  MODEL_ANSWER_EMPTY: 'Say it in other words, or take another model.',
  MODEL_ANSWER_TOO_LONG: 'Ask for a smaller step.',
  MODEL_CONTEXT_FULL: 'Give a smaller step, or begin a new session.',
  MODEL_UNKNOWN: 'Name a provider and a model, as in anthropic:claude-sonnet-4-5.',
}

/** The error of a code, with the message of the provider. */
export function modelError(
  code: ModelErrorCode,
  message: string,
  more: Partial<Omit<ModelErrorOptions, 'code'>> = {},
): ModelError {
  return new ModelError(visibleText(redactSecrets(message)).slice(0, LONGEST), {
    code,
    remedy: REMEDIES[code],
    ...more,
  })
}

/** What a provider or its package threw, as an error with a code. */
export function modelFailure(error: unknown, origin: ModelOrigin): ModelError {
  const { provider } = origin
  const known = innermost(error)
  if (known !== null) return known
  if (!isObject(error)) return modelError('MODEL_STREAM', `${provider}: ${String(error)}`)
  const { name, statusCode, type } = error
  const message = `${provider}: ${typeof error['message'] === 'string' ? error['message'] : 'it failed'}`
  if (isContextOverflow(error)) {
    return modelError('MODEL_CONTEXT_FULL', message, typeof statusCode === 'number' ? { status: statusCode } : {})
  }
  if (typeof statusCode === 'number') return httpFailure(statusCode, message, { error, origin })
  if (name === 'AI_LoadAPIKeyError') return missingKey(origin)
  if (name === 'AI_APICallError') return unreached(message, error['url'])
  if (typeof name === 'string' && UNREADABLE.has(name)) return modelError('MODEL_ANSWER', message)
  if (typeof name === 'string' && UNSENDABLE.has(name)) return modelError('MODEL_REFUSED', message)
  const kind = typeof type === 'string' ? type : isObject(error['error']) ? error['error']['type'] : undefined
  return modelError(typeof kind === 'string' && BUSY.has(kind) ? 'MODEL_BUSY' : 'MODEL_STREAM', message)
}

/** Types of errors in the middle of a stream that pass. */
const BUSY: ReadonlySet<string> = new Set(['overloaded_error', 'api_error', 'rate_limit_error', 'server_error'])
const UNREADABLE: ReadonlySet<string> = new Set([
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_EmptyResponseBodyError',
  'AI_InvalidResponseDataError',
])
const UNSENDABLE: ReadonlySet<string> = new Set(['AI_UnsupportedFunctionalityError', 'AI_InvalidPromptError'])

/** Our own error, however deep the package wrapped it. */
function innermost(error: unknown): ModelError | null {
  for (let depth = 0, one = error; depth < 8 && isObject(one); depth++, one = one['cause']) {
    if (ModelError.isInstance(one)) return one
  }
  return null
}

/** A provider that takes a key has none here. */
export function missingKey({ provider, keyVariable }: ModelOrigin): ModelError {
  if (keyVariable === undefined) return modelError('MODEL_KEY', `${provider} needs a key`)
  return modelError('MODEL_KEY', `${provider} needs a key, and ${keyVariable} is not set`, {
    remedy: `Set it: export ${keyVariable}=… with a key of yours. A server without keys is compatible:MODEL with its base URL.`,
  })
}

const unreached = (message: string, url: unknown) =>
  modelError('MODEL_BUSY', typeof url === 'string' ? `${message}, at ${url}` : message, {
    remedy: 'Look whether the server runs, at its address, and at the network.',
  })

interface Failed {
  readonly error: Readonly<Record<string, unknown>>
  readonly origin: ModelOrigin
}

function httpFailure(status: number, message: string, { error, origin }: Failed): ModelError {
  const text = `${message} (HTTP ${status})`
  if (status === 401 || status === 403) {
    const { keyVariable } = origin
    return modelError('MODEL_KEY', text, {
      status,
      ...(keyVariable !== undefined && {
        remedy: `Look at the key in ${keyVariable}: it is wrong, has ended, or may not use this model.`,
      }),
    })
  }
  if (status === 408 || status === 429 || status >= 500) {
    const retryAfterMs = retryAfter(error['responseHeaders'])
    return modelError('MODEL_BUSY', text, { status, ...(retryAfterMs !== null && { retryAfterMs }) })
  }
  if (status < 300) return modelError('MODEL_STREAM', `${origin.provider}: the answer broke off${whyOf(error)}`)
  if (status !== 404) return modelError(status < 400 ? 'MODEL_ANSWER' : 'MODEL_REFUSED', text, { status })
  const { url } = error
  return modelError('MODEL_REFUSED', typeof url === 'string' ? `${text}, at ${url}` : text, {
    status,
    remedy: 'Look at the name of the model, and at the base URL.',
  })
}

const whyOf = ({ cause }: Failed['error']): string =>
  isObject(cause) && typeof cause['message'] === 'string' ? ` (${cause['message']})` : ''

/** RFC 9110, section 10.2.3: seconds or a date; some providers say milliseconds in a header of their own. */
function retryAfter(headers: unknown): number | null {
  if (!isObject(headers)) return null
  const milliseconds = Number(headers['retry-after-ms'])
  if (headers['retry-after-ms'] !== undefined && milliseconds >= 0) return milliseconds
  const value = headers['retry-after']
  if (typeof value !== 'string' || value === '') return null
  const seconds = Number(value)
  if (seconds >= 0) return seconds * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
