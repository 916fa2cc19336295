import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { CallResult } from '@poundlock/protocol'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { CallLedger, type LedgerLimits } from '../src/index.ts'

const DAY_MS = 24 * 60 * 60_000

function open(folder = join(temporaryFolder(), 'gateway'), limits: Partial<LedgerLimits> = {}) {
  let time = 1000
  const ledger = new CallLedger<CallResult>({ folder, now: () => time, brief, ...limits })
  const close = () => ledger.close()
  onTestFinished(() => {
    try {
      close()
    } catch {
      // The test closed it.
    }
  })
  const reserve = (key: string, fingerprint = 'f') =>
    ledger.reserve({ device: 'd', key, fingerprint, session: 's', tool: 'exec' })
  return { folder, ledger, reserve, pass: (milliseconds: number) => void (time += milliseconds) }
}

const brief = (result: CallResult): CallResult => ({ ...result, content: [] })

const resultOf = (callId: string, text = 'out'): CallResult => ({
  callId,
  key: 'k',
  session: 's',
  tool: 'exec',
  status: 'ran',
  message: 'done',
  content: [
    {
      type: 'text',
      text,
    },
  ],
  reasons: [],
  endedAt: 1e3,
})

test('a key is reserved by one of many that race for it', async () => {
  const { reserve } = open()
  const all = await Promise.all(Array.from({ length: 50 }, () => reserve('k')))
  expect(all.filter(({ kind }) => kind === 'new')).toHaveLength(1)
  expect(new Set(all.map(({ entry }) => entry.callId)).size).toBe(1)
})

test('nobody else can read the file', () => {
  const { folder } = open()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const name of ['calls.sqlite', 'calls.sqlite-wal']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
})

test('GW-30-a: after a restart, what was only accepted is new again, and what ran is not', async () => {
  const first = open()
  const waited = (await first.reserve('waited')).entry
  const ran = (await first.reserve('ran')).entry
  await first.ledger.begin(ran.callId, 'run_1')
  first.ledger.close()
  const second = open(first.folder)
  expect(await second.reserve('waited')).toMatchObject({ kind: 'new', entry: { callId: waited.callId } })
  expect(await second.reserve('waited')).toMatchObject({ kind: 'known' })
  expect(await second.reserve('ran')).toMatchObject({ kind: 'known', entry: { state: 'running', runId: 'run_1' } })
  expect(second.ledger.interrupted().map(({ callId }) => callId)).toEqual([ran.callId])
})

test('GW-30-b: what an earlier run accepted is not given to another request with the same key', async () => {
  const first = open()
  await first.reserve('k', 'one')
  first.ledger.close()
  expect(await open(first.folder).reserve('k', 'two')).toMatchObject({ kind: 'known', entry: { fingerprint: 'one' } })
})

