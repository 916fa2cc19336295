export type { GuardDecision } from './guard-decision.ts'
export { guardTool, type GuardAnswer, type GuardedTool, type GuardedToolCall, type GuardOptions } from './tool-guard.ts'
