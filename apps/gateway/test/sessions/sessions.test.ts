import { expect, test } from 'vitest'
import { beginSession, eventsOf, exec, newKey, openWork } from '../support/work-scene.ts'

test('a session is created once for a key, listed, and told of', async () => {
  const { agent, workspace, session: other } = await openWork()
  const key = newKey()
  const create = (label: string) => agent.connection.call('sessions.create', { label }, { idempotencyKey: key })
  const { session } = (await create('a')).result
  expect(session).toMatchObject({ agent: 'coder', label: 'a', workspace, owner: agent.key.id, state: 'open', head: 1 })
  expect((await create('a')).result.session.id).toBe(session.id)
  expect((await create('b')).error).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  expect((await agent.connection.call('sessions.get', { session: session.id })).result.session).toEqual(session)
  const { result: page } = await agent.connection.call('sessions.list', { limit: 1 })
  const { result: rest } = await agent.connection.call('sessions.list', { limit: 1, cursor: page.next })
  const listed = [...page.sessions, ...rest.sessions]
  // Both may be of the same millisecond.
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([session.id, other]))
  expect(listed).toContainEqual(session)
  expect(rest.next).toBeUndefined()
})

test('a session works only in folders that the gateway was started for', async () => {
  const { agent } = await openWork()
  for (const workspace of ['/', '/etc', '/root', '/nowhere']) {
    const { error } = await agent.connection.call('sessions.create', { workspace }, { idempotencyKey: newKey() })
    expect(error).toMatchObject({ code: 'NOT_FOUND', path: '/params/workspace' })
  }
})

test('who follows a session gets what came before and what comes, each once and in order', async () => {
  const scene = await openWork()
  const { agent, session } = scene
  await exec(agent.connection, session, 'echo one')
  const owner = await scene.owner()
  const events = eventsOf(owner)
  const followed = await owner.call('sessions.follow', { session, after: { epoch: session, seq: 0 } })
  expect(followed.result).toMatchObject({ epoch: session, head: 5 })
  await owner.call('sessions.send', { session, text: 'well done' }, { idempotencyKey: newKey() })
  await exec(agent.connection, session, 'echo two')
  await expect.poll(() => events.all.length).toBe(10)
  expect(events.all.map(({ seq, data }) => `${seq} ${data.seq} ${data.kind}`)).toEqual([
    '1 1 created',
    '2 2 call-requested',
    '3 3 call-decided',
    '4 4 call-started',
    '5 5 call-ended',
    '6 6 message',
    '7 7 call-requested',
    '8 8 call-decided',
    '9 9 call-started',
    '10 10 call-ended',
  ])
  const { subscription } = followed.result
  expect((await owner.call('subscriptions.end', { subscription })).ok).toBe(true)
  await owner.call('sessions.send', { session, text: 'more' }, { idempotencyKey: newKey() })
  expect(events.all).toHaveLength(10)
})

test('messages of megabytes are read an answer after the other, and none holds more than a client reads', async () => {
  const { agent, session } = await openWork()
  for (let index = 0; index < 8; index++)
    await agent.connection.call(
      'sessions.send',
      { session, text: `${index}${'m'.repeat(999_999)}` },
      { idempotencyKey: newKey() },
    )
  const read: string[] = []
  for (let after = 0; ;) {
    const { events, head } = (await agent.connection.call('sessions.events', { session, after, limit: 1000 })).result
    expect(JSON.stringify(events).length).toBeLessThan(6_100_000)
    for (const { kind, text } of events) if (kind === 'message') read.push(text[0])
    after = events.at(-1).seq
    if (after === head) break
  }
  expect(read).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
})

test('GW-26-b: of a session that nobody reads a bounded number of events is kept, and who reads is told what is gone', async () => {
  const scene = await openWork({ limits: { maxEvents: 20 } })
  const owner = await scene.owner()
  for (let count = 0; count < 60; count++) {
    await owner.call('sessions.send', { session: scene.session, text: `${count}` }, { idempotencyKey: newKey() })
  }
  const { result } = await owner.call('sessions.events', { session: scene.session, limit: 1000 })
  expect(result.head).toBe(61)
  expect(result.gap.from).toBe(1)
  expect(result.events[0].seq).toBe(result.gap.to + 1)
  expect(result.events.length).toBeLessThanOrEqual(22)
  const events = eventsOf(owner)
  const followed = await owner.call('sessions.follow', {
    session: scene.session,
    after: { epoch: scene.session, seq: 5 },
  })
  expect(followed.result.gap).toEqual({ from: 6, to: result.gap.to })
  await expect.poll(() => events.all.at(-1)?.seq).toBe(61)
  expect(events.all[0].seq).toBe(result.gap.to + 1)
})

test('a message is left once for a key', async () => {
  const { agent, session } = await openWork()
  const key = newKey()
  const send = () => agent.connection.call('sessions.send', { session, text: 'hi' }, { idempotencyKey: key })
  const first = await send()
  expect((await send()).result).toEqual(first.result)
  expect((await agent.connection.call('sessions.events', { session })).result.head).toBe(2)
})

test('a session that was aborted takes nothing more; what it did can be read', async () => {
  const scene = await openWork()
  const { agent, session } = scene
  const key = newKey()
  await exec(agent.connection, session, 'echo one', { key })
  const { result } = await agent.connection.call('sessions.abort', { session, reason: 'done' })
  expect(result).toMatchObject({ session: { state: 'aborted' }, cancelled: 0 })
  expect((await exec(agent.connection, session, 'echo two')).error).toMatchObject({ code: 'SETTLED' })
  const send = await agent.connection.call('sessions.send', { session, text: 'hi' }, { idempotencyKey: newKey() })
  expect(send.error).toMatchObject({ code: 'SETTLED' })
  expect((await exec(agent.connection, session, 'echo one', { key })).result).toMatchObject({ status: 'ran' })
  expect((await agent.connection.call('sessions.events', { session })).result.events.at(-1)).toMatchObject({
    kind: 'aborted',
    reason: 'done',
  })
})

test('an agent has a bounded number of open sessions', async () => {
  const scene = await openWork({ limits: { maxOpenPerAgent: 2 } })
  await beginSession(scene.agent.connection)
  const { error } = await scene.agent.connection.call('sessions.create', {}, { idempotencyKey: newKey() })
  expect(error).toMatchObject({ code: 'BUSY' })
  await scene.agent.connection.call('sessions.abort', { session: scene.session })
  await beginSession(scene.agent.connection)
})
