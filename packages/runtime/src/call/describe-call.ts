import type { AuditApproval, DecisionData } from '@poundlock/audit'
import type { PolicyDecision } from '@poundlock/policy'
import type { CallContext } from './call-context.ts'
import type { DecidedCall } from './prepared-call.ts'

/** Who let it pass or refused it, where no person was asked. */
export function ruleApproval(decision: PolicyDecision, settled: PolicyDecision): AuditApproval {
  const answer = settled.decision === 'allow' ? 'allow' : 'deny'
  const last = settled.reasons.at(-1)
  // The first reasons may only describe effects; the trace has the step that decided.
  const codes = new Set(settled.trace.filter((step) => step.decision === settled.decision).map(({ code }) => code))
  const first = settled.reasons.find(({ code }) => codes.has(code)) ?? settled.reasons[0]
  return decision === settled
    ? { kind: 'policy', by: first?.code ?? 'policy', answer }
    : { kind: 'fallback', by: last?.source ?? 'askFallback', answer }
}

/** The record of a decision. */
export function decisionData(
  call: { readonly id: string; readonly tool: string },
  context: CallContext,
  { decision: { decision, reasons, exec }, facts }: Pick<DecidedCall, 'decision' | 'facts'>,
  outcome: DecisionData['outcome'],
  approval: AuditApproval,
): DecisionData {
  const { agent, session, provider, model } = context
  const { id: callId, tool } = call
  return {
    callId,
    tool,
    decision,
    outcome,
    approval,
    reasons,
    ...facts,
    host: exec.host.value,
    agent,
    session,
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
  }
}

export function unavailableMessage(reasons: readonly string[]): string {
  return [
    'this machine cannot contain the command, so it was not run:',
    ...reasons.map((reason) => `  ${reason}`),
  ].join('\n')
}
