export type {
  CommandRuleInput,
  CommandRuleObject,
  Containment,
  Denials,
  FileDenials,
  HostApprovals,
  ChooseNode,
  ChosenNode,
  PolicyRequest,
  RequestContext,
  ServerProgram,
} from './model/request.ts'
export { HARMLESS_ENVIRONMENT } from './rules/programs/environment-names.ts'
export type {
  EffectRuleObject,
  ExecLayer,
  PathRules,
  PolicyLayer,
  ProvenLevel,
  RuleInput,
  SafeBinProfile,
} from './model/layer.ts'
export type { Grant } from './model/grant.ts'
export { type Policy, type PolicyOptions, createPolicy } from './evaluate/create-policy.ts'
export type { AskFallback } from './model/ask-fallback.ts'
export type {
  CommandDecision,
  ExecSettings,
  Fix,
  PolicyDecision,
  Reason,
  ReasonEffect,
  Setting,
  TraceStep,
} from './model/decision.ts'
export { type ExecDocument, type PolicyDocument, policyLayer } from './rules/document/policy-document.ts'
export type { FileAccess } from './model/file-access.ts'
export type { CommandEvaluator } from './evaluate/commands/line-evaluator.ts'
export { callEffects } from './evaluate/needs/call-effects.ts'
export { PolicyError } from './model/policy-error.ts'
export type { ReasonCode } from './model/reason-codes.ts'
export type { CommandPlan, CommandProfile, NamesRole, PlannedCommand, PlannedEffect } from './model/command-plan.ts'
export type { Sender, SessionState } from './model/session-state.ts'
export { TOOL_PROFILES, type ToolProfile } from './model/tool-profiles.ts'
export type { ToolFilter } from './model/tools-layer.ts'
export { toolAccess } from './inputs/tool-access.ts'
export type { ToolInputs } from './inputs/named-inputs.ts'
export { toolRequest, type CallDescription } from './inputs/tool-request.ts'
export { plainReadsBelow } from './evaluate/plain-reads.ts'
export { applyDirective, type DirectiveContext, type DirectiveResult } from './evaluate/session/session-directive.ts'
export { withFallback } from './evaluate/session/with-fallback.ts'
export { REASON_CODES } from './model/reason-codes.ts'
export { readFilePath } from './model/file-access.ts'
export { deletedRoot, normalisePath, shownFiles } from './model/paths.ts'
export { splitModel } from './model/provider-name.ts'
export { sourceAt } from './model/source-at.ts'
export { requestEffects, type PlannedEffects } from './evaluate/effects/evaluate-effect-rules.ts'
export { compileEffectRule, isEffectRule } from './rules/files/effect-rule.ts'
export { pathCoverage } from './rules/files/file-rules.ts'
export { agentKey, expandLayers, namedAgents } from './rules/layers/expand-layers.ts'
export { pathPatternProblem } from './rules/paths/path-pattern.ts'
export { compileToolList, createCatalogue, type ToolCatalogue } from './rules/tools/tool-list.ts'
export { isMeant } from './rules/tools/tool-policy.ts'
export { compileDomains, readWebAddress } from './rules/web/domains.ts'
