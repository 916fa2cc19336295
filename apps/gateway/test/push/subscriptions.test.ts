import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { pushSettings } from '../../src/index.ts'
import { postPush } from '../../src/push/post-push.ts'
import { lookUpEndpoint, readEndpoint } from '../../src/push/push-endpoint.ts'
import { PushStore, type PushTarget } from '../../src/push/push-store.ts'
import { pushReceiver } from '../support/push-receiver.ts'
import { approver, openWork } from '../support/work-scene.ts'

const { p256dh, auth } = pushReceiver()
const keys = { p256dh, auth }
/** An address of the public internet, so that no name is looked up. */
const PUBLIC = 'https://8.8.8.8/send/one'

/** A gateway that sends pushes, and a device that may answer. */
async function openScene() {
  const scene = await openWork({ push: pushSettings({}) })
  const { connection, key } = await approver(scene)
  const subscribe = (endpoint: string, given: object = keys) =>
    connection.call('push.subscribe', { endpoint, keys: given })
  return { scene, connection, key, subscribe }
}

test.each([
  ['http://push.example/send', 'no encryption'],
  ['https://127.0.0.1/send', 'this machine'],
  ['https://[::1]/send', 'this machine'],
  ['https://2130706433/send', 'this machine, as a number'],
  ['https://0x7f.1/send', 'this machine, in hexadecimal'],
  ['https://localhost/send', 'this machine, by name'],
  ['https://push.localhost./send', 'this machine, by another name'],
  ['https://169.254.169.254/latest/meta-data', 'what a cloud tells its machines'],
  ['https://[::ffff:169.254.169.254]/latest', 'the same inside IPv6'],
  ['https://[64:ff9b::a9fe:a9fe]/latest', 'the same by translation'],
  ['https://[fd00:ec2::254]/latest', 'what a cloud tells its machines, IPv6'],
  ['https://10.0.0.5/send', 'a private network'],
  ['https://192.168.1.1/send', 'a private network'],
  ['https://100.64.0.1/send', 'a network of a provider'],
  ['https://[fe80::1]/send', 'a link'],
  ['https://0.0.0.0/send', 'this host'],
  ['https://8.8.8.8:22/send', 'another service'],
  ['https://user:password@8.8.8.8/send', 'a password'],
  ['https://8.8.8.8/send#fragment', 'a fragment'],
  ['file:///etc/passwd', 'a file'],
  [`https://8.8.8.8/${'x'.repeat(3000)}`, 'too long'],
  ['https://8.8.8.8/a\r\nx: y', 'a second line'],
])('no subscription leads the gateway to %s (%s)', async (endpoint) => {
  const { connection, subscribe } = await openScene()
  const { error } = await subscribe(endpoint)
  expect(error).toMatchObject({ code: 'INVALID_PARAMS', path: '/params/endpoint' })
  expect((await connection.call('push.status')).result).not.toHaveProperty('subscription')
})

test('a name that leads to a private address is refused whole, also when it led elsewhere before', async () => {
  const url = readEndpoint('https://push.example/send', []) as URL
  for (const addresses of [['10.0.0.5'], ['8.8.8.8', '127.0.0.1'], ['fe80::1%eth0'], ['::ffff:7f00:1']]) {
    expect(await lookUpEndpoint(url, [], async () => addresses)).toMatchObject({ kind: 'refused' })
    const request = { endpoint: url, privateHosts: [], headers: {}, body: Buffer.alloc(1) }
    const signal = new AbortController().signal
    expect(await postPush({ ...request, signal, resolve: async () => addresses })).toMatchObject({ kind: 'refused' })
  }
  expect(await lookUpEndpoint(url, [], async () => ['8.8.8.8'])).toMatchObject({ kind: 'found' })
  expect(await lookUpEndpoint(url, [], async () => [])).toMatchObject({ kind: 'failed' })
})

test('a host of privateHosts may be private, and never what a cloud tells its machines', async () => {
  const hosts = ['push.lan']
  const url = readEndpoint('https://push.lan:8443/send', hosts) as URL
  expect(url).toBeInstanceOf(URL)
  expect(await lookUpEndpoint(url, hosts, async () => ['192.168.1.9'])).toMatchObject({ kind: 'found' })
  expect(await lookUpEndpoint(url, hosts, async () => ['169.254.169.254'])).toMatchObject({ kind: 'refused' })
  expect(await lookUpEndpoint(url, hosts, async () => ['0.0.0.0'])).toMatchObject({ kind: 'refused' })
})

