import { METHODS, ROLE_SCOPES, SCOPES, type MethodName, type Scope } from '@poundlock/protocol'
import { expect, test } from 'vitest'
import { openTestGateway } from '../support/test-gateway.ts'
import { approver, beginSession, eventsOf, exec, newKey, openWork } from '../support/work-scene.ts'

const ofGateway = Object.entries(METHODS).filter(([, { to }]) => to === 'gateway') as [
  MethodName,
  { readonly roles: readonly string[]; readonly scope: Scope },
][]

test('every method and every feed is refused to each role that it is not for, and without its scope', async () => {
  const scene = await openWork()
  for (const role of ['operator', 'agent', 'node'] as const) {
    const device = await scene.pair(role, ROLE_SCOPES[role], role === 'agent' ? { agent: 'other' } : {})
    for (const [name, { roles, scope }] of ofGateway) {
      if (roles.includes(role) && ROLE_SCOPES[role].some((one) => one === scope)) continue
      const { error } = await device.connection.call(name, {}, { idempotencyKey: newKey() })
      expect(error?.code, `${name} by ${role}`).toMatch(/^(FORBIDDEN|UNKNOWN_METHOD)$/)
    }
  }
  const operator = await scene.pair('operator', ROLE_SCOPES.operator)
  for (const scope of Object.keys(SCOPES) as Scope[]) {
    const left = ROLE_SCOPES.operator.filter((one) => one !== scope)
    const connection = await operator.again({ scopes: left })
    const events = eventsOf(connection)
    for (const [name] of ofGateway.filter(([, method]) => method.scope === scope)) {
      const { error } = await connection.call(name, {}, { idempotencyKey: newKey() })
      expect(error?.code, `${name} without ${scope}`).toMatch(/^(FORBIDDEN|UNKNOWN_METHOD)$/)
    }
    expect(events.all).toEqual([])
    connection.close()
  }
})

test('keys, calls, sessions and places in a stream of one agent are nothing to another one', async () => {
  const scene = await openWork()
  const { connection } = scene.agent
  const key = newKey()
  const first = await exec(connection, scene.session, 'echo mine', { key })
  const { callId } = first.result!
  const thief = (await scene.pair('agent', ROLE_SCOPES.agent, { agent: 'thief' })).connection
  const events = eventsOf(thief)
  const own = await beginSession(thief)
  const { session } = scene
  const tries: readonly [string, object, boolean?][] = [
    ['tools.status', { call: { key } }],
    ['tools.status', { call: { callId } }],
    ['tools.cancel', { call: { callId } }],
    ['tools.follow', { call: { key } }],
    ['tools.follow', { call: { callId } }],
    ['sessions.get', { session }],
    ['sessions.events', { session }],
    ['sessions.follow', { session, after: { epoch: session, seq: 0 } }],
    ['sessions.send', { session, text: 'hello' }, true],
    ['sessions.abort', { session }],
    ['tools.list', { session }],
    ['tools.call', { session, tool: 'exec', input: { command: 'echo x' } }, true],
  ]
  for (const [method, params, hasKey = false] of tries) {
    const { error } = await thief.call(method, params, hasKey ? { idempotencyKey: key } : {})
    expect(error?.code, method).toBe('NOT_FOUND')
  }
  const same = await exec(thief, own, 'echo other', { key })
  expect(same.result, 'a key is of its device').toMatchObject({ status: 'ran', content: [{ text: 'other\n' }] })
  // The epoch of another session names no place in this one.
  await thief.call('sessions.follow', { session: own, after: { epoch: session, seq: 0 } })
  await exec(connection, session, 'echo again')
  expect(events.all.filter(({ data }) => data.session === session)).toEqual([])
  expect((await thief.call('sessions.list')).result.sessions.map(({ id }: { id: string }) => id)).toEqual([own])
})

test('the output of a call that runs goes to its agent and to operators, and to no other agent', async () => {
  const scene = await openWork()
  const owner = eventsOf(scene.agent.connection)
  const running = exec(scene.agent.connection, scene.session, 'echo secret; sleep 600', { stream: true })
  const { data } = await owner.next('tools.output')
  const { callId } = data as { readonly callId: string }
  const thief = (await scene.pair('agent', ROLE_SCOPES.agent, { agent: 'thief' })).connection
  const events = eventsOf(thief)
  const { error } = await thief.call('tools.follow', { call: { callId } })
  expect(error?.code).toBe('NOT_FOUND')
  const operator = (await approver(scene)).connection
  expect((await operator.call('tools.follow', { call: { callId } })).result).toMatchObject({
    following: true,
    printed: 'secret\n',
  })
  await (await scene.agent.again()).call('tools.cancel', { call: { callId } })
  expect((await running).result).toMatchObject({ status: 'cancelled' })
  expect(events.all).toEqual([])
})

test('a device that is named like the id of another one does not keep it from being revoked', async () => {
  const gateway = await openTestGateway()
  const owner = await gateway.owner()
  const first = await gateway.pair('agent', ['status.read'])
  const second = await gateway.pair('agent', ['status.read'], { name: first.key.id })
  await owner.call('devices.rename', { device: first.key.id, name: second.key.id })
  for (const { key } of [first, second]) {
    const { result } = await owner.call('devices.revoke', { device: key.id })
    expect(result?.device.id).toBe(key.id)
  }
})

test('one device cannot take the places of all, and the local socket has places of its own', async () => {
  const gateway = await openTestGateway({
    bounds: { maxConnectionsPerDevice: 3 },
    admission: { maxSockets: 6 },
  })
  const greedy = await gateway.pair('agent', ['status.read'])
  await Promise.all([greedy.again(), greedy.again()])
  const { answered, closed } = await greedy.again()
  expect([answered.error?.code, await closed]).toEqual(['BUSY', 4429])
  const other = await gateway.pair('agent', ['status.read'])
  expect(other.connection.answered.ok, 'another device').toBe(true)
  const full = async () => {
    for (;;) await (await gateway.pair('agent', ['status.read'])).again()
  }
  await expect(full()).rejects.toThrow(/hang up|ECONNRESET|closed/)
  const owner = await gateway.owner()
  expect((await owner.call('devices.revoke', { device: greedy.key.id })).ok, 'with every place taken').toBe(true)
})
