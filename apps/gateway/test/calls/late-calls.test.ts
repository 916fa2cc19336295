import { CallLedger } from '@poundlock/ledger'
import type { CallResult, RunOutcome } from '@poundlock/protocol'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { briefResult } from '../../src/calls/call-result.ts'
import { LateCalls } from '../../src/calls/late-calls.ts'
import { Dispatches } from '../../src/nodes/dispatches.ts'
import type { Fleet } from '../../src/nodes/fleet.ts'
import { NodeStore } from '../../src/nodes/node-store.ts'
import { SessionStore } from '../../src/sessions/session-store.ts'

const RAN: RunOutcome = {
  status: 'ran',
  message: 'exit 0',
  stdout: 'told\n',
  stderr: '',
  tail: '',
  truncated: false,
  reasons: [],
  endedAt: 1,
}
const NODE = 'n'.repeat(64)

/** A call whose command was sent to a node by a gateway that is gone. */
async function openLate() {
  const folder = temporaryFolder()
  const log = () => undefined
  const now = Date.now
  const store = new NodeStore(folder, now)
  const ledger = new CallLedger<CallResult>({ folder, now, brief: briefResult })
  const fleet = { attached: () => undefined } as unknown as Fleet
  const dispatches = new Dispatches({ store, fleet, log, newRun: () => 'run_1', now, lostAfterMs: 60_000 })
  const late = new LateCalls({ ledger, sessions: new SessionStore(folder, now), dispatches, log })
  onTestFinished(() => {
    store.close()
    ledger.close()
  })
  const { entry } = await ledger.reserve({ device: 'd', key: 'k', fingerprint: 'f', session: 's', tool: 'exec' })
  await ledger.begin(entry.callId, 'run_0')
  await store.dispatch({ run: 'run_1', node: NODE, ledger: 'l', callId: entry.callId })
  return { late, ledger, dispatches, store, callId: entry.callId }
}

test('who asks while the end of a call is written down is told that end', async () => {
  const { late, ledger, dispatches, store, callId } = await openLate()
  const told = dispatches.finished(NODE, 'run_1', RAN)
  await expect.poll(() => store.find('run_1')?.outcome, { interval: 1 }).toEqual(RAN)
  const [first, second] = [late.wait(callId), late.wait(callId)]
  expect(await first).toMatchObject({ callId, status: 'ran' })
  expect(await second).toEqual(await first)
  await told
  expect(ledger.find('d', { key: 'k' })).toMatchObject({ state: 'ended', result: { status: 'ran' } })
  // Told again, the node hears that its result is on the disk.
  expect(await dispatches.finished(NODE, 'run_1', RAN)).toMatchObject({ callId })
})

test('who asks for a call whose end is known and not written down is told it all the same', async () => {
  const { late, ledger, store, callId } = await openLate()
  await store.finish('run_1', RAN)
  expect(await late.wait(callId)).toMatchObject({ callId, status: 'ran' })
  expect(ledger.find('d', { key: 'k' })?.state).toBe('ended')
  expect(late.wait('call_unknown')).toBeNull()
})
