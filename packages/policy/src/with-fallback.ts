import type { AskFallback, PolicyDecision, TraceStep } from './decision.ts'

const FALLBACKS: readonly AskFallback[] = ['deny', 'allowlist', 'full']

/**
 * What becomes of a decision when nobody can be asked: an `ask` turns into the fallback, at once. The fallback never
 * lets through more than the security of the host does.
 */
export function withFallback(decision: PolicyDecision): PolicyDecision {
  if (decision.decision !== 'ask') return decision
  const { askFallback, security, host } = decision.exec
  const bound =
    host.value === 'sandbox'
      ? askFallback.value
      : FALLBACKS[Math.min(FALLBACKS.indexOf(askFallback.value), rank[security.value])]!
  const passes = bound === 'full' || (bound === 'allowlist' && decision.covered)
  const step: TraceStep = passes
    ? {
        layer: 'fallback',
        decision: 'allow',
        code: 'FALLBACK_ALLOW',
        message: `nobody can be asked; askFallback is ${bound}`,
        source: askFallback.origin,
      }
    : {
        layer: 'fallback',
        decision: 'deny',
        code: 'FALLBACK_DENY',
        message: `it needs approval and nobody can be asked; askFallback is ${bound}`,
        source: askFallback.origin,
      }
  const { decision: answer, ...reason } = step
  return {
    ...decision,
    decision: answer,
    reasons: [...decision.reasons, reason],
    trace: [...decision.trace, step],
    fix: passes ? [] : decision.fix,
  }
}

const rank = { deny: 0, allowlist: 1, full: 2 } as const
