import type { SandboxStatus } from '@poundlock/sandbox'
import { describeTried, openTry, type Conflict, type Tried } from '@poundlock/sandbox/try'
import type { ExecInput } from '@poundlock/spec'
import type { TryReport } from '../call/outcome.ts'
import type { WriteRecord } from '../call/records.ts'
import type { CallContext } from '../create-runtime.ts'
import type { PlannedLine } from '../plan/plan-command.ts'
import { runPlannedLine, type RunOrder } from '../run/run-planned-line.ts'
import type { TryEffect, TryRequest, TrySettlement } from './try-request.ts'

export interface TryOrder extends RunOrder {
  readonly request: TryRequest
}

/**
 * Runs a line on a view of the workspace and reads what it did. When that fails, nothing is left of it.
 *
 * @throws SandboxError as `openTry`
 */
export async function tryLine(
  input: ExecInput,
  line: PlannedLine,
  context: CallContext,
  status: SandboxStatus,
  order: TryOrder,
): Promise<TryEffect> {
  const { backend, policy } = order.containment
  const opened = await openTry({
    backend,
    policy,
    store: order.request.store,
    command: input.command,
    startedAt: Date.now(),
  })
  try {
    const run = await runPlannedLine(input, line, context, status, { ...order, opened })
    return { run, tried: await opened.read() }
  } catch (error) {
    await opened.discard()
    throw error
  }
}

/** Does with an effect what was decided, and records it. */
export async function settleTry(
  { tried }: TryEffect,
  { answer, by }: TrySettlement,
  record: { readonly write: WriteRecord; readonly callId: string },
): Promise<TryReport> {
  const report = (settled: TryReport['settled'], conflicts: readonly Conflict[] = []): TryReport => {
    const { id, view } = tried.record
    return { id, view, changeSet: tried.changeSet, settled, by, conflicts }
  }
  const written = (outcome: TryReport['settled']) =>
    record.write('try-end', { callId: record.callId, outcome, by, ...describeTried(tried) })
  try {
    const settled = await settle(tried, answer, report)
    await written(settled.settled)
    return settled
  } catch (error) {
    await written('kept')
    throw error
  }
}

async function settle(
  tried: Tried,
  answer: TrySettlement['answer'],
  report: (settled: TryReport['settled'], conflicts?: readonly Conflict[]) => TryReport,
): Promise<TryReport> {
  if (answer === 'discard') {
    tried.discard()
    return report('discarded')
  }
  if (answer === 'keep') {
    tried.keep()
    return report('kept')
  }
  let result
  try {
    result = await tried.apply()
  } catch (error) {
    // It can be mended and applied again.
    tried.keep()
    throw error
  }
  if (result.done) return report('applied')
  tried.keep()
  return report('conflicting', result.conflicts)
}
