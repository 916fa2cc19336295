import { describeTried, openTry, type Tried } from '@poundlock/try'
import type { TryReport } from '../call/outcome.ts'
import type { WriteRecord } from '../call/records.ts'
import type { ExecOrder } from '../hosts/exec-host.ts'
import { runPlannedLine, type RunOptions } from '../run/run-planned-line.ts'
import type { TryEffect, TryRequest, TrySettlement } from './try-request.ts'

/**
 * Runs a line on a view of the workspace and reads its changes. On failure nothing is left.
 *
 * @throws SandboxError as `openTry`
 */
export async function tryLine(order: ExecOrder, { store }: TryRequest, options: RunOptions): Promise<TryEffect> {
  const { backend, policy } = options.containment
  const opened = await openTry({ backend, policy, store, command: order.input.command, startedAt: Date.now() })
  try {
    const run = await runPlannedLine({ ...order, opened }, options)
    return { run, tried: await opened.read() }
  } catch (error) {
    await opened.discard()
    throw error
  }
}

type SettledFindings = Pick<TryReport, 'conflicts' | 'quarantined' | 'complete'>

/** Applies, discards or keeps an effect, and records it. */
export async function settleTry(
  { tried }: TryEffect,
  { answer, by, released = [] }: TrySettlement & { readonly released?: readonly string[] },
  record: { readonly write: WriteRecord; readonly callId: string },
): Promise<TryReport> {
  const report = (settled: TryReport['settled'], found: Partial<SettledFindings> = {}): TryReport => {
    const { id, view } = tried.record
    return {
      id,
      view,
      changeSet: tried.changeSet,
      settled,
      by,
      conflicts: [],
      quarantined: [],
      complete: true,
      ...found,
    }
  }
  const written = (outcome: TryReport['settled']) =>
    record.write('try-end', { callId: record.callId, outcome, by, ...describeTried(tried) })
  try {
    const settled = await settle(tried, answer, released, report)
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
  released: readonly string[],
  report: (settled: TryReport['settled'], found?: Partial<SettledFindings>) => TryReport,
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
    result = await tried.apply({ released })
  } catch (error) {
    // It can be mended and applied again.
    tried.keep()
    throw error
  }
  const { quarantined, complete } = result
  if (result.done) return report('applied', { quarantined, complete })
  tried.keep()
  return report('conflicting', { conflicts: result.conflicts, quarantined, complete })
}
