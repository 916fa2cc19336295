export { quotedText } from './display/quoted-text.ts'
export { visibleText } from './display/visible-text.ts'
export {
  coversTarget,
  isLocalName,
  parseEgressRule,
  type EgressRule,
  type EgressRuleInput,
} from './egress/egress-rule.ts'
export { EGRESS_PRESETS, expandEgressPresets, findRegistry, type Registry } from './egress/egress-presets.ts'
export { readHost, readTarget, writeTarget, type EgressTarget } from './egress/egress-target.ts'
export { intersectEgressRules } from './egress/intersect-egress-rules.ts'
export { formatInternetAddress, parseInternetAddress } from './egress/internet-address.ts'
export {
  EXEC_ASKS,
  EXEC_HOSTS,
  EXEC_SECURITIES,
  stricterAsk,
  stricterSecurity,
  type ExecAsk,
  type ExecHostName,
  type ExecSecurity,
} from './exec-policy.ts'
export { hasWildcards } from './paths/has-wildcards.ts'
export { foldersBetween, isWithin } from './paths/path-relations.ts'
export { isObject } from './json/is-object.ts'
export { parseStrictJson } from './json/parse-strict-json.ts'
export { repeatedKey } from './json/repeated-key.ts'
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
export { SECRET_PLACES, type SecretPlace } from './secret-places.ts'
export type { ProcessExit, ProcessHandle, ProcessInput } from './process-handle.ts'
export type { ToolContent } from './tool-content.ts'
export { isFrozenThrough } from './redaction/frozen-through.ts'
export { redactSecrets, redactSecretsIn } from './redaction/redact-secrets.ts'
export type { ToolAnnotations, ToolCall, ToolSpec } from './tool-spec.ts'
export { BUILT_IN_TOOLS, TOOL_GROUPS, type ToolEntry } from './tools/built-in-tools.ts'
export { sortedJson } from './json/sorted-json.ts'
export { findBuiltInTool, toolKey } from './tools/tool-name.ts'
export { compileMcpPattern, fitsParts, isMcpName } from './tools/mcp-pattern.ts'
export { coversTool, toolPatternProblem } from './tools/tool-pattern.ts'
