import type { SandboxPolicy } from './policy.ts'

/** The policy where a sandbox cannot keep an allowlist of hosts: without a network where the list is only a default. */
export function withKeptNetwork(policy: SandboxPolicy, keepsAllowlist: boolean): SandboxPolicy {
  if (keepsAllowlist || policy.network !== 'allowlist' || policy.egress?.elseOff !== true) return policy
  const { egress: _egress, ...rest } = policy
  return { ...rest, network: 'off' }
}
