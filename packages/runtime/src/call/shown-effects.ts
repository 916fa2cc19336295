import type { RequestEffect } from '@poundlock/approvals'
import { callEffects, type PolicyDecision, type PolicyRequest, shownFiles } from '@poundlock/policy'

/** So many are shown; the last one stands for the others. */
const MOST_EFFECTS = 40

/** What a call would do, each thing once, for the person who is asked. */
export function shownEffects(request: PolicyRequest, decision: Pick<PolicyDecision, 'exec'>): readonly RequestEffect[] {
  const shown = new Map<string, RequestEffect>()
  for (const effectOfCall of callEffects(request, decision)) {
    const { kind, unknown } = effectOfCall
    const path = kind.startsWith('file-') ? shownFiles(effectOfCall) : effectOfCall.path
    const effect: RequestEffect = { kind, path, ...(unknown === true && { unknown }) }
    shown.set(JSON.stringify(effect), effect)
  }
  const all = [...shown.values()]
  if (all.length <= MOST_EFFECTS) return all
  return [...all.slice(0, MOST_EFFECTS - 1), { kind: 'more', path: String(all.length - MOST_EFFECTS + 1) }]
}
