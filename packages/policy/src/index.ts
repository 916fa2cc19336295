export { HARMLESS_ENVIRONMENT } from './commands/environment-names.ts'
export { PROTECTED_PATHS } from './commands/protected-paths.ts'
export { deriveGrant, grantCovers } from './grants/derive-grant.ts'
export type { ExactGrant, Grant, GrantOffer, LikeGrant } from './grants/grant.ts'
export { createPolicy, type Policy } from './create-policy.ts'
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
export type { ExecLayer, FilesLayer, PolicyLayer } from './layer.ts'
export { PolicyError } from './policy-error.ts'
export { REASON_CODES, type ReasonCode } from './reason-codes.ts'
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
} from './request.ts'
export { withFallback } from './with-fallback.ts'
