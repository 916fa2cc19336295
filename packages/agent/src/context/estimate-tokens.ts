import type { ConversationMessage } from '../loop/conversation.ts'

/** Characters of English or code that make a token, rather too few than too many. */
const CHARACTERS_PER_TOKEN = 3.5
/** About what providers count for a picture. */
const IMAGE_TOKENS = 1500

const estimates = new WeakMap<ConversationMessage, number>()

/** About how many tokens a message has. Providers count in ways of their own. */
export function estimateTokens(entry: ConversationMessage): number {
  const known = estimates.get(entry)
  if (known !== undefined) return known
  const estimate = Math.ceil(countOf(entry)) + 4
  estimates.set(entry, estimate)
  return estimate
}

function countOf(message: ConversationMessage): number {
  if (message.role === 'assistant') {
    const texts = message.parts.map((part) =>
      part.type === 'call' ? part.call.name + JSON.stringify(part.call.input ?? {}) : part.text,
    )
    return texts.join('').length / CHARACTERS_PER_TOKEN
  }
  const parts = message.role === 'user' ? message.content : message.results.flatMap(({ content }) => content)
  return parts.reduce(
    (sum, part) => sum + (part.type === 'text' ? part.text.length / CHARACTERS_PER_TOKEN : IMAGE_TOKENS),
    0,
  )
}
