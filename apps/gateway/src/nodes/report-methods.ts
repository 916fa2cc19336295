import { GatewayError, type ParamsOf, type ResultOf, type RunOutcome } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import type { Handlers } from '../dispatch/handler.ts'
import type { Dispatches } from './dispatches.ts'
import type { Fleet } from './fleet.ts'
import type { DispatchRecord } from './node-store.ts'

/** An answer that says only that a report has arrived. */
type Received = Record<string, never>

/** What nodes tell of their runs. */
export interface NodeReports {
  started(node: string, params: ParamsOf<'run.started'>): Received
  output(node: string, params: ParamsOf<'run.output'>): Promise<Received>
  finished(node: string, params: ParamsOf<'run.finished'>): Promise<ResultOf<'run.finished'>>
}

/** Takes what nodes tell of runs that this gateway sent to them. */
export const ownReports = (fleet: Fleet, dispatches: Dispatches): NodeReports => ({
  started(node, { run }) {
    const { callId } = dispatches.started(node, run)
    fleet.journal.add({ event: 'exec.started', data: { run, node, callId } })
    return {}
  },
  async output(node, part) {
    await dispatches.output(node, part)
    return {}
  },
  async finished(node, { run, outcome }) {
    const record = await dispatches.finished(node, run, outcome)
    if (record?.outcome === null) publishEnd(fleet, record, outcome)
    return { known: record !== null }
  },
})

export interface ReportParts {
  readonly fleet: Fleet
  readonly dispatches: Dispatches
  /** Who takes reports of a run. */
  readonly reportsOf: (run: string) => NodeReports
}

/** The methods by which nodes report. Each is heard about its own runs alone, on its own connection. */
export function reportMethods({ fleet, dispatches, reportsOf }: ReportParts): Handlers {
  const nodeOf = (caller: Caller): string => {
    if (caller.proof !== 'bearer-token') return caller.deviceId
    throw new GatewayError('A node speaks over its WebSocket.', { code: 'FORBIDDEN', details: { reason: 'role' } })
  }
  return {
    'node.attach': async ({ description }, caller) => {
      const node = nodeOf(caller)
      const result = await fleet.attach(caller, description)
      // Behind the answer.
      setImmediate(() => void dispatches.attached(node))
      return result
    },
    'run.started': (params, caller) => reportsOf(params.run).started(nodeOf(caller), params),
    'run.output': (params, caller) => reportsOf(params.run).output(nodeOf(caller), params),
    'run.finished': (params, caller) => reportsOf(params.run).finished(nodeOf(caller), params),
  }
}

const REFUSED: ReadonlySet<RunOutcome['status']> = new Set(['denied', 'unapproved'])

function publishEnd(
  { journal }: Fleet,
  { run, node, callId }: DispatchRecord,
  { status, message, exit }: RunOutcome,
): void {
  const ids = { run, node, callId }
  if (REFUSED.has(status)) journal.add({ event: 'exec.denied', data: { ...ids, reason: message.slice(0, 2000) } })
  else journal.add({ event: 'exec.finished', data: { ...ids, status, code: exit?.code ?? null } })
}
