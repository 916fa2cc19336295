import { GatewayError, type RunOutcome } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import type { Handlers } from '../dispatch/handler.ts'
import type { Dispatches } from './dispatches.ts'
import type { Fleet } from './fleet.ts'
import type { DispatchRecord } from './node-store.ts'

/** What nodes tell. Each is heard about its own runs alone, on its own connection. */
export function reportMethods(fleet: Fleet, dispatches: Dispatches): Handlers {
  const nodeOf = (caller: Caller): string => {
    if (caller.proof !== 'bearer-token') return caller.deviceId
    throw new GatewayError('FORBIDDEN', 'A node speaks over its WebSocket.', { details: { reason: 'role' } })
  }
  return {
    'node.attach': async ({ description }, caller) => {
      const node = nodeOf(caller)
      const result = await fleet.attach(caller, description)
      // Behind the answer.
      setImmediate(() => void dispatches.attached(node))
      return result
    },
    'run.started': ({ run }, caller) => {
      const node = nodeOf(caller)
      const { callId } = dispatches.started(node, run)
      fleet.journal.add({ event: 'exec.started', data: { run, node, callId } })
      return {}
    },
    'run.output': async (part, caller) => {
      await dispatches.output(nodeOf(caller), part)
      return {}
    },
    'run.finished': async ({ run, outcome }, caller) => {
      const record = await dispatches.finished(nodeOf(caller), run, outcome)
      if (record?.outcome === null) publishEnd(fleet, record, outcome)
      return { known: record !== null }
    },
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
