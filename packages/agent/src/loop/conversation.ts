import type { ToolContent } from '@poundlock/spec'
import type { ModelResult } from '../pair-results.ts'
import type { JsonObject } from '../provider.ts'
import type { ModelCall } from '../read-calls.ts'

/** A part of an answer of a model. `replay` is what the provider wants back with it, such as the signature of a thought. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string; readonly replay?: JsonObject }
  | { readonly type: 'reasoning'; readonly text: string; readonly replay?: JsonObject }
  | { readonly type: 'call'; readonly call: ModelCall }

/** The messages of a conversation, in no provider's format. */
export type ConversationMessage =
  | { readonly role: 'user'; readonly content: readonly ToolContent[] }
  | { readonly role: 'assistant'; readonly parts: readonly AnswerPart[] }
  | { readonly role: 'tool'; readonly calls: readonly ModelCall[]; readonly results: readonly ModelResult[] }

/** The calls among the parts of an answer. */
export function callsOf(parts: readonly AnswerPart[]): readonly ModelCall[] {
  return parts.flatMap((part) => (part.type === 'call' ? [part.call] : []))
}

/** The text of an answer. */
export function textOf(parts: readonly AnswerPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}

const INTERRUPTED: ConversationMessage = {
  role: 'assistant',
  parts: [{ type: 'text', text: '(The answer was interrupted.)' }],
}

/**
 * The conversation in the order that every provider takes: what a person says never follows results directly, and two
 * messages of a person in a row are one.
 */
export function inTurns(messages: readonly ConversationMessage[]): readonly ConversationMessage[] {
  const turns: ConversationMessage[] = []
  for (const message of messages) {
    const last = turns.at(-1)
    if (message.role === 'user' && last?.role === 'tool') turns.push(INTERRUPTED)
    if (message.role === 'user' && last?.role === 'user')
      turns[turns.length - 1] = { role: 'user', content: [...last.content, ...message.content] }
    else turns.push(message)
  }
  return turns
}
