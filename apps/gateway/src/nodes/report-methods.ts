import type { RunOutcome } from '@poundlock/protocol'
import type { Handlers } from '../dispatch/handler.ts'
import type { Dispatches } from './dispatches.ts'
import type { Fleet } from './fleet.ts'
import type { DispatchRecord } from './node-store.ts'

/** What nodes tell. Each is heard about its own runs alone. */
export function reportMethods(fleet: Fleet, dispatches: Dispatches): Handlers {
  return {
    'node.attach': async ({ description }, caller) => {
      const result = await fleet.attach(caller, description)
      // Behind the answer.
      setImmediate(() => void dispatches.attached(caller.deviceId))
      return result
    },
    'run.started': ({ run }, caller) => {
      const { callId } = dispatches.started(caller.deviceId, run)
      fleet.journal.add({ event: 'exec.started', data: { run, node: caller.deviceId, callId } })
      return {}
    },
    'run.output': async (part, caller) => {
      await dispatches.output(caller.deviceId, part)
      return {}
    },
    'run.finished': async ({ run, outcome }, caller) => {
      const record = await dispatches.finished(caller.deviceId, run, outcome)
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
