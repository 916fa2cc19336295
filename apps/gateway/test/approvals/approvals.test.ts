import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRequestStore } from '@poundlock/approvals/node'
import { expect, test } from 'vitest'
import {
  approver,
  ASKING,
  eventsOf,
  exec,
  newKey,
  openWork,
  watch,
  type SceneOptions,
  type WorkScene,
} from '../support/work-scene.ts'

/** A scene with a device that watches. */
async function openWatched(options: SceneOptions = {}) {
  const scene = await openWork(options)
  const anna = await approver(scene)
  const events = eventsOf(anna.connection)
  await watch(anna.connection)
  const next = async () => (await events.next('approvals.waiting')).data.approval
  const answer = (id: string, decision: string, more: object = {}) =>
    anna.connection.call('approvals.answer', { id, decision, ...more })
  return { ...scene, anna, events, next, answer }
}

const storeOf = ({ stateFolder }: WorkScene) => openRequestStore(join(stateFolder, 'approvals', 'requests'))

const requiring = (require: object, groups: object = {}) => ({
  configuration: { ...ASKING, approvals: { groups, require: [require] } },
})

test('a call of one agent is approved by another device, and the record says who it was and how they proved it', async () => {
  const scene = await openWatched()
  const running = exec(scene.agent.connection, scene.session, 'touch made')
  const approval = await scene.next()
  expect(approval).toMatchObject({
    state: 'pending',
    binding: { text: 'touch made', agent: 'coder', session: scene.session },
    requestedBy: { device: scene.agent.key.id, role: 'agent' },
    quorum: { approve: 1, deny: 1, approved: 0, denied: 0 },
  })
  expect((await scene.answer(approval.id, 'allow-once')).result).toMatchObject({ counts: true })
  const { result } = await running
  expect(result).toMatchObject({ status: 'ran', approval: { kind: 'person', requestId: approval.id } })
  expect(existsSync(join(scene.workspace, 'made'))).toBe(true)
  const settled = (await scene.events.next('approvals.settled')).data.approval
  expect(settled.answers).toMatchObject([
    { decision: 'allow-once', from: { device: scene.anna.key.id }, proof: 'device-key' },
  ])
})

test('a call that is denied does not run, and the agent reads who denied it and why', async () => {
  const scene = await openWatched()
  const running = exec(scene.agent.connection, scene.session, 'touch made')
  await scene.answer((await scene.next()).id, 'deny', { reason: 'not today' })
  expect((await running).result).toMatchObject({ status: 'unapproved', message: expect.stringContaining('not today') })
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
})

test('with nobody who watches, the fallback answers at once', async () => {
  const { agent, session } = await openWork()
  const { result } = await exec(agent.connection, session, 'touch made')
  expect(result).toMatchObject({ status: 'unapproved', approval: { kind: 'fallback' } })
})

test('without prompts a call is refused at once, though a person watches', async () => {
  const scene = await openWatched({ prompts: false })
  const { result } = await exec(scene.agent.connection, scene.session, 'touch made')
  expect(result).toMatchObject({ status: 'unapproved', approval: { kind: 'fallback' } })
  expect(storeOf(scene).pending()).toEqual([])
})

const QUEUED = { prompts: false, configuration: { ...ASKING, approvals: { unattended: 'queue' } } }

test('a queued call ends, and the same call, made again, gets the answer that was given until then', async () => {
  const scene = await openWatched(QUEUED)
  const made = async () => (await exec(scene.agent.connection, scene.session, 'touch made')).result
  const first = await made()
  expect(first).toMatchObject({ status: 'unapproved', approval: { by: 'queued' } })
  const id = first.approval.requestId
  expect((await made()).approval.requestId).toBe(id)
  expect((await scene.answer(id, 'allow-once')).result).toMatchObject({ counts: true })
  expect(await made()).toMatchObject({ status: 'ran', approval: { kind: 'person', requestId: id } })
  expect(await made()).toMatchObject({ status: 'unapproved' })
})

test('a queued request is taken back with the device that asked', async () => {
  const scene = await openWatched(QUEUED)
  await exec(scene.agent.connection, scene.session, 'touch made')
  expect(storeOf(scene).pending()).toHaveLength(1)
  const owner = await scene.owner()
  expect((await owner.call('devices.revoke', { device: scene.agent.key.id })).ok).toBe(true)
  await expect.poll(() => storeOf(scene).pending()).toEqual([])
})

