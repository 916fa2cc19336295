import type { AskForApproval, CallContext, Runtime } from '@poundlock/runtime'
import type { ToolCall, ToolSpec } from '@poundlock/spec'
import type { AgentTools, AgentCallAnswer, CallProgress } from '../loop/agent-tools.ts'
import { outcomeAnswer } from './outcome-answer.ts'
import type { KeepResult } from './run-text.ts'

/** Which tools of a runtime an agent has, and in which session. */
export interface RuntimeToolsOptions {
  /** What decides and runs the calls. */
  readonly runtime: Runtime
  /** Where and for whom calls are made. */
  readonly context: CallContext
  /** Asks a person; without it, no person is asked. */
  readonly ask?: AskForApproval
  /** The tools that the policy lets the agent call at all; all of the runtime unless set. */
  readonly offered?: () => readonly ToolSpec[]
  /** Keeps a result that is too long for the model. Without it, the middle is lost. */
  readonly keep?: KeepResult
  /** The agents that gave the task to one another, with this one at the end. */
  readonly agents?: readonly string[]
}

/** The tools of a runtime for an agent: each call takes the whole pipeline. */
export function runtimeTools(options: RuntimeToolsOptions): AgentTools {
  const { runtime, context, offered = () => runtime.tools.list() } = options
  return {
    list: offered,
    call: (call, progress) => makeCall(call, progress, options),
    beginPrompt: () => {
      // What a person says is progress: calls may be made again.
      runtime.onSessionEnd(context.session)
      return runtime.takeEvents(context.session)
    },
  }
}

async function makeCall(
  call: ToolCall,
  progress: CallProgress,
  options: RuntimeToolsOptions,
): Promise<AgentCallAnswer> {
  const { runtime, context, keep = () => undefined } = options
  const { abortSignal, beforeRun, onUpdate } = progress
  const outcome = await runtime.call(call, context, {
    abortSignal,
    ask: observedAsk(options, progress),
    beforeRun: ({ runId, onlyReads, decision }) =>
      beforeRun({
        runId,
        onlyReads,
        decision: decision.decision,
        reasons: decision.reasons.map(({ message }) => message),
      }),
    onUpdate: ({ text }) => onUpdate(text),
    onOutput: ({ text }) => onUpdate(text),
  })
  return outcomeAnswer(outcome, keep)
}

/** Tells when a person is asked, and what they said. */
function observedAsk(
  { ask, context, agents = [context.agent] }: RuntimeToolsOptions,
  { onQuestion, onAnswered }: CallProgress,
): AskForApproval | null {
  if (ask === undefined) return null
  return async (call, options) => {
    const { command, decision } = call
    onQuestion({ command, reasons: decision.reasons.map(({ message }) => message), agents })
    const answer = await ask(call, options)
    onAnswered('by' in answer ? { answer: answer.answer, by: answer.by } : { answer: answer.answer, by: null })
    return answer
  }
}
