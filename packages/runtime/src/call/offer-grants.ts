import type { GrantScope } from '@poundlock/approvals'
import { HARMLESS_ENVIRONMENT, type Grant, type Policy, type PolicyRequest } from '@poundlock/policy'
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
 * @param listed names of variables that may be set besides the harmless ones
 */
export function offerGrants(
  policy: Policy,
  request: PolicyRequest,
  folder: string,
  scope: GrantScope = 'workspace',
  listed: readonly string[] = [],
): readonly OfferedGrant[] {
  const { plan, grants = [] } = request
  if (!plan) return []
  const offered: OfferedGrant[] = []
  const variables = [...HARMLESS_ENVIRONMENT, ...listed]
  for (const [index, judged] of policy.decide(request).commands.entries()) {
    const command = plan.commands[index]
    if (judged.decision === 'allow' || command === undefined) continue
    // What only starts the others needs no consent of its own; whether that is so is decided below.
    if (command.passive === true && (command.profile ?? command.script) !== undefined) continue
    const { cwd } = request.context
    const offer =
      scope === 'exact'
        ? deriveExactGrant(command, folder, cwd, variables)
        : deriveGrant(command, scope === 'folder' && isBelow(cwd, folder) ? cwd : folder, cwd, variables)
    if (offer.grant === null) return []
    const text = JSON.stringify(offer.grant)
    if (!offered.some(({ grant }) => JSON.stringify(grant) === text)) offered.push(offer)
  }
  if (offered.length === 0) return []
  const decided = policy.decide({ ...request, grants: [...grants, ...offered.map(({ grant }) => grant)] })
  return decided.decision === 'allow' ? offered : []
}

const isBelow = (path: string, folder: string) => path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
