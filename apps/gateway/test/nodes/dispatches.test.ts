import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { GatewayError, type RunOutcome } from '@poundlock/protocol'
import { RUN_OUTCOME_UNKNOWN } from '@poundlock/runtime'
import { PoundlockError } from '@poundlock/spec'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { ownedId } from '../../src/cluster/gateway-instance.ts'
import { Dispatches } from '../../src/nodes/dispatches.ts'
import type { Fleet } from '../../src/nodes/fleet.ts'
import { NodeStore } from '../../src/nodes/node-store.ts'
import { callEnd, unrecordedEnd } from '../../src/nodes/run-records.ts'

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
const NODE = { id: 'n'.repeat(64), name: 'box', connected: true, labels: {}, canRun: true }

/** Commands to one node that answers as a test says. */
function openDispatches(answer: (run: string) => Promise<object>) {
  const folder = temporaryFolder()
  const store = new NodeStore(folder, Date.now)
  onTestFinished(() => store.close())
  const sent: string[] = []
  const link = {
    async request(method: string, { run }: { readonly run: string }) {
      if (method === 'system.run') sent.push(run)
      return answer(run)
    },
  }
  const fleet = {
    attached: () => ({ link, description: { ledger: 'l' } }),
    approved: () => ['system.run'],
  } as unknown as Fleet
  const dispatches = new Dispatches({
    store,
    fleet,
    log: () => undefined,
    newRun: () => ownedId('run'),
    now: Date.now,
    lostAfterMs: 60_000,
  })
  const run = (recorded: Promise<unknown> = Promise.resolve(), signal = new AbortController().signal) =>
    dispatches.run({ node: NODE.id, callId: 'call_1', params: {} as never, recorded, signal })
  return { folder, dispatches, run, sent }
}

test('a command that ran is not told as failed where its end cannot be written down: the node tells it again', async () => {
  const { folder, dispatches, run, sent } = openDispatches(async () => ({ state: 'ended', outcome: RAN }))
  const disk = new DatabaseSync(join(folder, 'nodes.sqlite'))
  disk.exec("create trigger full before update on dispatches begin select raise(abort, 'the disk is full'); end")
  const ended = run()
  await expect.poll(() => sent.length).toBe(1)
  await expect(dispatches.finished(NODE.id, sent[0]!, RAN)).rejects.toMatchObject({ code: 'RECORD_FAILED' })
  disk.exec('drop trigger full')
  disk.close()
  await dispatches.finished(NODE.id, sent[0]!, RAN)
  expect(await ended).toEqual(RAN)
})

test('what a node refused has failed, and what it did not answer stays open', async () => {
  const refused = openDispatches(async () => {
    throw new GatewayError('64 commands run', { code: 'BUSY' })
  })
  expect(await refused.run()).toMatchObject({ status: 'failed' })
  const silent = openDispatches(async () => {
    throw new GatewayError('no answer', { code: 'OUTCOME_UNKNOWN' })
  })
  const open = silent.run()
  await expect.poll(() => silent.sent.length).toBe(1)
  await silent.dispatches.finished(NODE.id, silent.sent[0]!, RAN)
  expect(await open).toEqual(RAN)
})

const notSent = () => new GatewayError('not sent', { code: 'UNAVAILABLE', details: { reason: 'no-responder' } })

test('a command that was sent again on a new connection has not failed where its first attempt reached nothing', async () => {
  const first = Promise.withResolvers<object>()
  let sends = 0
  const { dispatches, run, sent } = openDispatches(() =>
    sends++ === 0 ? first.promise : Promise.resolve({ state: 'accepted' }),
  )
  const ended = run()
  await expect.poll(() => sent.length).toBe(1)
  await dispatches.attached(NODE.id)
  expect(sent).toHaveLength(2)
  first.reject(notSent())
  await dispatches.finished(NODE.id, sent[0]!, RAN)
  expect(await ended).toEqual(RAN)
})

test('what its caller is told was not sent is not sent to a node that comes back at that moment', async () => {
  const { dispatches, run, sent } = openDispatches(() => Promise.reject(notSent()))
  const ended = run()
  const outcome = ended.catch((error: unknown) => error)
  await expect.poll(() => sent.length).toBe(1)
  await dispatches.attached(NODE.id)
  expect(await outcome).toMatchObject({ code: 'NODE_OFFLINE' })
  expect(sent).toHaveLength(1)
})

test('a command is not sent before its start is recorded, not even on a new connection, nor where that fails', async () => {
  const { dispatches, run, sent } = openDispatches(() => Promise.resolve({ state: 'none' }))
  const recorded = Promise.withResolvers<void>()
  const outcome = run(recorded.promise).catch((error: unknown) => error)
  await expect.poll(() => dispatches.ofCall('call_1')).not.toBeNull()
  await dispatches.attached(NODE.id)
  expect(sent).toEqual([])
  recorded.reject(new PoundlockError('the disk is full', { code: 'AUDIT_WRITE' }))
  expect(await outcome).toMatchObject({ code: 'AUDIT_WRITE' })
  expect(sent).toEqual([])
  expect(dispatches.ofCall('call_1')).toBeNull()
})

test('a command that is cancelled while its start is recorded is not sent', async () => {
  const { dispatches, run, sent } = openDispatches(() => Promise.resolve({ state: 'accepted' }))
  const recorded = Promise.withResolvers<void>()
  const stop = new AbortController()
  const outcome = run(recorded.promise, stop.signal)
  stop.abort()
  recorded.resolve()
  expect(await outcome).toMatchObject({ status: 'failed', message: 'It was cancelled before it ran.' })
  expect(sent).toEqual([])
  expect(dispatches.ofCall('call_1')).toBeNull()
})

test('codes tell a command that failed from one of which nobody knows how it ended', () => {
  const unknown = callEnd('run_1', NODE, { ...RAN, status: 'unknown' })
  expect(unknown.error?.code).toBe(RUN_OUTCOME_UNKNOWN)
  expect(callEnd('run_1', NODE, { ...RAN, status: 'failed' }).error).toBeUndefined()
  const broken = new PoundlockError('the disk is full', { code: 'AUDIT_WRITE' })
  expect(unrecordedEnd(unknown, broken).error?.code).toBe(RUN_OUTCOME_UNKNOWN)
  expect(unrecordedEnd(callEnd('run_1', NODE, RAN), broken)).toMatchObject({ status: 'failed', runId: 'run_1' })
})
