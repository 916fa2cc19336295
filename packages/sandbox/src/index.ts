export { checkBackendOptions, type ExpectedOption } from './backend-options.ts'
export { homeEnvironment } from './caches/home-environment.ts'
export type {
  FailedRenderer,
  FinishedCommand,
  ProbeCheck,
  ProbeReport,
  Sandbox,
  SandboxBackend,
  SandboxCommand,
  SandboxDenial,
  WorkspaceViews,
} from './contract.ts'
export { detectContainer, type ContainerSources } from './container/detect-container.ts'
export { coverDenied, type CoveredPolicy, deniedProblem } from './denied/cover-denied.ts'
export { withKeptNetwork } from './kept-network.ts'
export { checkPolicy } from './mount-plan/check-policy.ts'
export { protectConfiguredPaths } from './protection/configured-paths.ts'
export { compileMountPlan } from './mount-plan/compile-mount-plan.ts'
export { entriesNow, entryAt, gatherSystemFacts } from './mount-plan/gather-facts.ts'
export type { InsideUser, MountFacts, PathEntry, SystemFacts } from './mount-plan/mount-facts.ts'
export type { EntryKind, MountPlan, MountStep } from './mount-plan/mount-plan.ts'
export { type GitIdentity, gitIdentitySettings, hostGitIdentity } from './mount-plan/git-identity.ts'
export { createNoneBackend } from './none/none-backend.ts'
export type { EgressPolicy, FileMode, NetworkAccess, SandboxLimits, SandboxPolicy, WorkspaceView } from './policy.ts'
export { createProbeCache, type ProbeCache, type ProbeCacheOptions } from './probe/probe-cache.ts'
export { defaultHiddenPaths, type HiddenPath } from './protection/default-hidden-paths.ts'
export { PROTECTED_PATHS as DEFAULT_PROTECTED_PATHS } from '@poundlock/spec'
export { refusedRun } from './run/check-command.ts'
export {
  type GuardedRun,
  type GuardedSandboxOptions,
  openGuardedSandbox,
  type StartedCommand,
} from './run/guarded-sandbox.ts'
export { SandboxError, type SandboxErrorCode } from './sandbox-error.ts'
export type { ContainerFacts, Defence, SandboxStatus } from './status.ts'
export { toolchainPaths, type ToolchainOptions } from './toolchain/toolchain-paths.ts'
