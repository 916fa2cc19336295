import { PoundlockError } from '@poundlock/spec'
import type { AgentReport } from './agent-handler.ts'

/** Limits of agents that work for one session; one that works for another gives no tasks itself. */
export const AGENT_LIMITS = {
  /** Agents that one session may start. */
  agents: 8,
  /** Turns of the work on one task. */
  turns: 50,
} as const

/** The error for a task over `AGENT_LIMITS.agents`, or one that an agent gives that works for another. */
export const tooManyAgents = (): PoundlockError =>
  new PoundlockError(`no more agents: at most ${AGENT_LIMITS.agents} for a session, and none for one of them`, {
    code: 'AGENT_LIMIT',
    remedy: 'Do the rest yourself.',
  })

/**
 * What an agent reports at the end of its work.
 *
 * @param end how its loop ended; `answered` where it did its task
 * @throws the error of a loop that failed
 */
export function agentReport(
  end: { readonly reason: string; readonly text: string; readonly error?: unknown },
  session: string,
): AgentReport {
  const { reason, text, error } = end
  if (reason === 'failed' && error !== undefined) throw error
  const note = reason === 'answered' ? '' : `\n(It ended before its task: ${reason}.)`
  return { text: `${text === '' ? '(no answer)' : text}${note}`, session }
}
