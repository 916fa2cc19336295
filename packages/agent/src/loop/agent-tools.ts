import type { Decision, ToolCall, ToolContent, ToolSpec } from '@poundlock/spec'

/**
 * How a call ended, as for `CallStatus` of the pipeline. `skipped`: it was not made, since its arguments could not be
 * read or the work was stopped. `unknown`: the process ended while it ran.
 */
export type AnswerStatus =
  | 'ran'
  | 'denied'
  | 'unapproved'
  | 'invalid'
  | 'unavailable'
  | 'failed'
  | 'skipped'
  | 'unknown'

/** The answer to a call. */
export interface AgentCallAnswer {
  /** How the call ended, for programs. */
  readonly status: AnswerStatus
  /** What the model reads. */
  readonly content: readonly ToolContent[]
  /** Whether the model is told that it failed. */
  readonly isError: boolean
  /** What the records of the run are found by. */
  readonly runId: string | null
}

/** A call that is about to run. */
export interface StartedCall {
  /** What the records of the run are found by. */
  readonly runId: string
  /** Its tool reads and does nothing else: doing it again does no harm. */
  readonly onlyReads: boolean
  /** What the rules said. */
  readonly decision: Decision
  /** Why, one sentence each. */
  readonly reasons: readonly string[]
}

/** What happens between the start of a call and its answer. */
export interface CallProgress {
  /** Aborted when the turn is given up. */
  readonly abortSignal: AbortSignal
  /** Called once, before anything of the call runs. When it rejects, nothing runs. */
  readonly beforeRun: (started: StartedCall) => Promise<void>
  /** Called with what the tool reports while it works. */
  readonly onUpdate: (text: string) => void
  /** Called when a person is asked about the call. */
  readonly onQuestion: (question: {
    readonly command: string
    readonly reasons: readonly string[]
    readonly agents: readonly string[]
    readonly request?: string
  }) => void
  /** Called when the question has an answer; `by` is null where no person gave it. */
  readonly onAnswered: (answered: { readonly answer: string; readonly by: string | null }) => void
}

/** The tools of an agent. `runtimeTools` makes them of a runtime; other programs bring their own. */
export interface AgentTools {
  /** The tools that the model is offered now. */
  list(): readonly Pick<
    ToolSpec,
    'name' | 'description' | 'summary' | 'inputSchema' | 'requiredPermission' | 'annotations'
  >[]
  /** Makes one call. A refusal is an answer; it throws only for faults of its own. */
  call(call: ToolCall, progress: CallProgress): Promise<AgentCallAnswer>
  /** A person has said something. @returns what happened in the session since they last did, a text each; each once */
  beginPrompt?(): Promise<readonly string[]>
}
