import type { Agent, FunctionTool, RunState, RunToolApprovalItem } from '@openai/agents'
import type { GuardAnswer } from '../tool-guard.ts'

/** What the OpenAI Agents SDK is given: tools, and the way to answer. */
export interface OpenAiAgentsGuard {
  /** For `new Agent({ tools })`. */
  readonly tools: FunctionTool<unknown, never>[]
  /**
   * Answers an interruption for a person whom the application has authenticated, and notes it in the state to run on.
   * `state.approve` alone runs nothing.
   */
  readonly answer: (
    state: Pick<RunState<unknown, Agent>, 'approve' | 'reject'>,
    interruption: RunToolApprovalItem,
    answer: GuardAnswer,
  ) => Promise<void>
  /** Ends the calls that wait. None of them runs. */
  close(): void
}
