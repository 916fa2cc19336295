import type { GuardAnswer, GuardedTool, GuardedToolCall } from './tool-guard.ts'

const NOT_APPROVED = 'This call needs an approval, and no person has approved it.'

/** What a framework that stores its calls is resumed with. */
type Resumed = { readonly approved: true } | { readonly approved: false; readonly message: string }

/** Answers a stored call. An approval of what is denied by now is a refusal. */
export async function resumeAnswer(
  guard: GuardedTool | undefined,
  call: GuardedToolCall,
  answer: GuardAnswer,
): Promise<Resumed> {
  const decided = await guard?.answer(call, answer)
  if (answer.approved && decided?.decision === 'ask') return { approved: true }
  return { approved: false, message: answer.reason ?? NOT_APPROVED }
}

/** Why a resumed call does not run; `null` when its data says that it was approved, which is not believed. */
export function resumedRefusal(data: unknown): string | null {
  const { approved, message } = (data ?? {}) as { approved?: unknown; message?: unknown }
  return approved === true ? null : typeof message === 'string' ? message : NOT_APPROVED
}
