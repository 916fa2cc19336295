import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { begin, openKillable, type Killable } from '../support/killable-gateway.ts'
import { CERTIFICATE, openPushService, type PushService, type ServiceAnswer } from '../support/push-service.ts'
import { testKey, type TestConnection } from '../support/test-client.ts'
import { ASKING, eventsOf, exec, watch } from '../support/work-scene.ts'

const OPERATING = ['status.read', 'approvals.read', 'approvals.answer'] as const

interface Scene extends Killable {
  readonly service: PushService
  readonly agentConnection: TestConnection
  /** Of the approver. It watches nothing. */
  readonly anna: TestConnection
}

/** A gateway in a process of its own that trusts the certificate of a push service on this machine. */
async function openScene({ configuration = ASKING, push = {} }: { configuration?: object; push?: object } = {}) {
  const service = await openPushService()
  const scene = await openKillable(configuration)
  const agentConnection = await begin(scene, [], {
    push: { privateHosts: ['localhost'], contact: 'mailto:ops@desk.example', ...push },
    env: { NODE_EXTRA_CA_CERTS: CERTIFICATE },
  })
  return { ...scene, session: scene.session, service, agentConnection, anna: await scene.connect(scene.operator) }
}

async function subscribe({ anna, service }: Scene, browser = 'anna') {
  const { result, error } = await anna.call('push.subscribe', service.subscribe(browser))
  expect(error).toBeUndefined()
  return result.subscription
}

const call = ({ agentConnection, session }: Scene, command: string) => exec(agentConnection, session, command)

