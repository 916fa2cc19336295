import { isAnswer } from '@poundlock/approvals/node'
import { GatewayError, type CallResult, type FleetRow, type ResultOf } from '@poundlock/protocol'
import type { NodeCandidate } from '../nodes/find-node.ts'
import { rowOf, type DecidedNode } from './decide-fleet.ts'
import { eachOf } from './each-of.ts'
import { NOT_ASKED, type approveFleet, type FleetApproval } from './fleet-approval.ts'

type FleetResult = ResultOf<'fleet.exec'>

/** With more nodes than this, one goes first. */
const CANARY_ABOVE = 5
const MOST_MESSAGE = 500

export interface FleetOrder {
  readonly nodes: readonly DecidedNode[]
  readonly maxConcurrency: number
  readonly maxErrors: number
  readonly signal: AbortSignal
  /** False once the gateway takes nothing new. */
  readonly mayStart: () => boolean
  /** Asks people about all nodes that could run it; an answer that does not allow is one of these, too. */
  readonly approve: (nodes: readonly DecidedNode[]) => ReturnType<typeof approveFleet>
  /** Makes the call of one node. */
  readonly call: (node: DecidedNode, approval: FleetApproval) => Promise<CallResult>
  readonly onRow: (state: 'started' | 'ended', row: FleetRow) => void
}

/**
 * Runs a command on nodes that were decided: one node first, then so many at a time. Once more nodes than `maxErrors` have
 * an error, nothing is started any more; where that is so before the first one, no person is asked, and nothing runs.
 *
 * @throws GatewayError `DRAINING` where the gateway stops before the last one was started
 */
export async function runFleet(order: FleetOrder): Promise<FleetResult> {
  const { nodes, maxErrors, signal } = order
  const rows = new Map<string, FleetRow>(
    nodes.map(({ node, row, ready }) => [node.id, ready ? rowOf(node, 'not-started', '') : row]),
  )
  const errors = () => [...rows.values()].filter(({ isError }) => isError).length
  const result = (more: Partial<FleetResult> = {}): FleetResult => ({
    rows: [...rows.values()],
    errors: errors(),
    ...more,
  })
  const ready = nodes.filter((one) => one.ready !== null)
  if (errors() > maxErrors) return result({ stopped: 'errors' })
  const needsAnswer = ready.some((one) => one.ready!.checked.decision.decision === 'ask')
  const approval = needsAnswer ? await order.approve(ready) : NOT_ASKED
  if (!('askFor' in approval)) {
    const message = isAnswer(approval) ? `refused by ${approval.by}` : approval.message
    for (const { node } of ready) rows.set(node.id, rowOf(node, 'not-started', message.slice(0, MOST_MESSAGE)))
    return result({ stopped: signal.aborted ? 'cancelled' : 'unapproved', ...approvalOf(approval) })
  }
  await runInWaves(ready, {
    order,
    approval,
    rows,
    mayStart: () => !signal.aborted && order.mayStart() && errors() <= maxErrors,
  })
  const isLeft = [...rows.values()].some(({ state }) => state === 'not-started')
  if (!isLeft) return result(approvalOf(approval))
  if (!signal.aborted && errors() <= maxErrors)
    throw new GatewayError('The gateway stops; ask again with the same key.', { code: 'DRAINING' })
  return result({ stopped: signal.aborted ? 'cancelled' : 'errors', ...approvalOf(approval) })
}

const approvalOf = ({ requestId }: { readonly requestId?: string }) =>
  requestId === undefined ? {} : { approval: requestId }

interface Waves {
  readonly order: FleetOrder
  readonly approval: FleetApproval
  readonly rows: Map<string, FleetRow>
  readonly mayStart: () => boolean
}

async function runInWaves(
  ready: readonly DecidedNode[],
  { order: { call, maxConcurrency, onRow }, approval, rows, mayStart }: Waves,
): Promise<void> {
  const runOne = async (one: DecidedNode) => {
    onRow('started', rowOf(one.node, 'ready', ''))
    const row = await call(one, approval).then(
      (result) => endedRow(one.node, result),
      (error: unknown) => failedRow(one.node, error),
    )
    rows.set(one.node.id, row)
    onRow('ended', row)
  }
  const first = ready.length > CANARY_ABOVE ? 1 : 0
  await eachOf(ready.slice(0, first), 1, runOne, mayStart)
  await eachOf(ready.slice(first), maxConcurrency, runOne, mayStart)
}

export function endedRow(node: NodeCandidate, result: CallResult): FleetRow {
  const { status, message, exit, callId, startedAt, endedAt } = result
  const isOffline = status === 'denied' && result.reasons.some(({ code }) => code === 'NODE_OFFLINE')
  return {
    ...rowOf(node, isOffline ? 'offline' : status, message.slice(0, MOST_MESSAGE)),
    isError: status !== 'ran' || exit?.code !== 0,
    callId,
    ...(exit && { code: exit.code, signal: exit.signal }),
    ...(startedAt !== undefined && { durationMs: Math.max(0, endedAt - startedAt) }),
  }
}

/** Nothing says that it ran, or that it did not, where its end is not known. */
export function failedRow(node: NodeCandidate, error: unknown): FleetRow {
  const code = error instanceof GatewayError ? error.code : 'INTERNAL'
  const { callId } = error instanceof GatewayError ? (error.details as { readonly callId?: string }) : {}
  const state = code === 'OUTCOME_UNKNOWN' || code === 'INTERNAL' ? 'unknown' : 'failed'
  const message = error instanceof Error ? error.message : String(error)
  return {
    ...rowOf(node, state, message.slice(0, MOST_MESSAGE)),
    isError: true,
    ...(typeof callId === 'string' && { callId }),
  }
}
