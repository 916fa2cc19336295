import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectGateway, type GatewayClient } from '@poundlock/protocol/client'
import { keyIdentity, newDeviceKey, openLocalSocket } from '@poundlock/protocol/node'
import { expect, onTestFinished, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'
import { runGateway } from './running-gateway.ts'

/** Nothing listens over TCP, so that runs do not meet. */
function localScene(): Scene {
  const scene = openScene()
  scene.configure({ gateway: { name: 'test gateway', bind: 'none' } })
  return scene
}

/** Over TCP, at any port that is free. */
function webScene(): Scene {
  const scene = openScene()
  scene.configure({ gateway: { name: 'test gateway', port: 0 } })
  return scene
}

test('a gateway runs until it is told to stop, and says where and what it is', async () => {
  const { scene, child, log } = await runGateway(localScene())
  expect(log[0]?.addresses).toEqual([`unix:${join(scene.state, 'gateway', 'gateway.sock')}`])
  const status = await scene.run(['gateway', 'status', '--json'])
  expect(status.json()).toMatchObject({ state: 'ready', gateway: { name: 'test gateway' }, pid: child.pid })
  const again = await scene.run(['gateway', 'run'])
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('another gateway serves it already')])
  const ended = once(child, 'exit')
  const stopped = await scene.run(['gateway', 'stop', '--json'])
  expect(stopped.json()).toEqual({ stopped: true, running: false, pid: child.pid })
  expect(await ended).toEqual([0, null])
  expect(log.at(-1)?.event).toBe('stopped')
})

test('without a gateway, what needs one says how to start it', async () => {
  const scene = openScene()
  const status = await scene.run(['gateway', 'status'])
  expect([status.code, status.stderr]).toEqual([1, expect.stringContaining('poundlock gateway run')])
  expect((await scene.run(['devices', 'list', '--json'])).json()).toMatchObject({ error: { code: 'GATEWAY_ABSENT' } })
  expect((await scene.run(['gateway', 'stop'])).code).toBe(0)
})

test('a setup code is shown once, stands in no file and no log, and is for one role', async () => {
  const { scene, log } = await runGateway(localScene())
  const paired = await scene.run([
    'gateway',
    'pair',
    '--json',
    '--role',
    'agent',
    '--agent',
    'main',
    '--name',
    'builder',
  ])
  const { code, role, scopes, link } = paired.json()
  expect(code).toMatch(/^[0-9a-f]{8}-[0-9a-f]{32}$/)
  expect([role, link]).toEqual(['agent', null])
  expect(scopes).toContain('tools.call')
  const [, secret] = code.split('-')
  expect(JSON.stringify(log)).not.toContain(secret)
  for (const name of ['identity.json', 'devices.json', 'owner.json']) {
    expect(readFileSync(join(scene.state, 'gateway', name), 'utf8'), name).not.toContain(secret)
  }
  const wrong = await scene.run(['gateway', 'pair', '--role', 'agent', '--scope', 'admin'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('none of the role agent')])
})

test('devices are listed and renamed; what fits none, and the own device, are left as they are', async () => {
  const { scene } = await runGateway(localScene())
  const { devices, pending } = (await scene.run(['devices', 'list', '--json'])).json()
  expect([devices.length, pending]).toEqual([1, []])
  const [{ id }] = devices
  const renamed = await scene.run(['devices', 'rename', id.slice(0, 8), 'my desk', '--json'])
  expect(renamed.json()).toMatchObject({ device: { id, name: 'my desk' } })
  expect((await scene.run(['devices', 'list'])).stdout).toContain('my desk')
  expect((await scene.run(['devices', 'revoke', 'nobody'])).code).toBe(2)
  const own = await scene.run(['devices', 'revoke', 'my desk'])
  expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('cannot be revoked')])
  expect((await scene.run(['devices', 'approve', 'nobody'])).code).toBe(2)
})

test('a setting with which it cannot start is named with its file and line (GW-07-a)', async () => {
  const scene = openScene()
  const file = join(scene.state, 'poundlock.json')
  writeFileSync(file, '{\n  "gateway": {\n    "bind": "0.0.0.0"\n  }\n}\n', { mode: 0o600 })
  const ran = await scene.run(['gateway', 'run', '--json'])
  expect(ran.code).toBe(2)
  expect(ran.stderr).toContain(`${file}:3:`)
  expect(ran.stderr).toContain('gateway.bind')
  expect(ran.json()).toMatchObject({ error: { code: 'CONFIG_INVALID' } })
  expect(existsSync(join(scene.state, 'gateway'))).toBe(false)
})

test('a service is shown, and written where the manager of the session looks, without being started', async () => {
  const scene = localScene()
  const home = join(scene.root, 'home folder')
  mkdirSync(home)
  const env = { HOME: home }
  const { path, text } = (await scene.run(['gateway', 'install', '--print', '--json'], { env })).json() as {
    path: string
    text: string
  }
  expect(path.startsWith(`${home}/`)).toBe(true)
  expect(text).toContain(scene.state)
  expect(existsSync(path)).toBe(false)
  const written = await scene.run(['gateway', 'install', '--no-start', '--json'], { env })
  expect(written.json()).toEqual({ path, started: false, problem: null })
  expect(readFileSync(path, 'utf8')).toBe(text)
  const removed = await scene.run(['gateway', 'uninstall', '--json'], { env: { ...env, PATH: '' } })
  expect(removed.json()).toMatchObject({ path, problem: expect.stringContaining('ENOENT') })
  expect(existsSync(path)).toBe(false)
})

