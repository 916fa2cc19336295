import type { ToolContent } from '@poundlock/spec'
import type { ModelUsage } from '../model/model.ts'
import type { PromptEndReason } from './agent-event.ts'
import type { AnswerStatus } from './agent-tools.ts'
import type { AnswerPart } from './conversation.ts'

/** An entry of the transcript of a session, one line of JSON each. Entries are only ever added. */
export type TranscriptEntry =
  | {
      readonly type: 'session'
      readonly version: 1
      /** By which the session is resumed; the name of its file. */
      readonly id: string
      /** ISO 8601. */
      readonly createdAt: string
      /** Id of the agent. */
      readonly agent: string
      /** Absolute path of the folder that it works in. */
      readonly workspace: string
      /** The model that was chosen for it. */
      readonly model: string
      /** The session that it was forked from, or that gave it its task. */
      readonly parent?: string
    }
  | { readonly type: 'prompt'; readonly content: readonly ToolContent[] }
  /** `isPartial`: the answer broke off after this text. */
  | {
      readonly type: 'answer'
      /** Its number in the work on the prompt, from 1. */
      readonly turn: number
      /** Text, reasoning and calls, in order. */
      readonly parts: readonly AnswerPart[]
      /** What this answer used. */
      readonly usage: ModelUsage
      readonly isPartial?: true
    }
  /** From here on, the call may have had effects. */
  | { readonly type: 'call-started'; readonly callId: string; readonly runId: string; readonly onlyReads: boolean }
  | {
      readonly type: 'result'
      /** That of the call in the answer. */
      readonly callId: string
      /** What the model reads. */
      readonly content: readonly ToolContent[]
      /** Whether the model is told that it failed. */
      readonly isError: boolean
      /** How the call ended, for programs. */
      readonly status: AnswerStatus
      /** What the records of the run are found by; null where nothing ran. */
      readonly runId: string | null
    }
  /** The first `messages` of the conversation are replaced by this text. */
  | { readonly type: 'compaction'; readonly messages: number; readonly summary: string }
  | { readonly type: 'prompt-ended'; readonly reason: PromptEndReason }

/** Adds an entry to the transcript; settles when it lasts. */
export type WriteEntry = (entry: TranscriptEntry) => Promise<void>
