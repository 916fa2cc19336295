import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAuditTail, verifyAuditLog } from '@poundlock/audit/node'
import { expect, test } from 'vitest'
import { testKey } from '../support/test-client.ts'
import { testClock } from '../support/test-clock.ts'
import { LOOPBACK, openTestGateway, type TestGateway } from '../support/test-gateway.ts'
import { eventsOf } from '../support/work-scene.ts'

const auditFolder = ({ stateFolder }: TestGateway) => join(stateFolder, 'audit')

async function records(gateway: TestGateway): Promise<readonly [string, any][]> {
  const found: [string, any][] = []
  for await (const { record } of readAuditTail(auditFolder(gateway), 1000)) {
    if (record) found.push([record.type, record.data])
  }
  return found
}

async function ask(gateway: TestGateway, name: string) {
  const key = testKey()
  const { answered } = await gateway.connect({ key, role: 'agent', auth: { kind: 'pairing', name } })
  return { key, request: answered.error?.details.request as string }
}

test('who was let in, changed, thrown out and locked out is recorded, with who did it', async () => {
  const gateway = await openTestGateway({ failures: { maxFailures: 2 } })
  const owner = await gateway.owner()
  const by = gateway.gateway.services.identity.devices.list()[0]!.id
  const builder = await gateway.pair('agent', ['status.read'], { agent: 'coder' })
  const { key, request } = await ask(gateway, 'laptop')
  await owner.call('devices.approve', { request, agent: 'coder', name: 'desk' })
  await owner.call('devices.reject', { request: (await ask(gateway, 'stranger')).request })
  await owner.call('devices.rename', { device: key.id, name: 'old desk' })
  await owner.call('devices.rotate', { device: key.id })
  await owner.call('devices.revoke', { device: key.id })
  for (let attempt = 0; attempt < 2; attempt++) {
    await gateway.connect({ role: 'agent', auth: { kind: 'token' }, credential: 'guess' })
  }
  await gateway.gateway.close()
  expect(await records(gateway)).toMatchObject([
    ['setup-code-made', { by, role: 'agent', agent: 'coder', scopes: ['status.read'] }],
    ['device-paired', { device: builder.key.id, by, how: 'setup-code', agent: 'coder' }],
    ['device-paired', { device: key.id, name: 'desk', by, how: 'approval' }],
    ['pairing-rejected', { name: 'stranger', by }],
    ['device-renamed', { device: key.id, before: 'desk', name: 'old desk', by }],
    ['device-rotated', { device: key.id, by }],
    ['device-revoked', { device: key.id, name: 'old desk', by }],
    ['door-locked', { address: '127.0.0.1', origin: null, kind: 'token' }],
  ])
  expect(await verifyAuditLog(auditFolder(gateway))).toMatchObject({ ok: true })
  const written = readdirSync(auditFolder(gateway)).map((name) =>
    readFileSync(join(auditFolder(gateway), name), 'utf8'),
  )
  expect(written.join('')).not.toContain(builder.token)
})

test('a refused change is not recorded as one', async () => {
  const gateway = await openTestGateway()
  const owner = await gateway.owner()
  const { name } = gateway.gateway.services.identity.devices.list()[0]!
  const { key, connection } = await gateway.pair('agent', ['status.read'], { agent: 'coder', name: 'builder' })
  expect((await owner.call('devices.rename', { device: key.id, name })).error?.code).toBe('CONFLICT')
  expect((await owner.call('devices.rotate', { device: name })).error?.code).toBe('CONFLICT')
  expect((await connection.call('devices.revoke', { device: name })).error?.code).toBe('FORBIDDEN')
  expect((await records(gateway)).map(([type]) => type)).toEqual(['setup-code-made', 'device-paired'])
})

test('what cannot be recorded lets nobody in, and still throws out who is revoked', async () => {
  const gateway = await openTestGateway()
  const owner = await gateway.owner()
  const { key } = await gateway.pair('agent', ['status.read'], { agent: 'coder', name: 'builder' })
  const { result } = await owner.call('devices.invite', { role: 'agent', scopes: ['status.read'], agent: 'coder' })
  const { request } = await ask(gateway, 'laptop')
  // Another program took its place.
  rmSync(auditFolder(gateway), { recursive: true })
  writeFileSync(auditFolder(gateway), '')
  expect((await owner.call('devices.approve', { request, agent: 'coder' })).error?.code).toBe('RECORD_FAILED')
  expect((await owner.call('devices.invite', { role: 'agent', scopes: [] })).error?.code).toBe('RECORD_FAILED')
  const joining = await gateway.connect({
    role: 'agent',
    auth: { kind: 'setup-code', codeId: result.code.slice(0, 8), name: 'late' },
    credential: result.code,
  })
  expect(await joining.closed).toBe(4403)
  expect((await owner.call('devices.revoke', { device: key.id })).ok).toBe(true)
  const { devices, pending } = (await owner.call('devices.list')).result
  expect([devices.length, pending.length]).toEqual([1, 1])
  expect((await owner.call('gateway.status')).result.problems).toEqual([expect.stringContaining('audit log')])
})

test('those who watch devices are told when one comes, when it goes, and when nobody answered it', async () => {
  const clock = testClock()
  const gateway = await openTestGateway({ clock, tcp: LOOPBACK })
  const owner = await gateway.owner()
  const { again, connection, key } = await gateway.pair('agent', ['status.read'], { agent: 'coder' })
  const events = eventsOf(owner)
  await owner.call('devices.watch')
  connection.close()
  const changed = async () => {
    const { data } = await events.next('devices.changed')
    return [data.device.id, data.device.connections]
  }
  expect(await changed()).toEqual([key.id, 0])
  const second = await again()
  expect(await changed()).toEqual([key.id, 1])
  second.close()
  expect(await changed()).toEqual([key.id, 0])
  const { request } = await ask(gateway, 'laptop')
  expect((await events.next('devices.pairing')).data).toMatchObject({ request: { request }, state: 'pending' })
  clock.advance(600_000)
  expect((await events.next('devices.pairing')).data).toMatchObject({ request: { request }, state: 'expired' })
})
