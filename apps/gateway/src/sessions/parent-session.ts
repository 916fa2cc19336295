import { AGENT_LIMITS } from '@poundlock/tools'

const TASK_SESSION = /^(s_[0-9a-f]{32})-(\d)$/

/** The session whose agent gave the task that a session is for; `null` for a session of its own. */
export const parentOf = (session: string): string | null => {
  const [, parent = null, number] = TASK_SESSION.exec(session) ?? []
  return Number(number) >= 1 && Number(number) <= AGENT_LIMITS.agents ? parent : null
}

/** The session of the next task, with how many there were. */
export const taskSession = (parent: string, before: number): string => `${parent}-${before + 1}`
