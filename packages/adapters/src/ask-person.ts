import type { CallToApprove } from '@poundlock/runtime'
import type { GuardAnswer, GuardedTool, GuardedToolCall } from './tool-guard.ts'

/** A call that waits for a person. */
export interface GuardRequest extends GuardedToolCall {
  /** Name of the tool, as the model knows it. */
  readonly tool: string
  /** What would run, where, and why it needs approval. */
  readonly request: CallToApprove
}

/** Asks a person whom the application has authenticated. A rejection declines the call. */
export type AskPerson = (request: GuardRequest, signal?: AbortSignal) => Promise<GuardAnswer>

/** Decides a call and asks the person where it must. `null` lets it run; anything else is why it does not. */
export async function refusalOf(
  guard: GuardedTool,
  call: GuardedToolCall,
  ask: AskPerson,
  signal?: AbortSignal,
): Promise<string | null> {
  const decided = await guard.decide(call)
  if (decided.decision === 'allow') return null
  if (decided.decision === 'deny') return decided.message
  const answer = await ask({ tool: guard.spec.name, ...call, request: decided.request }, signal)
  const settled = await guard.answer(call, answer)
  if (answer.approved && settled.decision === 'ask') return null
  return answer.reason ?? 'A person declined this call.'
}
