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
export { explainDenials, type DenialContext } from './denial/explain-denials.ts'
export { createEgressProxy, type EgressProxy, type EgressProxyOptions } from './egress/egress-proxy.ts'
export type { EgressBounds } from './egress/egress-run.ts'
export { findSpecialNetwork } from './egress/judge-address.ts'
export { proxyEnvironment } from './egress/proxy-environment.ts'
export type { ResolveHost } from './egress/reach.ts'
export type { SpecialNetwork } from './egress/special-networks.ts'
export { checkPolicy } from './mount-plan/check-policy.ts'
export { protectConfiguredPaths } from './repositories/configured-paths.ts'
export { compileMountPlan } from './mount-plan/compile-mount-plan.ts'
export { entriesNow, entryAt, gatherSystemFacts } from './mount-plan/gather-facts.ts'
export type { InsideUser, MountFacts, PathEntry, SystemFacts } from './mount-plan/mount-facts.ts'
export type { EntryKind, MountPlan, MountStep } from './mount-plan/mount-plan.ts'
export { absentFrom } from './paths/absent-from.ts'
export { isWithin } from './paths/path-relations.ts'
export { createNoneBackend } from './none/none-backend.ts'
export type { EgressPolicy, FileMode, NetworkMode, SandboxLimits, SandboxPolicy, WorkspaceView } from './policy.ts'
export { isAbandoned, ownerMark } from './ownership/owner-mark.ts'
export { createProbeCache, type ProbeCache, type ProbeCacheOptions } from './probe/probe-cache.ts'
export { defaultHiddenPaths, type HiddenPath } from './protection/default-hidden-paths.ts'
export { type HiddenWatch, type HiddenWatchOptions, watchHidden } from './protection/watch-hidden.ts'
export { PROTECTED_PATHS as defaultProtectedPaths, type ProtectedPath } from '@poundlock/spec'
export { SandboxError, type SandboxErrorCode } from './sandbox-error.ts'
export type { ContainerFacts, Defence, SandboxStatus } from './status.ts'
export { giveBack } from './sweep/give-back.ts'
export type { Quarantined } from './sweep/quarantine.ts'
export { type AbandonedFindings, openSweepFolders, type SweepFolders } from './sweep/sweep-abandoned.ts'
export {
  createWorkspaceGuard,
  type RunGuard,
  type SweepReport,
  type WorkspaceGuard,
  type WorkspaceGuardOptions,
} from './sweep/workspace-guard.ts'
export { toolchainPaths, type ToolchainOptions } from './toolchain/toolchain-paths.ts'
