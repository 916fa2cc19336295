import type { Fix, PolicyDecision } from '@poundlock/policy'
import { visibleText } from '@poundlock/spec'

/** Why a call was not allowed and what would allow it, as a paragraph for the person and the model. */
export function refusalMessage(decision: PolicyDecision): string {
  const verb = decision.decision === 'deny' ? 'denied' : 'needs approval'
  const reasons = decision.reasons.map((reason) => `${reason.message}${reason.source ? ` (${reason.source})` : ''}`)
  return visibleText([`${verb}: ${[...new Set(reasons)].join('; ')}`, ...remedies(decision.fix)].join('\n'), {
    newlines: 'keep',
  })
}

/** The fixes that are needed together, without those that do instead of them. */
export function smallestFix(fixes: readonly Fix[]): readonly Fix[] {
  const other = fixes.findIndex(({ instead }, index) => index > 0 && instead === true)
  return other < 0 ? fixes : fixes.slice(0, other)
}

/** One line a fix, with what they are to one another: all are needed, or one does instead of those before it. */
export function remedies(fixes: readonly Fix[]): readonly string[] {
  return fixes.map(({ message, instead }, index) => {
    const lead = index === 0 ? 'to allow it' : instead === true ? 'or instead' : 'and also'
    return `${lead}: ${message}`
  })
}
