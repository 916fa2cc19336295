import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AnswerAuthor, ApprovalDecision } from '../../src/index.ts'
import {
  askThroughStore,
  LEAVE_WAITING,
  openDesk,
  openRequestStore,
  type NewRequest,
  type RequestStoreOptions,
} from '../../src/node/index.ts'
import { aBinding, aRequest } from '../a-request.ts'
import { temporaryFolder } from './start-fixture.ts'

const TWO = { approve: 2, deny: 1, reason: 'optional' } as const

const device = (name: string, role = 'operator'): AnswerAuthor => ({
  deviceId: name.padEnd(64, '0'),
  deviceName: name,
  role,
  proof: 'signature',
})

const from = (name: string, decision: ApprovalDecision = 'allow-once', reason?: string) => ({
  decision,
  by: name,
  surface: 'gateway',
  author: device(name),
  ...(reason !== undefined && { reason }),
})

const locally = (surface: string) => ({ decision: 'allow-once', by: 'root', surface }) as const

function open(change: Partial<NewRequest> = {}, options: RequestStoreOptions = {}) {
  const folder = join(temporaryFolder(), 'requests')
  let time = 1000
  const store = openRequestStore(folder, { now: () => time, ...options })
  const { id: _, createdAt: _c, expiresAt: _e, ...request } = aRequest()
  const requested = store.create({ ...request, ...change })
  return { folder, store, id: requested.request.id, pass: (milliseconds: number) => void (time += milliseconds) }
}

describe('a request that takes several people', () => {
  test('waits until enough of them have allowed it, and says who they were', () => {
    const { store, id } = open({ requires: TWO })
    expect(store.answer(id, from('anna'))).toMatchObject({ counts: true, missing: 1 })
    expect(store.pending()).toHaveLength(1)
    expect(store.use(id, aBinding())).toMatchObject({ kind: 'refused', state: 'pending' })
    const last = store.answer(id, from('ben', 'allow-once', 'looks right'))
    expect(last).toMatchObject({ counts: true, answer: { decision: 'allow-once', by: 'anna, ben' } })
    expect(last.missing).toBeUndefined()
    expect(store.get(id).answer?.votes?.map(({ author }) => author?.deviceName)).toEqual(['anna', 'ben'])
    expect(store.use(id, aBinding())).toMatchObject({ kind: 'granted' })
  })

  test('counts nobody twice, however often and wherever on the machine they answer', () => {
    const { store, id } = open({ requires: TWO })
    expect(store.answer(id, from('anna'))).toMatchObject({ counts: true, missing: 1 })
    expect(store.answer(id, from('anna'))).toMatchObject({ counts: false, missing: 1 })
    const local = open({ requires: TWO })
    for (const surface of ['cli', 'terminal', 'socket', 'watch', 'serve']) {
      expect(local.store.answer(local.id, locally(surface))).toMatchObject({ missing: 1 })
    }
    expect(local.store.pending()).toHaveLength(1)
  })

  test('is denied by the first denial, after which no further approval counts', () => {
    const { store, id } = open({ requires: TWO })
    store.answer(id, from('anna'))
    expect(store.answer(id, from('ben', 'deny', 'no'))).toMatchObject({ counts: true, answer: { decision: 'deny' } })
    expect(store.answer(id, from('cleo'))).toMatchObject({ counts: false, answer: { decision: 'deny', by: 'ben' } })
    expect(store.use(id, aBinding())).toMatchObject({ kind: 'refused' })
  })

  test('takes as many denials as it says', () => {
    const { store, id } = open({ requires: { ...TWO, deny: 2 } })
    expect(store.answer(id, from('anna', 'deny'))).toMatchObject({ missing: 1 })
    expect(store.answer(id, from('ben', 'deny'))).toMatchObject({ answer: { decision: 'deny', by: 'anna, ben' } })
  })

  test('is allowed as little as anybody of them allowed', () => {
    const once = open({ requires: TWO })
    once.store.answer(once.id, from('anna', 'allow-always'))
    expect(once.store.answer(once.id, from('ben')).answer.decision).toBe('allow-once')
    const always = open({ requires: TWO })
    always.store.answer(always.id, { ...from('anna', 'allow-always'), limits: { maxUses: 5, scope: 'folder' } })
    const { answer } = always.store.answer(always.id, {
      ...from('ben', 'allow-always'),
      limits: { maxUses: 9, expiresAt: 7, scope: 'exact' },
    })
    expect(answer).toMatchObject({ decision: 'allow-always', limits: { maxUses: 5, expiresAt: 7, scope: 'exact' } })
  })

  test('expires with its votes: one that comes later does not complete it', () => {
    const { store, id, pass } = open({ requires: TWO })
    store.answer(id, from('anna'))
    pass(31 * 60_000)
    expect(() => store.answer(id, from('ben'))).toThrow('expired')
  })

  test('is settled by the one who waits for it, where the last voter was killed before the answer was written', async () => {
    const { folder, store, id } = open({ requires: TWO })
    store.answer(id, from('anna'))
    const vote = JSON.stringify({ ...from('ben'), at: 1000 })
    writeFileSync(join(folder, `${id}.vote-${'b'.repeat(32)}.json`), vote, { mode: 0o600 })
    expect((await store.settled(id)).answer).toMatchObject({ decision: 'allow-once', by: 'anna, ben' })
  })

  test('is not decided by a vote that cannot be understood', () => {
    const { folder, store, id } = open({ requires: TWO })
    const path = join(folder, `${id}.vote-${'b'.repeat(32)}.json`)
    writeFileSync(path, '{"decision":"allow-once","at":1}', { mode: 0o600 })
    expect(() => store.answer(id, from('anna'))).toThrow('vote-')
    expect(store.pending()).toEqual([])
  })
})