test('a queued request is taken back with one of the two who have to allow it', async () => {
  const require = [{ tools: ['exec'], approve: 2 }]
  const configuration = { ...QUEUED.configuration, approvals: { unattended: 'queue', require } }
  const scene = await openWatched({ ...QUEUED, configuration })
  const ben = await approver(scene)
  const { result } = await exec(scene.agent.connection, scene.session, 'touch made')
  const answer = { id: result.approval.requestId, decision: 'allow-once' }
  expect((await ben.connection.call('approvals.answer', answer)).result).toMatchObject({ counts: true })
  const owner = await scene.owner()
  await owner.call('devices.revoke', { device: ben.key.id })
  await expect.poll(() => storeOf(scene).pending()).toEqual([])
  expect((await scene.answer(answer.id, 'allow-once')).error?.code).toBe('SETTLED')
})

test('what a person allowed is not used once their device is revoked', async () => {
  const scene = await openWatched(QUEUED)
  const ben = await approver(scene)
  const made = async () => (await exec(scene.agent.connection, scene.session, 'touch made')).result
  const id = (await made()).approval.requestId
  const { result } = await ben.connection.call('approvals.answer', { id, decision: 'allow-once' })
  expect(result).toMatchObject({ counts: true })
  const owner = await scene.owner()
  await owner.call('devices.revoke', { device: ben.key.id })
  const after = await made()
  expect(after).toMatchObject({ status: 'unapproved', approval: { by: 'queued' } })
  expect(after.approval.requestId).not.toBe(id)
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
})

test('the session tells what became of a call, in numbered events', async () => {
  const scene = await openWatched()
  const running = exec(scene.agent.connection, scene.session, 'touch made')
  await scene.answer((await scene.next()).id, 'allow-once')
  await running
  const { result } = await scene.agent.connection.call('sessions.events', { session: scene.session })
  expect(result.events.map(({ seq, kind }: any) => `${seq} ${kind}`)).toEqual([
    '1 created',
    '2 call-requested',
    '3 call-decided',
    '4 call-waiting',
    '5 call-answered',
    '6 call-started',
    '7 call-ended',
  ])
})

test('GW-50-a: of two answers at once exactly one counts, and the loser is told the recorded one', async () => {
  const scene = await openWatched()
  const ben = await approver(scene)
  const running = exec(scene.agent.connection, scene.session, 'touch made')
  const { id } = await scene.next()
  const [one, two] = await Promise.all([
    scene.answer(id, 'allow-once'),
    ben.connection.call('approvals.answer', { id, decision: 'deny' }),
  ])
  expect([one, two].filter(({ result }) => result.counts)).toHaveLength(1)
  expect(one.result.approval.answers).toEqual(two.result.approval.answers)
  const winner = one.result.counts ? 'ran' : 'unapproved'
  expect((await running).result?.status).toBe(winner)
})

test('an answer that was lost on the way is told again that it counts', async () => {
  const scene = await openWatched()
  void exec(scene.agent.connection, scene.session, 'touch made').catch(() => undefined)
  const { id } = await scene.next()
  expect((await scene.answer(id, 'deny')).result).toMatchObject({ counts: true })
  expect((await scene.answer(id, 'deny')).result).toMatchObject({ counts: true })
  expect((await scene.answer(id, 'allow-once')).result).toMatchObject({ counts: false })
})

test('an answer that is given on the machine itself settles it for devices too: one state, one winner', async () => {
  const scene = await openWatched()
  const running = exec(scene.agent.connection, scene.session, 'touch made')
  const { id } = await scene.next()
  storeOf(scene).answer(id, { decision: 'allow-once', by: 'root', surface: 'cli' })
  expect((await running).result).toMatchObject({ status: 'ran', approval: { by: 'cli:root' } })
  expect((await scene.answer(id, 'deny')).result).toMatchObject({
    counts: false,
    approval: { answers: [{ decision: 'allow-once', surface: 'cli', proof: 'terminal' }] },
  })
})

