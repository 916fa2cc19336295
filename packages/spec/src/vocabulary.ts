/** The words that policies are made of, for those that need no schema library: tools, modes, settings, errors. */
export { visibleText } from './display/visible-text.ts'
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
export { BUILT_IN_TOOLS, TOOL_GROUPS, type ToolEntry, type ToolInputUse } from './tools/built-in-tools.ts'
export { findBuiltInTool, toolKey } from './tools/tool-name.ts'
