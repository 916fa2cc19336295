import type { Grant, Policy, PolicyRequest } from '@poundlock/policy'
import { deriveGrant } from '@poundlock/policy/commands'

/** Consent that could be given for good, with what it covers in words. */
export interface OfferedGrant {
  readonly grant: Grant
  readonly covers: string
}

/**
 * What would have to be granted so that the same call needs no approval; empty where nothing does: where a command of
 * the line is none that can be granted, or where it is asked for another reason than that no rule covers it.
 */
export function offerGrants(policy: Policy, request: PolicyRequest, folder: string): readonly OfferedGrant[] {
  const { plan, grants = [] } = request
  if (!plan) return []
  const offered: OfferedGrant[] = []
  for (const [index, judged] of policy.decide(request).commands.entries()) {
    const command = plan.commands[index]
    if (judged.decision === 'allow' || command === undefined) continue
    const offer = deriveGrant(command, folder, request.context.cwd)
    if (offer.grant === null) return []
    const text = JSON.stringify(offer.grant)
    if (!offered.some(({ grant }) => JSON.stringify(grant) === text)) offered.push(offer)
  }
  if (offered.length === 0) return []
  const decided = policy.decide({ ...request, grants: [...grants, ...offered.map(({ grant }) => grant)] })
  return decided.decision === 'allow' ? offered : []
}
