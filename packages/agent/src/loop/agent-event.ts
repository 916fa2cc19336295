import type { Decision } from '@poundlock/spec'
import type { ModelUsage } from '../model/model.ts'
import type { AnswerStatus } from './agent-tools.ts'

/** Why the work on a prompt ended. `limit-…` names the limit that was reached; the session can go on. */
export type PromptEndReason =
  | 'answered'
  | 'aborted'
  | 'failed'
  | 'limit-turns'
  | 'limit-tokens'
  | 'limit-cost'
  | 'limit-time'

/** What happens in the work on a prompt, in order. A turn is one request to the model with the calls that it makes. */
export type AgentEvent =
  | { readonly type: 'prompt-started'; readonly text: string }
  | { readonly type: 'turn-started'; readonly turn: number }
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  /** The answer broke off, or the provider is busy: it is asked again, and what was said so far does not count. */
  | {
      readonly type: 'retrying'
      /** How often it has been asked again for this answer, from 1. */
      readonly attempt: number
      /** Milliseconds until it is asked. */
      readonly delayMs: number
      /** Why, for programs. */
      readonly code: string
      /** Why, for people. */
      readonly message: string
    }
  /** The model calls a tool; nothing is decided yet. */
  | { readonly type: 'tool-called'; readonly callId: string; readonly tool: string; readonly input: unknown }
  /** The call was allowed, and begins. */
  | {
      readonly type: 'tool-started'
      /** That of `tool-called`. */
      readonly callId: string
      /** What the records of the run are found by. */
      readonly runId: string
      /** What the rules said. */
      readonly decision: Decision
      /** Why, one sentence each. */
      readonly reasons: readonly string[]
    }
  | { readonly type: 'tool-updated'; readonly callId: string; readonly text: string }
  /** A person is asked. */
  | {
      readonly type: 'asked'
      /** That of `tool-called`. */
      readonly callId: string
      /** What would run, as the person is shown it. */
      readonly command: string
      /** Why it is asked about, one sentence each. */
      readonly reasons: readonly string[]
      /** The agents that gave the task to one another, the first one first. */
      readonly agents: readonly string[]
      /** How answers name the request, where a gateway asks. */
      readonly request?: string
    }
  | { readonly type: 'answered'; readonly callId: string; readonly answer: string; readonly by: string | null }
  | {
      readonly type: 'tool-ended'
      /** That of `tool-called`. */
      readonly callId: string
      /** What the records of the run are found by; null where nothing ran. */
      readonly runId: string | null
      /** How the call ended, for programs. */
      readonly status: AnswerStatus
      /** Whether the model is told that it failed. */
      readonly isError: boolean
      /** What the model gets. */
      readonly text: string
    }
  /** Tools that the provider would refuse the request for. */
  | { readonly type: 'tools-left-out'; readonly tools: readonly { readonly name: string; readonly reason: string }[] }
  | { readonly type: 'usage'; readonly turn: ModelUsage; readonly total: ModelUsage; readonly cost: number | null }
  | { readonly type: 'compacted'; readonly messages: number; readonly summarised: boolean }
  | { readonly type: 'turn-ended'; readonly turn: number; readonly reason: 'calls' | 'end' | 'broken' }
  | {
      readonly type: 'prompt-ended'
      /** What ended it, for programs. */
      readonly reason: PromptEndReason
      /** Turns that it took. */
      readonly turns: number
      /** The last answer of the model; empty where there is none. */
      readonly text: string
      /** Set where the model, or the loop, failed. */
      readonly error?: { readonly code: string; readonly message: string; readonly remedy?: string }
    }
  /** The listener was too slow: so many events before the next one are missing for it. */
  | { readonly type: 'events-skipped'; readonly count: number }
