export type { ApprovalAnswer, ApprovalRequest, AskForApproval, NoAnswer } from './call/approval.ts'
export { askThroughStore, type AskingSurface, type ShownRequest } from './call/ask-through-store.ts'
export { offerGrants, type OfferedGrant } from './call/offer-grants.ts'
export { refusalMessage, remedies } from './call/messages.ts'
export type { CallOutcome, CallStatus, JobReport, RunReport, TryReport } from './call/outcome.ts'
export type { RecordType, WriteRecord } from './call/records.ts'
export { commandEnvironment, type EnvironmentOptions } from './contain/environment.ts'
export { containmentAsked, containmentOf, type ContainmentOptions } from './contain/containment.ts'
export { unavailableMessage } from './call/describe-call.ts'
export {
  createRuntime,
  type CallContext,
  type CheckedCall,
  type GrantGiven,
  type GrantLimits,
  type LiveOptions,
  type Runtime,
  type RuntimeOptions,
} from './create-runtime.ts'
export { calledAs } from './exec/command-tools.ts'
export { commandProblem } from './exec/exec-subject.ts'
export type { CallEvent, CallListener } from './events/call-event.ts'
export {
  createSessionEvents,
  execDenied,
  execFinished,
  execRunning,
  execStarted,
  type ExecPlace,
  type SessionEvents,
} from './events/session-events.ts'
export type { AskedCommand, ExecHost, ExecOrder, HostState } from './hosts/exec-host.ts'
export type { Speaker } from './session/direct.ts'
export type { CallEnd, CallOrder } from './call/subject.ts'
export { LOOP_LIMITS, type LoopLimits } from './loops/loop-detector.ts'
export { commandHook, type CommandHookOptions } from './hooks/command-hook.ts'
export type { Hook, HookAnswer, HookCall, HookEvent, HookResult } from './hooks/hook.ts'
export { realPathAmong, realPathOf } from './files/real-path.ts'
export type { TryEffect, TryRequest, TrySettlement } from './try/try-request.ts'
export { createExecutableFinder, SYSTEM_PATH, type FindExecutable } from './plan/executables.ts'
export { isKnownCommand } from './plan/known-commands.ts'
export { MAX_COMMAND_LENGTH, planCommand, type PlannedLine, type PlanOptions } from './plan/plan-command.ts'
export type { ToolRegistry } from './tools/tool-registry.ts'
export { keptWork, startJobWork } from './run/run-as-job.ts'
export type { RunWork, WorkOptions } from './run/run-work.ts'
export type { RunOptions } from './run/run-planned-line.ts'
export { inspectRepository, type InspectRepository } from './repository/inspect-repository.ts'
