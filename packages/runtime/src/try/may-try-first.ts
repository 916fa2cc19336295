import type { PolicyDecision, ReasonCode } from '@poundlock/policy'
import type { SandboxBackend, SandboxStatus } from '@poundlock/sandbox'

/** Asks about what a command may be or do in the workspace: what its effect answers. A rule that says ask is none. */
const ANSWERED_BY_EFFECT: ReadonlySet<ReasonCode> = new Set([
  'MODE_ASK',
  'RULE_MISS',
  'COMMAND_UNRESOLVED',
  'EFFECT_UNKNOWN',
  'EFFECT_OUTSIDE',
  'EFFECT_PROTECTED',
])

/**
 * Whether a call that needs approval may be tried before anybody is asked. It gains whoever makes the call nothing but
 * a contained run, without a network, that leaves nothing behind and whose output they do not get: so only where the
 * sandbox is proven to contain, and only when all that is asked is answered by the effect. Never for a denied call.
 */
export function mayTryFirst(decision: PolicyDecision, status: SandboxStatus | null, backend: SandboxBackend): boolean {
  if (decision.decision !== 'ask' || status === null || backend.views === undefined) return false
  const contained = status.active && status.filesystem === 'workspace-only' && decision.exec.host.value === 'sandbox'
  const asks = decision.trace.filter((step) => step.decision === 'ask')
  return contained && asks.every((step) => ANSWERED_BY_EFFECT.has(step.code))
}
