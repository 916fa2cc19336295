import { type ConfigSource, resolveConfig } from '@poundlock/config'
import { isSandboxed, modeLayers } from '@poundlock/local-host'
import { createPolicy, type Policy, type PolicyLayer, type PolicyOptions, type PolicyRequest } from '@poundlock/policy'

/**
 * The policy of a place, for any of its callers: a session that `sandbox.mode` does not contain is decided about as its
 * host would. What another program runs (a request without a containment) is on no host of ours, and has no such mode.
 */
export function createPlacePolicy(
  sources: readonly ConfigSource[],
  layers: readonly PolicyLayer[],
  options: PolicyOptions,
): Policy {
  const written = createPolicy(layers, options)
  const settings = new Map<string, ReturnType<typeof resolveConfig>['sandbox']>()
  const uncontained = new Map<string, Policy>()
  const policyFor = ({ containment, context: caller }: PolicyRequest): Policy => {
    if (containment === undefined) return written
    const sandbox = settings.get(caller.agent) ?? resolveConfig(sources, caller.agent).sandbox
    settings.set(caller.agent, sandbox)
    if (isSandboxed(sandbox.mode.value, caller)) return written
    const { origin } = sandbox.mode
    const own = uncontained.get(origin) ?? createPolicy([...modeLayers(sandbox, caller), ...layers], options)
    uncontained.set(origin, own)
    return own
  }
  return {
    decide: (request) => policyFor(request).decide(request),
    execSettings: (request) => policyFor(request).execSettings(request),
    provenLevel: (request) => policyFor(request).provenLevel(request),
    modes: (request) => policyFor(request).modes(request),
    fileContext: (request) => policyFor(request).fileContext(request),
    // The same for every session.
    denials: (caller) => written.denials(caller),
    elevated: (agent, sender) => written.elevated(agent, sender),
  }
}
