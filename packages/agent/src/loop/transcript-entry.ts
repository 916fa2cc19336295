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
      readonly id: string
      readonly createdAt: string
      readonly agent: string
      readonly workspace: string
      readonly model: string
      /** The session that it was forked from, or that gave it its task. */
      readonly parent?: string
    }
  | { readonly type: 'prompt'; readonly content: readonly ToolContent[] }
  /** `isPartial`: the answer broke off after this text. */
  | {
      readonly type: 'answer'
      readonly turn: number
      readonly parts: readonly AnswerPart[]
      readonly usage: ModelUsage
      readonly isPartial?: true
    }
  /** From here on, the call may have had effects. */
  | { readonly type: 'call-started'; readonly callId: string; readonly runId: string; readonly onlyReads: boolean }
  | {
      readonly type: 'result'
      readonly callId: string
      readonly content: readonly ToolContent[]
      readonly isError: boolean
      readonly status: AnswerStatus
      readonly runId: string | null
    }
  /** The first `messages` of the conversation are replaced by this text. */
  | { readonly type: 'compaction'; readonly messages: number; readonly summary: string }
  | { readonly type: 'prompt-ended'; readonly reason: PromptEndReason }

/** Adds an entry to the transcript; settles when it lasts. */
export type WriteEntry = (entry: TranscriptEntry) => Promise<void>
