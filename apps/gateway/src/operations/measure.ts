import { stateOf, type ApprovalRecord } from '@poundlock/approvals'
import type { CallResult } from '@poundlock/protocol'
import type { Metrics } from './metric-table.ts'

/** Measures a call that ended. @param seconds from its arrival on */
export function measureCall(metrics: Metrics, { status, decision, reasons }: CallResult, seconds: number): void {
  metrics.count('poundlock_calls_total', { outcome: status })
  metrics.observe('poundlock_call_seconds', { outcome: status }, seconds)
  // A call that was never decided about: its input does not fit, or there is no such tool.
  if (decision === undefined) return
  metrics.count('poundlock_decisions_total', { decision, reason: reasons[0]?.code ?? 'none' })
}

/** Measures an approval request that is settled. @param now milliseconds since 1970 */
export function measureAsk(metrics: Metrics, record: ApprovalRecord, now: number): void {
  const { request, answer } = record
  const labels = { answer: answer?.decision ?? stateOf(record, now) }
  metrics.count('poundlock_asks_total', labels)
  metrics.observe('poundlock_ask_seconds', labels, Math.max(0, (answer?.at ?? now) - request.createdAt) / 1000)
}