test('GW-51-a: a device does not approve what it asked for itself; somebody else does', async () => {
  const scene = await openWatched()
  const operator = await approver(scene)
  const { result } = await operator.connection.call('sessions.create', { agent: 'coder' }, { idempotencyKey: newKey() })
  const second = await operator.again()
  const running = exec(operator.connection, result.session.id, 'touch made')
  const { id } = await scene.next()
  for (const decision of ['allow-once', 'allow-always']) {
    const refused = await second.call('approvals.answer', { id, decision })
    expect(refused.error).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'self-approval' } })
  }
  expect((await second.call('approvals.get', { id })).result.approval.notByCaller).toBe('self-approval')
  const handedOn = await second.call('approvals.delegate', { id, group: 'x' })
  expect(handedOn.error).toMatchObject({ code: 'NOT_FOUND' })
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
  await scene.answer(id, 'allow-once')
  expect((await running).result).toMatchObject({ status: 'ran' })
})

test('GW-51-a: an agent has no method to answer with', async () => {
  const scene = await openWatched()
  void exec(scene.agent.connection, scene.session, 'touch made').catch(() => undefined)
  const { id } = await scene.next()
  const second = await scene.agent.again()
  const refused = await second.call('approvals.answer', { id, decision: 'allow-once' })
  expect(refused.error).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'role' } })
})

test('GW-49-a: a beginning that two requests have is refused with both, and answers neither', async () => {
  const scene = await openWatched()
  const store = storeOf(scene)
  void exec(scene.agent.connection, scene.session, 'touch one').catch(() => undefined)
  const { id } = await scene.next()
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  // 96 bits or more; a short beginning is refused whatever there is.
  expect((await scene.answer(id.slice(0, 3), 'allow-once')).error).toMatchObject({ code: 'INVALID_PARAMS' })
  const folder = join(scene.stateFolder, 'approvals', 'requests')
  const twin = `${id.slice(0, 8)}${'0'.repeat(24)}`
  const text = readFileSync(join(folder, `${id}.request.json`), 'utf8').replaceAll(id, twin)
  writeFileSync(join(folder, `${twin}.request.json`), text, { mode: 0o600 })
  const refused = await scene.answer(id.slice(0, 8), 'allow-once')
  expect(refused.error).toMatchObject({
    code: 'AMBIGUOUS',
    details: { candidates: expect.arrayContaining([id, twin]) },
  })
  expect(store.pending()).toHaveLength(2)
})

test('a quorum: two people allow it, and the first vote is seen by those who watch', async () => {
  const scene = await openWatched(requiring({ approve: 2 }))
  const ben = await approver(scene)
  const running = exec(scene.agent.connection, scene.session, 'touch made')
  const { id } = await scene.next()
  expect((await scene.answer(id, 'allow-once')).result).toMatchObject({
    counts: true,
    approval: { state: 'pending', quorum: { approve: 2, approved: 1 }, notByCaller: 'answered' },
  })
  const changed = (await scene.events.next('approvals.changed')).data.approval
  expect(changed).toMatchObject({ id, state: 'pending', quorum: { approved: 1 } })
  expect((await scene.answer(id, 'allow-once')).result.approval.state).toBe('pending')
  const last = await ben.connection.call('approvals.answer', { id, decision: 'allow-once' })
  expect(last.result).toMatchObject({ counts: true, approval: { quorum: { approved: 2 } } })
  expect((await running).result).toMatchObject({ status: 'ran' })
})

test('where a reason is required, an approval without one is refused and a denial is not', async () => {
  const scene = await openWatched(requiring({ reason: 'required' }))
  void exec(scene.agent.connection, scene.session, 'touch one').catch(() => undefined)
  const { id, reasonRequired } = await scene.next()
  expect(reasonRequired).toBe(true)
  expect((await scene.answer(id, 'allow-once')).error).toMatchObject({ code: 'INVALID_PARAMS', path: '/params/reason' })
  expect((await scene.answer(id, 'deny')).result).toMatchObject({ counts: true })
})

