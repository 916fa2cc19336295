export type {
  FinishedCommand,
  ProbeCheck,
  ProbeReport,
  Sandbox,
  SandboxBackend,
  SandboxCommand,
  SandboxDenial,
} from './contract.ts'
export type { FileMode, NetworkMode, SandboxLimits, SandboxPolicy } from './policy.ts'
export { SandboxError, type SandboxErrorCode } from './sandbox-error.ts'
export type { ContainerFacts, Defence, SandboxStatus } from './status.ts'
