import type { Server } from 'node:net'
import {
  createEgressProxy,
  type EgressProxy,
  localServices,
  proxyEnvironment,
  type ResolveHost,
} from '@poundlock/egress'
import type { SandboxPolicy } from '@poundlock/sandbox'
import { parseEgressRule } from '@poundlock/spec'
import type { Renderer } from '../renderers/renderer.ts'

/**
 * Fixed: a network namespace of its own has no other listener, and the environment of a command stays the same between
 * runs.
 */
export const PROXY_PORT = 31_280

/** Where connections of a command are taken: an IPv4 address of the loopback interface inside, and a port. */
export interface LoopbackListener {
  readonly address: string
  readonly port: number
}

/** The places to listen at inside, the proxy's own first; none where the policy has no proxy. */
export function listenersOf({ network, egress }: SandboxPolicy): readonly LoopbackListener[] {
  if (network !== 'allowlist') return []
  const services = localServices(egress?.rules ?? [])
  return [
    { address: '127.0.0.1', port: PROXY_PORT },
    ...services.map(({ address, target }) => ({ address, port: target.port })),
  ]
}

/** Gives the servers that come from inside, in the order of their listeners, to the proxy. */
export function takeListeners(proxy: EgressProxy, { egress }: SandboxPolicy): (server: Server, index: number) => void {
  const services = localServices(egress?.rules ?? [])
  return (server, index) => {
    if (index === 0) proxy.serve(server)
    else if (services[index - 1]) proxy.forward(server, services[index - 1]!)
    else server.close()
  }
}

/** A limit that the program that builds a sandbox can hold many times over. */
const MOST_SERVICES = 100

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
  if (policy.network !== 'allowlist') return []
  const [, ...services] = listenersOf(policy)
  if (services.some(({ port }) => port === PROXY_PORT)) {
    return [
      `sandbox.egress names port ${String(PROXY_PORT)} of this machine, where the proxy listens inside. Use another.`,
    ]
  }
  if (services.length > MOST_SERVICES) {
    return [`sandbox.egress names more than ${String(MOST_SERVICES)} services of this machine. Name fewer.`]
  }
  if (renderer.namespaces(policy).includes('net')) return []
  return [
    `The renderer "${renderer.name}" gives commands no network of their own, so it cannot keep an allowlist of hosts. ` +
      'Set sandbox.network to "off".',
  ]
}

/** Whatever the caller's proxy is, it cannot be reached from inside. */
export function egressEnvironment({ network, egress }: SandboxPolicy): Readonly<Record<string, string>> {
  if (network !== 'allowlist') return {}
  const rules = (egress?.rules ?? []).map(parseEgressRule)
  // It is not among the places that are listened at.
  const named = rules.some((rule) => 'host' in rule && rule.host === '::1') ? ['::1'] : []
  return proxyEnvironment(PROXY_PORT, named)
}
