import {
  createEgressProxy,
  type EgressProxy,
  proxyEnvironment,
  type ResolveHost,
  type SandboxPolicy,
} from '@poundlock/sandbox'
import type { Renderer } from '../renderers/renderer.ts'

/** Fixed: in its own network namespace nothing else listens, and what a command is told does not change between runs. */
export const proxyPort = 31_280

/** The port to listen on inside, or `null` where the policy has no proxy. */
export const listenerPort = ({ network }: SandboxPolicy): number | null => (network === 'allowlist' ? proxyPort : null)

/** The proxy for one run, or `null` where the policy has none. */
export function openEgress(recipe: {
  readonly policy: SandboxPolicy
  readonly resolveHost?: ResolveHost
}): EgressProxy | null {
  const { network, egress } = recipe.policy
  if (network !== 'allowlist') return null
  return createEgressProxy({
    rules: egress?.rules ?? [],
    ...(recipe.resolveHost && { resolve: recipe.resolveHost }),
  })
}

/** Without a network of its own a command would reach all that the host reaches, whatever its proxy says. */
export function egressRefusals(policy: SandboxPolicy, renderer: Renderer): readonly string[] {
  if (policy.network !== 'allowlist' || renderer.namespaces(policy).includes('net')) return []
  return [
    `The renderer "${renderer.name}" gives commands no network of their own, so it cannot keep an allowlist of hosts. ` +
      'Set sandbox.network to "off".',
  ]
}

/** Whatever the caller's proxy is, it cannot be reached from inside. */
export function egressEnvironment({ network }: SandboxPolicy): Readonly<Record<string, string>> {
  return network === 'allowlist' ? proxyEnvironment(proxyPort) : {}
}
