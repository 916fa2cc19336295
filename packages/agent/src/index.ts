export { callIds } from './call-ids.ts'
export { systemPrompt, type SystemPromptParts } from './context/system-prompt.ts'
export { defineTools, type DefineOptions, type ModelTool, type ToolDefinitions } from './define-tools.ts'
export { AgentLoop, type AgentLoopOptions, type PromptEnd } from './loop/agent-loop.ts'
export type { AgentEvent, PromptEndReason } from './loop/agent-event.ts'
export type { AgentTools, AnswerStatus, AgentCallAnswer, CallProgress, StartedCall } from './loop/agent-tools.ts'
export type { RetryOptions } from './loop/ask-model.ts'
export type { AnswerPart, ConversationMessage } from './loop/conversation.ts'
export { Conversation, type OpenCall } from './loop/conversation-state.ts'
export type { FeedLimits } from './loop/event-feed.ts'
export type { LoopBounds, ModelPrice } from './loop/loop-limits.ts'
export type { AnswerLimits } from './loop/read-answer.ts'
export type { TranscriptEntry, WriteEntry } from './loop/transcript-entry.ts'
export { ModelError, type ModelErrorCode, type ModelErrorOptions } from './model/model-error.ts'
export type { AgentModel, ModelEvent, ModelRequest, ModelUsage, StopReason } from './model/model.ts'
export type { ModelResult } from './pair-results.ts'
export { PROVIDERS, type JsonObject, type Provider } from './provider.ts'
export { readCalls, type ModelCall, type ReadCallsOptions } from './read-calls.ts'
export { resultCallId } from './result-call-id.ts'
export { outcomeAnswer } from './results/outcome-answer.ts'
export { runText, type KeepResult } from './results/run-text.ts'
export { runtimeTools, type RuntimeToolsOptions } from './results/runtime-tools.ts'
export { listTranscripts, type TranscriptSummary } from './session/list-transcripts.ts'
export {
  createTranscript,
  forkTranscript,
  openTranscript,
  type NewSession,
  type OpenTranscript,
} from './session/open-transcript.ts'
export { findTranscript, readTranscript, type ReadTranscript, type SessionEntry } from './session/read-transcript.ts'
export { TranscriptError, type TranscriptErrorCode } from './session/transcript-error.ts'
export { toolingSection } from './tooling-section.ts'
export { writeTurns, type ToolTurn, type TurnMessages } from './write-messages.ts'