test('GW-30-c: a call is begun once, and not by a gateway that it was taken from', async () => {
  const first = open()
  const { entry } = await first.reserve('k')
  const second = open(first.folder)
  await second.reserve('k')
  await expect(first.ledger.begin(entry.callId, 'run_1')).rejects.toMatchObject({ code: 'CONFLICT' })
  await second.ledger.begin(entry.callId, 'run_2')
  await expect(second.ledger.begin(entry.callId, 'run_3')).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('the first result stays', async () => {
  const { ledger, reserve } = open()
  const { entry } = await reserve('k')
  await ledger.finish(entry.callId, resultOf(entry.callId))
  await ledger.finish(entry.callId, { ...resultOf(entry.callId), status: 'failed' })
  expect(ledger.find('d', { key: 'k' })?.result).toEqual(resultOf(entry.callId))
})

test('a key is forgotten after seven days, and a device has a bounded number of them', async () => {
  const { ledger, reserve, pass } = open(undefined, { maxKeysPerDevice: 2 })
  await reserve('a')
  await reserve('b')
  await expect(reserve('c')).rejects.toMatchObject({ code: 'BUSY' })
  expect(await reserve('b')).toMatchObject({ kind: 'known' })
  pass(7 * DAY_MS + 1)
  ledger.expire()
  expect(await reserve('c')).toMatchObject({ kind: 'new' })
})

test('calls that only read make room for others of their device, and those that were begun do not', async () => {
  const { ledger, reserve } = open(undefined, { maxKeysPerDevice: 2 })
  const begun = (await reserve('begun')).entry
  await ledger.begin(begun.callId, 'run')
  await ledger.finish(begun.callId, resultOf(begun.callId))
  const read = (await reserve('read')).entry
  await ledger.finish(read.callId, resultOf(read.callId))
  expect(await reserve('next')).toMatchObject({ kind: 'new' })
  expect(ledger.find('d', { key: 'read' })).toBeNull()
  expect(await reserve('begun')).toMatchObject({ kind: 'known' })
  await expect(reserve('one more')).rejects.toMatchObject({ code: 'BUSY' })
})

test('a file that is nearly full goes on taking calls that read, and forgets none that was begun', async () => {
  const { ledger, reserve } = open(undefined, { maxFileBytes: 4 * 1024 * 1024 })
  const begun = (await reserve('begun')).entry
  await ledger.begin(begun.callId, 'run')
  await ledger.finish(begun.callId, resultOf(begun.callId))
  for (let count = 0; count < 6000; count += 100) {
    const batch = Array.from({ length: 100 }, async (_, index) => {
      const { entry } = await reserve(`read ${count + index}`)
      await ledger.finish(entry.callId, resultOf(entry.callId, 'x'.repeat(400)), 'process')
    })
    await Promise.all(batch)
  }
  expect(ledger.find('d', { key: 'read 0' })).toBeNull()
  expect(ledger.find('d', { key: 'read 5999' })).not.toBeNull()
  expect(await reserve('begun')).toMatchObject({ kind: 'known' })
})

test('of too many results the oldest lose their content, and nobody forgets how they ended', async () => {
  const { ledger, reserve } = open(undefined, { maxResultBytes: 50_000 })
  for (let count = 0; count < 10; count++) {
    const { entry } = await reserve(`k${count}`)
    await ledger.finish(entry.callId, resultOf(entry.callId, 'x'.repeat(10_000)))
  }
  expect(ledger.find('d', { key: 'k0' })?.result).toMatchObject({ status: 'ran', content: [] })
  expect(ledger.find('d', { key: 'k9' })?.result?.content).toHaveLength(1)
})

test('a full disk refuses new calls before anything runs, and what is recorded can be read', async () => {
  const { ledger, reserve } = open(undefined, { maxFileBytes: 128 * 1024 })
  const { entry } = await reserve('k')
  await ledger.finish(entry.callId, resultOf(entry.callId))
  const fill = async () => {
    for (let count = 0; ; count++) await reserve(`${count}-${'x'.repeat(100)}`)
  }
  await expect(fill()).rejects.toMatchObject({ code: 'RECORD_FAILED' })
  // A short key may still fit into a page that is there; this one needs pages of its own.
  await expect(reserve('x'.repeat(20_000))).rejects.toMatchObject({ code: 'RECORD_FAILED' })
  expect(ledger.find('d', { key: 'k' })?.result).toEqual(resultOf(entry.callId))
  expect(await reserve('k')).toMatchObject({ kind: 'known' })
})

test('what was not delivered is known after a restart, until it is', async () => {
  const first = open()
  const [one, two] = [(await first.reserve('one')).entry, (await first.reserve('two')).entry]
  await first.ledger.finish(one.callId, resultOf(one.callId))
  await first.ledger.finish(two.callId, { ...resultOf(two.callId), endedAt: 2e3 })
  await first.ledger.deliver(one.callId)
  first.ledger.close()
  const second = open(first.folder)
  expect((await second.ledger.undelivered('d', 10)).map(({ key }) => key)).toEqual(['two'])
  expect(await second.ledger.undelivered('another device', 10)).toEqual([])
  await second.ledger.deliver(two.callId)
  expect(await second.ledger.undelivered('d', 10)).toEqual([])
})

test('the end of what a call said is kept until it ends', async () => {
  const { ledger, reserve } = open()
  const { entry } = await reserve('k')
  ledger.keepTail(entry.callId, 'half a line')
  expect(ledger.tailOf(entry.callId)).toBe('half a line')
  await ledger.finish(entry.callId, resultOf(entry.callId))
  expect(ledger.tailOf(entry.callId)).toBe(null)
})
