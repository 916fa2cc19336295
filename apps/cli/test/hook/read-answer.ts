import { expect } from 'vitest'
import type { HookAgent } from '../../src/hook/agent-format.ts'

/** What the agent does with the answer: by its own documentation, and as it was recorded. `none`: as without a hook. */
export function readAnswer(
  agent: HookAgent,
  { code, stdout }: { readonly code: number | undefined; readonly stdout: string },
): string {
  if (code === 2) return 'deny'
  expect(code).toBe(0)
  if (stdout === '') return 'none'
  const answer = JSON.parse(stdout)
  if (agent === 'gemini') return answer.decision
  expect(answer.hookSpecificOutput.hookEventName).toBe('PreToolUse')
  return answer.hookSpecificOutput.permissionDecision
}
