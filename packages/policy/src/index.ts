export { HARMLESS_ENVIRONMENT } from './commands/environment-names.ts'
export type { SafeBinProfile } from './commands/safe-bin-profile.ts'
export type { ExactGrant, Grant, LikeGrant } from './grants/grant.ts'
export { createPolicy, type Policy, type PolicyOptions } from './create-policy.ts'
export type {
  AskFallback,
  CommandDecision,
  ExecSettings,
  Fix,
  HostSetting,
  PolicyDecision,
  PolicyStep,
  Reason,
  Setting,
  TraceStep,
} from './decision.ts'
export {
  policyLayer,
  type AgentDocument,
  type ExecDocument,
  type PolicyDocument,
  type ToolsDocument,
} from './document/policy-document.ts'
export type { EffectRuleObject } from './files/effect-rule.ts'
export type { FileAccess } from './files/file-access.ts'
export type { FileGround } from './files/file-ground.ts'
export type { PathRules } from './files/file-rules.ts'
export type { ExecLayer, FilesLayer, PolicyLayer, RuleInput } from './layer.ts'
export type { AgentLayer, AgentsLayer } from './layers/expand-layers.ts'
export type { CommandJudge } from './line-judge.ts'
export { PolicyError } from './policy-error.ts'
export type { ReasonCode } from './reason-codes.ts'
export type {
  CommandPlan,
  CommandProfile,
  CommandRuleInput,
  CommandRuleObject,
  Containment,
  HostApprovals,
  NamesRole,
  PlannedCommand,
  PlannedEffect,
  PolicyRequest,
  RequestContext,
  ServedTool,
} from './request.ts'
export type { ElevatedAnswer, ElevatedLayer } from './session/elevated-gates.ts'
export type { ElevatedLevel, ExecOverrides, Sender, SessionState } from './session/session-state.ts'
export type { ListedTool } from './tools/tool-list.ts'
export { TOOL_PROFILES, type ToolProfile } from './tools/tool-profiles.ts'
export type { ToolFilter, ToolsLayer } from './tools/tools-layer.ts'
export type { WebLayer } from './web/judge-web.ts'
