export { quotedText } from './display/quoted-text.ts'
export { visibleText } from './display/visible-text.ts'
export { coversTarget, parseEgressRule, type EgressRule, type EgressRuleInput } from './egress/egress-rule.ts'
export { readHost, readTarget, writeTarget, type EgressTarget } from './egress/egress-target.ts'
export { intersectEgressRules } from './egress/intersect-egress-rules.ts'
export { formatInternetAddress, parseInternetAddress, type InternetAddress } from './egress/internet-address.ts'
export {
  EXEC_ASKS,
  EXEC_HOSTS,
  EXEC_SECURITIES,
  stricterAsk,
  stricterSecurity,
  type ExecAsk,
  type ExecHost,
  type ExecSecurity,
} from './exec-policy.ts'
export {
  PERMISSION_MODES,
  PERMISSION_TABLE,
  REQUIRED_PERMISSIONS,
  strictest,
  type Decision,
  type PermissionMode,
  type RequiredPermission,
} from './permission-mode.ts'
export { PoundlockError, type ErrorDetails, type PoundlockErrorOptions } from './poundlock-error.ts'
export { PROTECTED_PATHS, type ProtectedPath } from './protected-paths.ts'
export type { ProcessExit, ProcessHandle, ProcessInput } from './process-handle.ts'
export type { ToolContent } from './tool-content.ts'
export { redactSecrets, redactSecretsIn } from './redaction/redact-secrets.ts'
export type { ToolAnnotations, ToolCall, ToolSpec } from './tool-spec.ts'
export { BUILT_IN_TOOLS, TOOL_GROUPS, type ToolEntry, type ToolInputUse } from './tools/built-in-tools.ts'
export { ExecInput, execTool } from './tools/exec.ts'
export { findBuiltInTool, toolKey } from './tools/tool-name.ts'
export { coversTool, toolPatternProblem } from './tools/tool-pattern.ts'
export { validateToolInput } from './validation/validate-tool-input.ts'
export { createValidator, type ValidationIssue, type Validator } from './validation/validator.ts'
