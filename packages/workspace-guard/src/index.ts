export {
  type DeniedFiles,
  type DeniedNames,
  type DeniedPattern,
  type DeniedProblem,
  type DeniedPath,
  DENIED_PROBLEMS,
  type DeniedSearch,
} from './denied/denied-files.ts'
export { deniedPaths, findDenied } from './denied/find-denied.ts'
export { absentFrom } from './paths/absent-from.ts'
export { resolveName } from './paths/resolve-name.ts'
export { editorWorkspaces } from './paths/editor-workspaces.ts'
export { onlyDescribes, type ConfigurationContext } from './repositories/git-configuration.ts'
export { isWrittenThrough, mergesPlainly, REMOTE_FOLDERS, STRATEGY_FILES } from './repositories/git-state.ts'
export { rebaseCommands, REBASE_FOLDER, REBASE_STEPS } from './repositories/repository-dangers.ts'
export { giveBack } from './sweep/give-back.ts'
export type { Quarantined } from './sweep/quarantine.ts'
export { type AbandonedFindings, openSweepFolders, type SweepFolders } from './sweep/sweep-abandoned.ts'
export { relativeTo } from './sweep/watched-paths.ts'
export {
  createWorkspaceGuard,
  type RunGuard,
  type SweepReport,
  type WorkspaceGuard,
  type WorkspaceGuardOptions,
} from './sweep/workspace-guard.ts'
export { WorkspaceGuardError, type WorkspaceGuardErrorCode } from './workspace-guard-error.ts'
