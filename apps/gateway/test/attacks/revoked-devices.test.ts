import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { expect, test } from 'vitest'
import { openTestGateway } from '../support/test-gateway.ts'
import { approver, ASKING, eventsOf, exec, newKey, openWork, watch } from '../support/work-scene.ts'

test('what a revoked device runs is ended, what it waits for is withdrawn, and 500 sockets of it are closed', async () => {
  const scene = await openWork()
  const anna = (await approver(scene)).connection
  const events = eventsOf(anna)
  await watch(anna)
  const { connection } = scene.agent
  const key = newKey()
  const agentEvents = eventsOf(connection)
  void exec(connection, scene.session, 'echo begun; sleep 600', { key, stream: true }).catch(() => undefined)
  await agentEvents.next('tools.output')
  void exec(connection, scene.session, 'touch asked').catch(() => undefined)
  const { id } = (await events.next('approvals.waiting')).data.approval
  const sockets = await Promise.all(Array.from({ length: 500 }, () => scene.agent.again()))
  const { result } = await anna.call('devices.revoke', { device: scene.agent.key.id })
  expect(result.closed).toBeGreaterThanOrEqual(501)
  const codes = await Promise.all([connection, ...sockets].map(({ closed }) => closed))
  expect(new Set(codes)).toEqual(new Set([4403]))
  const settled = (await events.next('approvals.settled')).data.approval
  expect(settled).toMatchObject({ id, state: 'cancelled' })
  expect((await anna.call('approvals.answer', { id, decision: 'allow-once' })).error?.code).toBe('SETTLED')
  const ended = async () => {
    const { result: page } = await anna.call('sessions.events', { session: scene.session })
    return page.events.filter(({ kind }: { kind: string }) => kind === 'call-ended')
  }
  await expect.poll(async () => (await ended()).length).toBe(2)
  for (const event of await ended()) expect(event.status).toBe('cancelled')
})

test('a revoked device is shut out also where its requests cannot be taken back', async () => {
  const scene = await openWork()
  const anna = (await approver(scene)).connection
  chmodSync(join(scene.stateFolder, 'approvals', 'requests'), 0o777)
  const { result } = await anna.call('devices.revoke', { device: scene.agent.key.id })
  expect(result.closed).toBe(1)
  expect(await scene.agent.connection.closed).toBe(4403)
  expect(scene.log.join()).toContain('take-back-failed')
})

test('the vote of a revoked approver does not count beside another one', async () => {
  const require = [{ tools: ['exec'], approve: 2 }]
  const scene = await openWork({ configuration: { ...ASKING, approvals: { require } } })
  const [anna, ben] = [await approver(scene), await approver(scene)]
  const events = eventsOf(ben.connection)
  await watch(ben.connection)
  const running = exec(scene.agent.connection, scene.session, 'touch made')
  const { id } = (await events.next('approvals.waiting')).data.approval
  await anna.connection.call('approvals.answer', { id, decision: 'allow-once' })
  await ben.connection.call('devices.revoke', { device: anna.key.id })
  const late = await ben.connection.call('approvals.answer', { id, decision: 'allow-once' })
  expect(late.error?.code).toBe('SETTLED')
  expect((await running).result?.status).not.toBe('ran')
})

test('a device that is paired anew is no longer connected as what it was, nor good for what it invited', async () => {
  const gateway = await openTestGateway()
  const device = await gateway.pair('operator', ROLE_SCOPES.operator)
  const before = await device.again()
  const invited = await before.call('devices.invite', { role: 'operator', scopes: ['admin'] })
  const owner = await gateway.owner()
  const { code } = (await owner.call('devices.invite', { role: 'agent', scopes: ['status.read'] })).result
  const now = await gateway.connect({
    key: device.key,
    role: 'agent',
    scopes: ROLE_SCOPES.agent,
    auth: { kind: 'setup-code', codeId: code.slice(0, 8), name: 'smaller' },
    credential: code,
  })
  expect(now.hello).toMatchObject({ role: 'agent', scopes: ['status.read'] })
  expect(await before.closed).toBe(1001)
  const other = await gateway.connect({
    role: 'operator',
    scopes: ['admin'],
    auth: { kind: 'setup-code', codeId: invited.result.code.slice(0, 8), name: 'late' },
    credential: invited.result.code,
  })
  expect(other.answered.error?.code).toBe('SETUP_CODE_INVALID')
})
