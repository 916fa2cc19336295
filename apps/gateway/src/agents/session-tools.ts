import { setTimeout as sleep } from 'node:timers/promises'
import { outcomeAnswer, type AgentCallAnswer, type AgentTools, type CallProgress } from '@poundlock/agent'
import { keepOutput, type LocalHost } from '@poundlock/local-host'
import { GatewayError } from '@poundlock/protocol'
import type { CallOutcome } from '@poundlock/runtime'
import type { ToolCall, ToolSpec } from '@poundlock/spec'
import { AGENT_TOOL } from '@poundlock/spec/tools'
import type { Calls } from '../calls/calls.ts'
import { fingerprintOf } from '../calls/fingerprint.ts'
import type { FollowedCall, CallOwner } from '../calls/running-call.ts'
import type { StoredSession } from '../sessions/session-store.ts'
import { AGENT_KEY } from './agent-settings.ts'
import { agentsOf } from './session-tasks.ts'

export interface SessionToolsParts {
  readonly calls: Calls
  readonly session: StoredSession
  /** Who the calls are made for: the device that gave the prompt. */
  readonly owner: CallOwner
  readonly tools: () => readonly ToolSpec[]
  /** Absolute. */
  readonly stateFolder: string
  readonly takeEvents: () => Promise<readonly string[]>
  /** Gives the host of a call what it lacks. */
  readonly prepare: (host: LocalHost) => void
}

const AGAIN_MS = 500

/** The tools of a session for a model of the gateway: its calls are calls of the gateway, once each. */
export function sessionTools(parts: SessionToolsParts): AgentTools {
  return {
    list: parts.tools,
    call: (call, progress) => callWhenThereIsRoom(call, progress, parts),
    beginPrompt: parts.takeEvents,
  }
}

/** `BUSY` says that nothing was done: the call is made when there is room. */
async function callWhenThereIsRoom(
  call: ToolCall,
  progress: CallProgress,
  parts: SessionToolsParts,
): Promise<AgentCallAnswer> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- again only where there was no room
      return await makeCall(call, progress, parts)
    } catch (error) {
      const { code, message } = error instanceof GatewayError ? error : { code: null, message: '' }
      if (code === null) throw error
      if (code !== 'BUSY' || progress.abortSignal.aborted) return refused(message, code === 'OUTCOME_UNKNOWN')
      // oxlint-disable-next-line no-await-in-loop -- the pause before it
      await sleep(AGAIN_MS, undefined, { signal: progress.abortSignal }).catch(() => undefined)
    }
  }
}

async function makeCall(
  { id, name: tool, input }: ToolCall,
  progress: CallProgress,
  { calls, session, owner, stateFolder, prepare }: SessionToolsParts,
): Promise<AgentCallAnswer> {
  const key = `${AGENT_KEY}${session.id} ${id}`
  const fingerprint = fingerprintOf('tools.call', { session: session.id, tool, input, cwd: null })
  let outcome: CallOutcome | null = null
  const observer = observerOf(progress, session, (ended) => (outcome = ended))
  const cancel = () => calls.byKey(owner.deviceId, key)?.cancel()
  progress.abortSignal.addEventListener('abort', cancel, { once: true })
  try {
    const request = { key, fingerprint, session, tool, input, cwd: session.workspace, observer, prepare }
    const made = calls.call(owner, { ...request, givesTask: tool === AGENT_TOOL.name }, false)
    if (progress.abortSignal.aborted) cancel()
    const { message } = await made
    const known = outcome as CallOutcome | null
    return known === null ? refused(message, false) : outcomeAnswer(known, (output) => keepOutput(stateFolder, output))
  } finally {
    progress.abortSignal.removeEventListener('abort', cancel)
  }
}

function observerOf(
  { beforeRun, onUpdate, onQuestion, onAnswered }: CallProgress,
  session: StoredSession,
  onEnded: (outcome: CallOutcome) => void,
): FollowedCall {
  return {
    beforeRun: ({ runId, onlyReads, decision }) =>
      beforeRun({
        runId,
        onlyReads,
        decision: decision.decision,
        reasons: decision.reasons.map(({ message }) => message),
      }),
    update: onUpdate,
    waits: ({ command, decision }, request) =>
      onQuestion({
        command,
        reasons: decision.reasons.map(({ message }) => message),
        agents: agentsOf(session),
        request,
      }),
    answered: (answer, by) => onAnswered({ answer, by }),
    ended: onEnded,
  }
}

const refused = (message: string, isUnknown: boolean): AgentCallAnswer => ({
  status: isUnknown ? 'unknown' : 'failed',
  content: [{ type: 'text', text: message }],
  isError: true,
  runId: null,
})
