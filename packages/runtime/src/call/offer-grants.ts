import type { GrantScope } from '@poundlock/approvals'
import type { Grant, Policy, PolicyRequest } from '@poundlock/policy'
import { deriveExactGrant, deriveGrant } from '@poundlock/policy/commands'

/** Consent that could be given for good, with what it covers in words. */
export interface OfferedGrant {
  readonly grant: Grant
  readonly covers: string
}

/**
 * What would have to be granted so that the same call needs no approval; empty where nothing does: where a command of
 * the line is none that can be granted, or where it is asked for another reason than that no rule covers it.
 *
 * @param folder the workspace, absolute
 * @param scope how wide it may be; a narrower one is never wider than what is offered else
 */
export function offerGrants(
  policy: Policy,
  request: PolicyRequest,
  folder: string,
  scope: GrantScope = 'workspace',
): readonly OfferedGrant[] {
  const { plan, grants = [] } = request
  if (!plan) return []
  const offered: OfferedGrant[] = []
  for (const [index, judged] of policy.decide(request).commands.entries()) {
    const command = plan.commands[index]
    if (judged.decision === 'allow' || command === undefined) continue
    const { cwd } = request.context
    const offer =
      scope === 'exact'
        ? deriveExactGrant(command, folder, cwd)
        : deriveGrant(command, scope === 'folder' && isBelow(cwd, folder) ? cwd : folder, cwd)
    if (offer.grant === null) return []
    const text = JSON.stringify(offer.grant)
    if (!offered.some(({ grant }) => JSON.stringify(grant) === text)) offered.push(offer)
  }
  if (offered.length === 0) return []
  const decided = policy.decide({ ...request, grants: [...grants, ...offered.map(({ grant }) => grant)] })
  return decided.decision === 'allow' ? offered : []
}

const isBelow = (path: string, folder: string) => path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
