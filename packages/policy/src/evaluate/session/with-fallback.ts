import type { ExecSecurity } from '@poundlock/spec'
import { type AskFallback, stricterFallback } from '../../model/ask-fallback.ts'
import type { PolicyDecision, TraceStep } from '../../model/decision.ts'
import type { ReasonCode } from '../../model/reason-codes.ts'

/**
 * The decision when no person can be asked: an `ask` becomes the fallback at once. The fallback never allows more than
 * the security of the host, and `allowlist` only answers which commands run, not what else the line does.
 */
export function withFallback(decision: PolicyDecision): PolicyDecision {
  if (decision.decision !== 'ask') return decision
  const { askFallback, security, host } = decision.exec
  // A call that chose the sandbox follows the rules of the host that it left.
  const isBound = host.value !== 'sandbox' || host.leaves !== undefined
  const bound = isBound ? stricterFallback(askFallback.value, FALLBACK_OF[security.value]) : askFallback.value
  const asks = decision.trace.filter((step) => step.decision === 'ask')
  const answered = decision.covered && asks.every((step) => ANSWERED_BY_ALLOWLIST.has(step.code))
  const passes = bound === 'full' || (bound === 'allowlist' && answered)
  const name =
    bound === askFallback.value
      ? `askFallback is ${bound}`
      : `security is ${security.value}, which askFallback ${askFallback.value} cannot loosen`
  const why =
    passes || bound === 'deny'
      ? ''
      : decision.covered
        ? '; allow rules do not answer this'
        : '; no allow rules cover the whole line'
  const step: TraceStep = {
    layer: 'fallback',
    decision: passes ? 'allow' : 'deny',
    code: passes ? 'FALLBACK_ALLOW' : 'FALLBACK_DENY',
    message: `it needs approval and no approver is available; ${name}${why}`,
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

const FALLBACK_OF: Readonly<Record<ExecSecurity, AskFallback>> = { deny: 'deny', allowlist: 'allowlist', full: 'full' }

/** What asks whether these commands may run. */
const ANSWERED_BY_ALLOWLIST: ReadonlySet<ReasonCode> = new Set(['MODE_ASK', 'HOST_MISS', 'HOST_ALWAYS'])
