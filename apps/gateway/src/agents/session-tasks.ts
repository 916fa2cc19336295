import type { PromptEnd } from '@poundlock/agent'
import { PoundlockError, visibleText } from '@poundlock/spec'
import { agentReport, type AgentReport, type AgentTask, tooManyAgents } from '@poundlock/tools'
import type { CallOwner } from '../calls/running-call.ts'
import { parentOf } from '../sessions/parent-session.ts'
import type { SessionStore, StoredSession } from '../sessions/session-store.ts'

export interface TaskGiver {
  readonly sessions: SessionStore
  /** The session whose model gives the tasks. */
  readonly session: StoredSession
  readonly owner: CallOwner
  /** The model of that session, and those that a task may name. */
  readonly model: string
  readonly models: readonly string[]
  /** Has a model work on a task. @throws GatewayError `BUSY` */
  readonly begin: (session: StoredSession, task: GivenTask) => Promise<PromptEnd>
  readonly stop: (session: string) => void
  /** Ends the session of a task: it takes nothing more. */
  readonly end: (session: string) => void
}

export type RunTask = (task: AgentTask) => Promise<AgentReport>

export interface GivenTask {
  readonly text: string
  readonly model: string
  readonly onCall: (tool: string) => void
}

/** Characters of the name of a session. */
const LONGEST_LABEL = 64

/** The agents that gave one another the task of a session, the first one first. */
export const agentsOf = ({ id, agent, label = '' }: StoredSession): readonly string[] =>
  parentOf(id) === null ? [agent] : [agent, `${agent} for "${label}"`]

/** Runs the tasks of one session: each in a session of its own, with the rules of that session and less. */
export function sessionTasks(giver: TaskGiver): RunTask {
  const { sessions, session, owner } = giver
  const by = { device: owner.deviceId, name: owner.deviceName, role: owner.role }
  return async ({ description, prompt, model = giver.model, abortSignal, onUpdate }) => {
    if (!giver.models.includes(model)) throw otherModel(giver.models)
    if (parentOf(session.id) !== null) throw tooManyAgents()
    const label = visibleText(description).slice(0, LONGEST_LABEL).trim() || 'a task'
    const own = sessions.createTask(session, label, by)
    if (own === null) throw tooManyAgents()
    const stop = () => giver.stop(own.id)
    try {
      const ended = giver.begin(own, { text: prompt, model, onCall: (tool) => onUpdate?.({ text: `${tool}\n` }) })
      abortSignal.addEventListener('abort', stop, { once: true })
      if (abortSignal.aborted) stop()
      return agentReport(await ended, own.id)
    } finally {
      abortSignal.removeEventListener('abort', stop)
      giver.end(own.id)
    }
  }
}

const otherModel = (models: readonly string[]) =>
  new PoundlockError('the gateway does not offer this model', {
    code: 'AGENT_MODEL',
    remedy: `Leave "model" out, or name one of ${models.join(', ')}.`,
  })

/** A client made the call. */
export const onlyModels = () =>
  new PoundlockError('only a model of the gateway gives tasks here', {
    code: 'AGENT_TASK',
    remedy: 'Begin a session, and give it a prompt.',
  })