test('units with which systemd listens are written and removed together', async () => {
  const scene = openScene()
  scene.configure({ gateway: { port: 4750 } })
  const env = { HOME: scene.root, PATH: '' }
  const units = join(scene.root, '.config/systemd/user')
  await scene.run(['gateway', 'install', '--socket-activation', '--no-start'], { env })
  const names = ['poundlock-gateway-local.socket', 'poundlock-gateway-tcp.socket', 'poundlock-gateway.service']
  expect(readdirSync(units).toSorted()).toEqual(names)
  expect(readFileSync(join(units, names[1]!), 'utf8')).toContain('ListenStream=127.0.0.1:4750\n')
  scene.configure({ gateway: { bind: 'none' } })
  await scene.run(['gateway', 'uninstall'], { env })
  expect(readdirSync(units)).toEqual([])
})

/** A device that was let in with a code of `poundlock gateway pair`. */
async function paired(scene: Scene, role: 'agent' | 'operator', name: string): Promise<GatewayClient> {
  const invited = await scene.run(['gateway', 'pair', '--role', role, '--json'])
  const { code, scopes } = invited.json() as { code: string; scopes: readonly [] }
  const client = connectGateway({
    url: () => openLocalSocket(join(scene.state, 'gateway', 'gateway.sock')),
    identity: keyIdentity(newDeviceKey()),
    credential: { kind: 'setup-code', code, name },
    role,
    scopes,
    client: { name: 'test', version: '1', platform: 'test' },
  })
  onTestFinished(() => client.close())
  await client.ready()
  return client
}

test('a call of an agent waits for a person at another device, runs when they allow it, and is on record', async () => {
  const scene = openScene()
  scene.configure({
    mode: 'allow',
    gateway: { bind: 'none' },
    sandbox: { mode: 'off' },
    tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off', ask: 'on-miss', allow: ['true'] } },
  })
  await runGateway(scene)
  const person = await paired(scene, 'operator', 'desk')
  const agent = await paired(scene, 'agent', 'coding agent')
  const waiting = Promise.withResolvers<string>()
  await person.subscribe(
    'approvals.watch',
    {},
    { onEvent: ({ event, data }) => event === 'approvals.waiting' && waiting.resolve(data.approval.id) },
  )
  const { session } = await agent.request('sessions.create', {}, { idempotencyKey: 'session-1' })
  expect(session.workspace).toBe(scene.workspace)
  const made = join(scene.workspace, 'made')
  const params = { session: session.id, tool: 'exec', input: { command: `node -e "require('fs').mkdirSync('made')"` } }
  const called = agent.request('tools.call', params, { idempotencyKey: 'call-0001' })
  const id = await waiting.promise
  expect(existsSync(made)).toBe(false)
  const pending = await scene.run(['approvals', 'pending', '--json'])
  expect(pending.json()).toMatchObject({ requests: [{ id }] })
  await person.request('approvals.answer', { id, decision: 'allow-once' }, { idempotencyKey: 'answer-001' })
  expect(await called).toMatchObject({ status: 'ran' })
  expect(existsSync(made)).toBe(true)
  const again = await agent.request('tools.call', params, { idempotencyKey: 'call-0001' })
  // Made again, it would fail.
  expect(again).toMatchObject({ status: 'ran', exit: { code: 0 } })
  const verified = await scene.run(['audit', 'verify', '--json'])
  expect(verified.code, verified.stdout).toBe(0)
})

test('a token for scripts is printed once, is shown with the device, and is rotated and revoked with it', async () => {
  const { scene, log } = await runGateway(webScene())
  const { addresses } = (await scene.run(['gateway', 'status', '--json'])).json()
  const pair = (...more: string[]) => scene.run(['gateway', 'pair', '--bearer', '--json', '--name', 'ci', ...more])
  const { token, device, rpc, mcp, scopes } = (await pair()).json()
  expect([rpc, mcp]).toEqual([`${addresses[1]}/rpc`, `${addresses[1]}/mcp`])
  expect(scopes, 'answers only when it was said').not.toContain('approvals.answer')
  expect((await pair('--scope', 'approvals.answer')).json().scopes).toEqual(['approvals.answer'])
  const health = async (given: string) => {
    const headers = { authorization: `Bearer ${given}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'gateway.health' })
    return (await fetch(rpc, { method: 'POST', headers, body })).status
  }
  expect(await health(token)).toBe(200)
  expect((await scene.run(['devices', 'list'])).stdout).toContain('ci  operator, its token is enough')
  const rotated = (await scene.run(['devices', 'rotate', device.id, '--json'])).json()
  expect([await health(token), await health(rotated.token)]).toEqual([401, 200])
  await scene.run(['devices', 'revoke', device.id])
  expect(await health(rotated.token)).toBe(401)
  expect(JSON.stringify(log)).not.toMatch(new RegExp(`${token}|${rotated.token}`))
})

test('the configured chats are served, and a chat without its secret keeps the gateway from starting', async () => {
  const scene = openScene()
  const secret = join(scene.state, 'webhook-secret')
  const configure = () =>
    scene.configure({
      gateway: { name: 'test gateway', port: 0 },
      approvals: { exec: { enabled: true }, channels: { webhook: { secret: { file: secret }, approvers: ['ann'] } } },
    })
  configure()
  const ran = await scene.run(['gateway', 'run', '--json'])
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('approvals.channels.webhook.secret')])
  writeFileSync(secret, 'a secret of this test\n', { mode: 0o600 })
  const { log } = await runGateway(scene)
  const [, address] = log.find(({ event }) => event === 'ready')!.addresses!
  const unsigned = await fetch(`${address}/channels/webhook`, { method: 'POST', body: '{}' })
  expect(unsigned.status).toBe(401)
  expect((await fetch(`${address}/channels/slack`, { method: 'POST', body: '{}' })).status).toBe(404)
})
