import type { PolicyDecision, ReasonCode } from '@poundlock/policy'
import type { SandboxBackend, SandboxStatus } from '@poundlock/sandbox'

/**
 * The questions that the effect of a try run answers: what a command may be or do in the workspace. An ask rule is not
 * among them.
 */
const ANSWERED_BY_EFFECT: ReadonlySet<ReasonCode> = new Set([
  'MODE_ASK',
  'RULE_MISS',
  'COMMAND_UNRESOLVED',
  'EFFECT_UNKNOWN',
  'EFFECT_OUTSIDE',
  'EFFECT_PROTECTED',
])

/**
 * Whether a call that needs approval may be tried before a person is asked. The caller gains only a contained run
 * without a network, which leaves nothing behind and whose output they do not get. So it needs a sandbox that is proven
 * to contain, and questions that the effect answers. Never for a denied call.
 */
export function mayTryFirst(decision: PolicyDecision, status: SandboxStatus | null, backend: SandboxBackend): boolean {
  if (decision.decision !== 'ask' || status === null || backend.views === undefined) return false
  const contained = status.active && status.filesystem === 'workspace-only' && decision.exec.host.value === 'sandbox'
  const asks = decision.trace.filter((step) => step.decision === 'ask')
  return contained && asks.every((step) => ANSWERED_BY_EFFECT.has(step.code))
}