test('keys that are too long, too short or no point of the curve are refused', async () => {
  const { subscribe } = await openScene()
  const wrong = [
    { p256dh: 'A'.repeat(87), auth },
    { p256dh: 'A'.repeat(100_000), auth },
    { p256dh, auth: 'A'.repeat(100_000) },
    { p256dh: p256dh.slice(1), auth },
    { p256dh: `BAAA${p256dh.slice(4)}`, auth },
    { p256dh, auth: '' },
    { p256dh, auth, more: 1 },
  ]
  for (const given of wrong) expect((await subscribe(PUBLIC, given)).error?.code).toBe('INVALID_PARAMS')
})

test('a device has one subscription, and nothing to say about those of others', async () => {
  const { scene, connection, subscribe } = await openScene()
  expect((await subscribe(PUBLIC)).ok).toBe(true)
  expect((await subscribe(`${PUBLIC}/later`)).ok).toBe(true)
  const mine = (await connection.call('push.status')).result.subscription
  const file = readFileSync(join(scene.stateFolder, 'gateway', 'push.json'), 'utf8')
  expect(JSON.parse(file).subscriptions).toHaveLength(1)
  const other = (await approver(scene)).connection
  const taken = await other.call('push.subscribe', { endpoint: `${PUBLIC}/later`, keys })
  expect(taken.error).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'not-own' } })
  expect((await other.call('push.unsubscribe')).result).toEqual({ removed: false })
  expect((await other.call('push.status')).result).not.toHaveProperty('subscription')
  expect((await connection.call('push.status')).result.subscription).toEqual(mine)
  expect(JSON.stringify([mine, scene.log])).not.toContain('/send/')
  expect((await connection.call('push.unsubscribe')).result).toEqual({ removed: true })
})

test('agents, nodes and devices that may not answer, or may not look, get no pushes', async () => {
  const { scene } = await openScene()
  const params = { endpoint: PUBLIC, keys }
  const wrong = [
    ['agent', ROLE_SCOPES.agent, { agent: 'coder' }, 'role'],
    ['operator', ['status.read', 'approvals.read'], {}, 'scope'],
    ['operator', ['status.read', 'approvals.answer'], {}, 'scope'],
  ] as const
  for (const [role, scopes, more, reason] of wrong) {
    const { connection } = await scene.pair(role, scopes, more)
    expect((await connection.call('push.subscribe', params)).error).toMatchObject({
      code: 'FORBIDDEN',
      details: { reason },
    })
  }
})

test('a gateway that sends none says so', async () => {
  const scene = await openWork()
  const { connection } = await approver(scene)
  expect((await connection.call('push.status')).result).toEqual({ commands: false })
  expect((await connection.call('push.subscribe', { endpoint: PUBLIC, keys })).error?.code).toBe('UNAVAILABLE')
  expect((await connection.call('push.unsubscribe')).result).toEqual({ removed: false })
})

test('there is room for a thousand subscriptions, and a broken file is left as it is', () => {
  const stateFolder = temporaryFolder()
  mkdirSync(join(stateFolder, 'gateway'), { mode: 0o700 })
  const file = join(stateFolder, 'gateway', 'push.json')
  const subscription = (index: number): PushTarget => {
    const device = index.toString(16).padStart(64, '0')
    return { device, endpoint: `https://push.example/${index}`, ...keys, since: 0 }
  }
  const key = new PushStore(stateFolder).key()
  const subscriptions = Array.from({ length: 1000 }, (_, index) => subscription(index))
  writeFileSync(file, JSON.stringify({ version: 1, key, subscriptions }), { mode: 0o600 })
  const store = new PushStore(stateFolder)
  expect(() => store.put(subscription(1000))).toThrow('keeps 1000 subscriptions')
  store.put({ ...subscription(7), since: 1 })
  const other = { ...key, privateKey: `A${key.privateKey.slice(1)}` }
  for (const content of ['{', '{}', JSON.stringify({ version: 1, key: other, subscriptions: [] })]) {
    writeFileSync(file, content)
    expect(() => new PushStore(stateFolder)).toThrow(file)
    expect(readFileSync(file, 'utf8')).toBe(content)
  }
})