describe('GW-51-a: nobody allows what they asked for themselves', () => {
  const origin = { deviceId: device('robot').deviceId, deviceName: 'robot', role: 'agent' }

  test('with the same device, whatever role it has now; they can deny it', () => {
    const { store, id } = open({ origin })
    for (const decision of ['allow-once', 'allow-always'] as const) {
      expect(() => store.answer(id, from('robot', decision))).toThrow('people cannot approve their own requests')
    }
    expect(store.answer(id, from('robot', 'deny'))).toMatchObject({ counts: true })
  })

  test('nor with another device of the same agent', () => {
    const { store, id } = open({ origin })
    const other = { ...device('second', 'agent'), deviceName: 'main' }
    expect(() => store.answer(id, { ...from('second'), author: other })).toThrow('people cannot approve')
    expect(store.answer(id, from('anna'))).toMatchObject({ counts: true })
  })
})

describe('a request that wants a reason', () => {
  test.each(['', '   ', undefined])('is not allowed with %j', (reason) => {
    const { store, id } = open({ requires: { approve: 1, deny: 1, reason: 'required' } })
    expect(() => store.answer(id, from('anna', 'allow-once', reason))).toThrow('needs a reason')
    expect(store.answer(id, from('anna', 'allow-once', 'release'))).toMatchObject({ counts: true })
  })

  test('is denied without one', () => {
    const { store, id } = open({ requires: { approve: 1, deny: 1, reason: 'required' } })
    expect(store.answer(id, from('anna', 'deny'))).toMatchObject({ counts: true })
  })
})

describe('a request for a group', () => {
  const approvers = { group: 'operations', members: [`device:${device('anna').deviceId}`, 'slack:U1'] }

  test('is allowed by its members, and denied by anybody', () => {
    const { store, id } = open({ approvers })
    expect(() => store.answer(id, from('ben'))).toThrow('"operations"')
    expect(() => store.answer(id, locally('cli'))).toThrow('account:root does not belong')
    expect(store.answer(id, { decision: 'allow-once', by: 'U1', surface: 'slack' })).toMatchObject({ counts: true })
    const other = open({ approvers })
    expect(other.store.answer(other.id, from('ben', 'deny'))).toMatchObject({ counts: true })
  })

  test('is handed on: then the others may allow it, and the first no more', () => {
    const { store, id } = open({ approvers })
    const members = [`device:${device('ben').deviceId}`]
    const record = store.delegate(id, { group: 'security', members, by: 'anna', note: 'please look' })
    expect(record.delegations).toMatchObject([{ group: 'security', by: 'anna', at: 1000 }])
    expect(() => store.answer(id, from('anna'))).toThrow('"security"')
    expect(store.answer(id, from('ben'))).toMatchObject({ counts: true })
    expect(() => store.delegate(id, { group: 'security', members, by: 'anna' })).toThrow('answered already')
  })

  test('is handed on a bounded number of times', () => {
    const { store, id } = open()
    const handOn = () => store.delegate(id, { group: 'g', members: [], by: 'anna' })
    for (let count = 0; count < 16; count++) handOn()
    expect(handOn).toThrow('too often')
  })
})

test('a desk tells of votes and of requests that are handed on', () => {
  const { store, id } = open({ requires: TWO })
  const desk = openDesk(store, { now: () => 1000 })
  const seen: string[] = []
  desk.onChange(({ votes = [], delegations = [] }) => seen.push(`${votes.length} ${delegations.length}`))
  desk.answer(id, from('anna'))
  desk.delegate(id, { group: 'g', members: [`device:${device('ben').deviceId}`], by: 'anna' })
  desk.answer(id, from('ben'))
  expect(seen).toEqual(['1 0', '1 1'])
  return desk.close()
})

describe('a request of a device', () => {
  const origin = { deviceId: device('robot').deviceId, deviceName: 'robot', role: 'agent' }
  const { id: _, createdAt: _c, expiresAt: _e, ...request } = aRequest()

  test('is taken up by the same call only, though another asks exactly the same', () => {
    const { store, id } = open({ origin, callId: 'call_a' })
    expect(store.create({ ...request, origin, callId: 'call_b' })).toMatchObject({ kind: 'waiting' })
    expect(store.create({ ...request, origin, callId: 'call_a' })).toMatchObject({ kind: 'taken-up', request: { id } })
    store.answer(id, from('anna'))
    expect(store.create({ ...request, origin, callId: 'call_a' })).toMatchObject({ kind: 'taken-up', request: { id } })
  })

  test('stays in the store when the process that asks ends, and is cancelled when the call is', async () => {
    const { store, folder } = open()
    const surface = { name: 'test', show: async () => true }
    const asker = (callId: string) => askThroughStore(store, [surface], () => ({ ...request, origin, callId }))
    const pendingOf = () =>
      openRequestStore(folder, { now: () => 1000 })
        .pending()
        .map((one) => one.request.callId)
    for (const [callId, reason] of [
      ['call_left', LEAVE_WAITING],
      ['call_cancelled', undefined],
    ] as const) {
      const stop = new AbortController()
      const asked = asker(callId)({}, { signal: stop.signal })
      expect(pendingOf()).toContain(callId)
      stop.abort(reason)
      expect(await asked).toMatchObject({ answer: 'cancelled' })
      expect(pendingOf().includes(callId)).toBe(callId === 'call_left')
    }
  })
})
