import { isValues, type Values } from './client-request.ts'
import type { ClientAnswer, ClientQuestion } from './served.ts'

/** A question as a form of one field. Source: Model Context Protocol, Elicitation, Requested Schema. */
export function questionForm(
  { message, title, choices }: ClientQuestion,
  options: { readonly namesMode: boolean },
): Values {
  return {
    ...(options.namesMode && { mode: 'form' }),
    message,
    requestedSchema: {
      type: 'object',
      properties: { decision: { type: 'string', title, enum: choices, default: choices[0] } },
      required: ['decision'],
    },
  }
}

/** The client's answer to a form. Only an offered choice that was accepted counts. */
export function readFormAnswer({ choices }: ClientQuestion, value: unknown): ClientAnswer {
  const { action, content } = isValues(value) ? value : {}
  if (action === 'decline') return { kind: 'declined' }
  if (action === 'cancel') return { kind: 'dismissed' }
  const decision = action === 'accept' && isValues(content) ? content['decision'] : undefined
  if (typeof decision === 'string' && choices.includes(decision)) return { kind: 'chosen', choice: decision }
  return { kind: 'unanswered', message: 'the client answered something that is not an answer' }
}
