/** Requests of a server to its client. Source: Model Context Protocol, Sampling, Elicitation, Roots. */
export type QuestionMethod = 'sampling/createMessage' | 'elicitation/create'

type Values = Readonly<Record<string, unknown>>

/** UTF-16 units. */
const LONGEST_MESSAGE = 8000
const LARGEST_FORM = 50_000
const LARGEST_PROMPT = 200_000
const MOST_FIELDS = 50
const MOST_MESSAGES = 200
const LONGEST_URL = 2000

const FIELD_TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'array']

/** Why a request of a server cannot be shown to a person; `null` where it can. */
export function questionFault(method: QuestionMethod, params: unknown): string | null {
  if (!isValues(params)) return 'it has no values'
  return method === 'sampling/createMessage' ? samplingFault(params) : elicitationFault(params)
}

function samplingFault({ messages, systemPrompt, includeContext, maxTokens, tools }: Values): string | null {
  if (!Array.isArray(messages) || messages.length === 0) return 'it has no messages'
  if (messages.length > MOST_MESSAGES) return `it has more than ${MOST_MESSAGES} messages`
  if (!messages.every((one) => isValues(one) && (one['role'] === 'user' || one['role'] === 'assistant'))) {
    return 'a message of it is of neither the user nor the assistant'
  }
  if (systemPrompt !== undefined && typeof systemPrompt !== 'string') return 'its systemPrompt is not text'
  // What the other servers have said is nothing that this one may read.
  if (includeContext !== undefined && includeContext !== 'none' && includeContext !== 'thisServer') {
    return 'it wants the context of other servers'
  }
  if (maxTokens !== undefined && !Number.isSafeInteger(maxTokens)) return 'its maxTokens is not a whole number'
  if (tools !== undefined) return 'it brings tools for the model, which are not given to it'
  return JSON.stringify([messages, systemPrompt]).length > LARGEST_PROMPT
    ? `it has more than ${LARGEST_PROMPT} characters`
    : null
}

function elicitationFault({ mode = 'form', message, requestedSchema, url, elicitationId }: Values): string | null {
  if (typeof message !== 'string') return 'it has no message'
  if (message.length > LONGEST_MESSAGE) return `its message has more than ${LONGEST_MESSAGE} characters`
  if (mode === 'url') return addressFault(url, elicitationId)
  if (mode !== 'form') return 'it is neither a form nor an address'
  if (!isValues(requestedSchema)) return 'it has no form'
  const { type, properties } = requestedSchema
  if (type !== 'object' || !isValues(properties)) return 'its form has no fields'
  const fields = Object.values(properties)
  if (fields.length > MOST_FIELDS) return `its form has more than ${MOST_FIELDS} fields`
  if (!fields.every((field) => isValues(field) && FIELD_TYPES.includes(field['type']))) {
    return 'a field of its form is neither a text, a number, a choice nor a yes'
  }
  return JSON.stringify(requestedSchema).length > LARGEST_FORM
    ? `its form has more than ${LARGEST_FORM} characters`
    : null
}

/**
 * A person is sent only where an address says plainly where that is: encrypted or on this machine, no name before the
 * host that passes for it, nothing that cannot be seen.
 */
function addressFault(url: unknown, elicitationId: unknown): string | null {
  if (typeof elicitationId !== 'string' || elicitationId === '') return 'it has no elicitationId'
  if (typeof url !== 'string' || url.length > LONGEST_URL || !URL.canParse(url)) return 'it has no address'
  if (!/^[!-~]+$/.test(url)) return 'its address has characters that look alike'
  const { protocol, hostname, username, password } = new URL(url)
  const isHere = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    return 'its address is not encrypted, or no web address'
  if (username !== '' || password !== '') return 'its address has a name before its host'
  return hostname.split('.').some((label) => label.startsWith('xn--')) ? 'its host looks like another' : null
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
