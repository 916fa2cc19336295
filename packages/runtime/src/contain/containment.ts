import type { Containment } from '@poundlock/policy'
import type { SandboxBackend, SandboxPolicy, SandboxStatus } from '@poundlock/sandbox'

/** What contains commands, and what is done where that cannot be had. */
export interface ContainmentOptions {
  readonly backend: SandboxBackend
  /** Runs uncontained and says so; only used with `degrade`. */
  readonly none: SandboxBackend
  readonly policy: SandboxPolicy
  readonly onUnavailable: 'refuse' | 'degrade'
}

/** What the policy is told of a sandbox: only what its status proves. */
export function containmentOf(status: SandboxStatus): Containment {
  return { active: status.active, network: status.network, workspaceOnly: status.filesystem !== 'off' }
}

/** What the policy would be told, were the sandbox as its policy asks. */
export function containmentAsked(policy: SandboxPolicy): Containment {
  return { active: true, network: policy.network, workspaceOnly: policy.fileMode !== 'off' }
}