test('a request is handed to a group, whose members answer it from then on', async () => {
  const groups = { operations: ['account:nobody'], security: ['slack:U1'] }
  const scene = await openWatched({ configuration: { ...ASKING, approvals: { groups, require: [] } } })
  void exec(scene.agent.connection, scene.session, 'touch one').catch(() => undefined)
  const { id } = await scene.next()
  expect((await scene.anna.connection.call('approvals.groups')).result.groups).toEqual([
    { id: 'operations', members: 1 },
    { id: 'security', members: 1 },
  ])
  const handedOn = await scene.anna.connection.call('approvals.delegate', {
    id,
    group: 'security',
    reason: 'please look',
  })
  expect(handedOn.result.approval).toMatchObject({ group: 'security', notByCaller: 'group' })
  expect((await scene.answer(id, 'allow-once')).error).toMatchObject({
    code: 'FORBIDDEN',
    details: { reason: 'group' },
  })
  const back = await scene.anna.connection.call('approvals.delegate', { id, group: 'operations' })
  expect(back.error).toMatchObject({ code: 'FORBIDDEN' })
  expect(storeOf(scene).answer(id, { decision: 'allow-once', by: 'U1', surface: 'slack' })).toMatchObject({
    counts: true,
  })
})

test('several requests that are alike are answered together, each by itself', async () => {
  const scene = await openWatched()
  const connections = [scene.agent.connection, await scene.agent.again()]
  const running = connections.map((connection, index) => exec(connection, scene.session, `touch made${index}`))
  const [one, two] = [await scene.next(), await scene.next()]
  expect(one.likeness).toBe(two.likeness)
  const ids = [one.id, two.id, '0'.repeat(32)]
  const many = await scene.anna.connection.call('approvals.answerMany', {
    ids,
    likeness: one.likeness,
    decision: 'allow-once',
  })
  expect(many.result.answered.map(({ counts }: any) => counts)).toEqual([true, true])
  expect(many.result.failed).toMatchObject([{ id: '0'.repeat(32), code: 'NOT_FOUND' }])
  for (const call of running) expect((await call).result).toMatchObject({ status: 'ran' })
})

test('GW-32-a: an answer is good for the call that was asked about, and for no other of the same agent', async () => {
  const scene = await openWatched()
  const running = exec(scene.agent.connection, scene.session, 'touch made')
  await scene.answer((await scene.next()).id, 'allow-once')
  await running
  const second = await scene.agent.again()
  for (const command of ['touch made ;id', 'touch made2', 'touch made']) {
    const again = exec(second, scene.session, command)
    const { id } = await scene.next()
    await scene.answer(id, 'deny')
    expect((await again).result).toMatchObject({ status: 'unapproved' })
  }
})

test('GW-52-a: an approval that is used after its time does not run: the gateway looks at the moment of use', async () => {
  const scene = await openWatched({ configuration: { ...ASKING, approvals: { timeout: 1 } } })
  const running = exec(scene.agent.connection, scene.session, 'touch made')
  const { id, createdAt, expiresAt } = await scene.next()
  expect(expiresAt - createdAt).toBe(1000)
  expect((await running).result).toMatchObject({ status: 'unapproved', approval: { kind: 'timeout' } })
  expect((await scene.answer(id, 'allow-once')).error).toMatchObject({ code: 'SETTLED' })
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
})

test('what is watched is numbered; who comes back is told what came meanwhile, in order', async () => {
  const scene = await openWatched()
  const { epoch, head } = await watch(scene.anna.connection)
  scene.anna.connection.close()
  const keeper = await approver(scene)
  await watch(keeper.connection)
  const running = exec(scene.agent.connection, scene.session, 'touch made')
  const waiting = eventsOf(keeper.connection)
  const { id } = (await waiting.next('approvals.waiting')).data.approval
  await keeper.connection.call('approvals.answer', { id, decision: 'deny' })
  await running
  const again = await scene.anna.again()
  const events = eventsOf(again)
  const followed = await again.call('approvals.watch', { after: { epoch, seq: head } })
  expect(followed.result).toMatchObject({ epoch, head: head + 2, pending: [] })
  await events.next('approvals.settled')
  expect(events.all.map(({ event, seq }) => `${seq - head} ${event}`)).toEqual([
    '1 approvals.waiting',
    '2 approvals.settled',
  ])
})

test('how long a request waits is read from the file that the gateway was started with', async () => {
  const scene = await openWork({ ownFile: { approvals: { timeout: 77 } } })
  const { connection } = await approver(scene)
  const events = eventsOf(connection)
  await watch(connection)
  void exec(scene.agent.connection, scene.session, 'touch x').catch(() => undefined)
  const { approval } = (await events.next('approvals.waiting')).data
  expect(approval.expiresAt - approval.createdAt).toBe(77_000)
})
