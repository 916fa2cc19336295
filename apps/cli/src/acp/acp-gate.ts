import type { DecisionData } from '@poundlock/audit'
import { createRecorder } from '@poundlock/local-host'
import { strictest, type Decision } from '@poundlock/spec'
import { answerHook } from '../hook/answer-hook.ts'
import type { AcpCall } from './acp-call.ts'

/** What the editor answered; `unknown` where it gave none. */
export type EditorAnswer = 'allow-once' | 'deny' | 'unknown'

/** What was decided about all parts of a request. */
export interface AcpDecision {
  readonly decision: Decision
  /** For the person and the agent: what was decided, and what would allow it. */
  readonly notices: readonly string[]
  /** Records it, with the answer of the person where there was a question. */
  record(answer?: EditorAnswer): Promise<void>
}

export interface AcpCaller {
  readonly cwd: string
  readonly session: string
}

export type AcpGate = (calls: readonly AcpCall[], caller: AcpCaller) => AcpDecision

/**
 * Decides by the rules of the person, as their hook does: outside of any sandbox, since the editor is. The strictest
 * answer of all parts counts.
 */
export function openGate(workspace: string): AcpGate {
  return (calls, { cwd, session }) => {
    const answers = calls.map(({ tool, input }) => {
      const question = { hook_event_name: 'acp', tool_name: tool, tool_input: input, cwd, session_id: session }
      return answerHook('acp', Buffer.from(JSON.stringify(question)), { place: { folder: workspace, environment: {} } })
    })
    const decision = answers.reduce<Decision>((worst, answer) => strictest(worst, answer.decision), 'allow')
    const notices = answers.filter((answer) => answer.decision === decision).map((answer) => answer.notices)
    const record = async (answer: EditorAnswer = 'unknown') => {
      for (const { record: data, state } of answers) {
        if (data !== null && state !== null) {
          await createRecorder(state, `${state}/audit`)('decision', settled(data, decision, answer))
        }
      }
    }
    return { decision, notices, record }
  }
}

function settled(data: DecisionData, decision: Decision, answer: EditorAnswer): DecisionData {
  if (decision !== 'ask') {
    return { ...data, outcome: decision === 'allow' ? 'handed-on' : 'denied' }
  }
  const outcome = answer === 'allow-once' ? 'handed-on' : 'denied'
  return { ...data, outcome, approval: { kind: 'hook', by: 'acp', answer } }
}