test('a browser without an open page is told what waits, without the command, and its answer counts', async () => {
  const scene = await openScene()
  const { anna, service } = scene
  const { key } = (await anna.call('push.status')).result
  await subscribe(scene)
  const running = call(scene, 'touch made')
  const { headers, content, vapid } = await service.next()
  expect(content).toEqual({ waiting: 1, gateway: 'killed gateway', id: expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(vapid.key).toBe(key)
  expect(vapid.claims).toMatchObject({ aud: service.origin, sub: 'mailto:ops@desk.example' })
  expect(Number(vapid.claims['exp']) - Date.now() / 1000).toBeLessThan(86_400)
  expect(headers).toMatchObject({ topic: 'approvals', urgency: 'high', 'content-encoding': 'aes128gcm' })
  const { approval } = (await anna.call('approvals.get', { id: content.id })).result
  const left = (approval.expiresAt - approval.createdAt) / 1000
  expect(Number(headers.ttl)).toBeGreaterThan(0)
  expect(Number(headers.ttl)).toBeLessThanOrEqual(left)
  await anna.call('approvals.answer', { id: content.id, decision: 'allow-once' })
  expect((await running).result).toMatchObject({ status: 'ran' })
  const taken = await service.next()
  expect(taken.content).toEqual({ waiting: 0, gateway: 'killed gateway' })
  expect(taken.headers).toMatchObject({ topic: 'approvals', urgency: 'normal' })
})

test('what is answered at once is not told, and what waits together goes with few pushes', async () => {
  const scene = await openScene()
  const { anna, service } = scene
  await subscribe(scene)
  const events = eventsOf(anna)
  await watch(anna)
  const first = call(scene, 'touch answered')
  const { id } = (await events.next('approvals.waiting')).data.approval
  await anna.call('approvals.answer', { id, decision: 'deny' })
  expect((await first).result).toMatchObject({ status: 'unapproved' })
  const calls = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => call(scene, `touch ${name}`))
  const ids: string[] = []
  while (ids.length < calls.length) ids.push((await events.next('approvals.waiting')).data.approval.id)
  let told = await service.next()
  while (told.content.waiting < calls.length) told = await service.next()
  expect(service.all.length).toBeLessThan(calls.length)
  expect(service.all.map(({ content }) => content.id)).not.toContain(id)
  for (const one of ids) await anna.call('approvals.answer', { id: one, decision: 'deny' })
  await Promise.all(calls)
  expect((await service.next()).content.waiting).toBe(0)
})

test('with gateway.push.commands the command is in it, with escapes for what cannot be seen', async () => {
  const scene = await openScene({ push: { commands: true } })
  await subscribe(scene)
  expect((await scene.anna.call('push.status')).result.commands).toBe(true)
  const running = call(scene, `touch 'a\u202eb' ${'x'.repeat(5000)}`)
  const { content } = await scene.service.next()
  expect(content.text).toContain('touch')
  expect(content.text).not.toContain('\u202e')
  expect(content.text.length).toBe(301)
  await scene.anna.call('approvals.answer', { id: content.id, decision: 'deny' })
  await running
})

test('a subscription that its service says has ended is removed, and then reaches no person', async () => {
  const scene = await openScene()
  const { anna, service } = scene
  await subscribe(scene)
  service.answer({ status: 410 })
  const outcome = (await call(scene, 'touch made')).result
  expect(outcome).toMatchObject({ status: 'unapproved' })
  expect((await anna.call('push.status')).result).not.toHaveProperty('subscription')
  expect(service.all).toHaveLength(1)
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
})

test.each([
  ['busy, with a pause that it wishes', { status: 429, headers: { 'retry-after': '1' } }],
  ['down for a moment', { status: 503 }],
] as const)('a push service that is %s gets the push again', async (_, answer) => {
  const scene = await openScene()
  const { anna, service } = scene
  await subscribe(scene)
  service.answer(answer)
  const running = call(scene, 'touch made')
  const first = await service.next()
  const problems = async () => (await anna.call('gateway.status')).result.problems
  await expect.poll(problems).toEqual([expect.stringContaining(`fail: status ${answer.status}`)])
  const second = await service.next()
  expect(second.content).toEqual(first.content)
  await expect.poll(problems).toEqual([])
  await anna.call('approvals.answer', { id: first.content.id, decision: 'deny' })
  await running
})

test('a redirect is not followed, and an answer without an end holds nothing up', async () => {
  const scene = await openScene()
  const { anna, service } = scene
  await subscribe(scene)
  service.answer({ status: 307, headers: { location: `${service.origin}/send/elsewhere` } })
  expect((await call(scene, 'touch first')).result).toMatchObject({ status: 'unapproved' })
  expect(service.all.map(({ browser }) => browser)).toEqual(['anna'])
  await subscribe(scene)
  const write: ServiceAnswer['write'] = (response) => {
    const flood = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', flood)
    flood()
  }
  service.answer({ status: 201, write })
  const running = call(scene, 'touch second')
  await service.next()
  const { content } = await service.next()
  await anna.call('approvals.answer', { id: content.id, decision: 'allow-once' })
  expect((await running).result).toMatchObject({ status: 'ran' })
})

test('a request that has expired is not told when its service is back', async () => {
  const scene = await openScene({ configuration: { ...ASKING, approvals: { timeout: 12 } } })
  const { anna, service } = scene
  await subscribe(scene)
  const events = eventsOf(anna)
  await watch(anna)
  service.answer({ status: 503, headers: { 'retry-after': '12' } })
  const first = call(scene, 'touch first')
  const told = await service.next()
  expect((await events.next('approvals.settled')).data.approval).toMatchObject({
    id: told.content.id,
    state: 'expired',
  })
  const second = call(scene, 'touch second')
  const again = await service.next()
  expect(again.content).toMatchObject({ waiting: 1 })
  expect(again.content.id).not.toBe(told.content.id)
  await Promise.all([first, second])
})

test('a revoked device is told nothing more, and nothing of its subscription is kept', async () => {
  const scene = await openScene()
  const { anna, service } = scene
  await subscribe(scene)
  const { code } = (await anna.call('devices.invite', { role: 'operator', scopes: OPERATING })).result
  const key = testKey()
  const auth = { kind: 'setup-code', codeId: code.slice(0, 8), name: 'ben' } as const
  const ben = await scene.connectAs({ key, role: 'operator', scopes: OPERATING, auth, credential: code })
  expect((await ben.call('push.subscribe', service.subscribe('ben'))).ok).toBe(true)
  const file = join(scene.stateFolder, 'gateway', 'push.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain('/send/ben')
  await anna.call('devices.revoke', { device: key.id })
  expect(readFileSync(file, 'utf8')).not.toContain('/send/ben')
  const running = call(scene, 'touch made')
  const { content } = await service.next()
  await anna.call('approvals.answer', { id: content.id, decision: 'deny' })
  await running
  expect((await service.next()).content.waiting).toBe(0)
  expect(service.all.map(({ browser }) => browser)).toEqual(['anna', 'anna'])
})

test('subscriptions and the key outlive the gateway', async () => {
  const scene = await openScene()
  await subscribe(scene)
  const before = (await scene.anna.call('push.status')).result
  await scene.kill()
  await scene.start([], { push: { privateHosts: ['localhost'] }, env: { NODE_EXTRA_CA_CERTS: CERTIFICATE } })
  const anna = await scene.connect(scene.operator)
  expect((await anna.call('push.status')).result).toEqual(before)
})
