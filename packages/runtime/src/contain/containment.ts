import type { Containment } from '@poundlock/policy'
import type { SandboxBackend, SandboxPolicy, SandboxStatus } from '@poundlock/sandbox'
import type { DenyingPolicy } from './with-denials.ts'

/** The sandbox of a runtime, and what happens when it is unavailable. */
export interface ContainmentOptions {
  /** Contains commands. */
  readonly backend: SandboxBackend
  /** Runs uncontained and says so; only used with `degrade`. */
  readonly none: SandboxBackend
  /** What commands may reach in it. */
  readonly policy: SandboxPolicy
  /** Where the backend cannot contain: `refuse` runs nothing, `degrade` runs on the host what may run there. */
  readonly onUnavailable: 'refuse' | 'degrade'
}

type EnforcedDenials = Pick<DenyingPolicy, 'denied' | 'unkept'>

const enforcedOf = (enforced: EnforcedDenials | undefined): Pick<Containment, 'denied' | 'unkept'> =>
  enforced === undefined
    ? {}
    : { denied: enforced.denied, ...(Object.keys(enforced.unkept).length > 0 && { unkept: enforced.unkept }) }

/** The containment that the policy may rely on: only what the status proves. */
export function containmentOf(status: SandboxStatus, policy: SandboxPolicy, enforced?: EnforcedDenials): Containment {
  const { active, network, filesystem } = status
  const asks = active && network === 'allowlist' && asksAll(policy)
  return { active, network, ...asks, workspaceOnly: filesystem !== 'off', ...enforcedOf(enforced) }
}

/** Whether no host is named, so that each is asked about. */
const asksAll = ({ egress }: SandboxPolicy): false | { readonly asksHosts: true } =>
  egress?.asks === true && egress.rules.length === 0 && { asksHosts: true }

/** The containment that the policy could rely on if the sandbox worked as configured. */
export function wantedContainment(policy: SandboxPolicy, enforced?: EnforcedDenials): Containment {
  const { network, fileMode } = policy
  const asks = network === 'allowlist' && asksAll(policy)
  return { active: true, network, ...asks, workspaceOnly: fileMode !== 'off', ...enforcedOf(enforced) }
}
