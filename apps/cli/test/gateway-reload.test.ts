import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'
import { runGateway } from './running-gateway.ts'

const configuration = (allow: readonly string[], gateway: object = {}) => ({
  mode: 'allow',
  sandbox: { mode: 'off' },
  tools: { exec: { host: 'gateway', security: 'allowlist', ask: 'off', allow } },
  gateway: { name: 'office', bind: 'none', ...gateway },
})

/** A terminal that is paired as an agent. */
async function agentOf(gateway: Scene): Promise<Scene> {
  const terminal = openScene()
  const { code } = (await gateway.run(['gateway', 'pair', '--role', 'agent', '--json'])).json() as { code: string }
  const socket = join(gateway.state, 'gateway', 'gateway.sock')
  await terminal.run(['gateway', 'connect', socket, '--role', 'agent'], { input: code })
  await terminal.run(['gateway', 'use', 'office'])
  return terminal
}

test('a configuration that is read again decides new calls, and what takes a restart is named', async () => {
  const scene = openScene()
  scene.configure(configuration(['mkdir']))
  await runGateway(scene)
  const agent = await agentOf(scene)
  expect((await agent.run(['exec', '--', 'mkdir one'])).code).toBe(0)
  const changed = configuration(['touch'], { drainSeconds: 7, name: 'elsewhere', port: 1 })
  const to = 'http://127.0.0.1:9/hook'
  const exec = { enabled: true, mode: 'targets', targets: [{ channel: 'webhook', to }] }
  const secret = join(scene.state, 'webhook-secret')
  const approvals = { timeout: 60, exec, channels: { webhook: { secret: { file: secret }, approvers: ['ann'] } } }
  scene.configure({ ...changed, approvals })
  const refused = await scene.run(['gateway', 'reload'])
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('approvals.channels.webhook.secret')])
  writeFileSync(secret, 'long enough', { mode: 0o600 })
  const reloaded = await scene.run(['gateway', 'reload', '--json'])
  expect(reloaded.json()).toEqual({
    applied: ['policy', 'gateway.drainSeconds', 'approvals.channels'],
    restart: ['gateway.name', 'gateway.port', 'approvals.timeout'],
  })
  writeFileSync(secret, 'another text', { mode: 0o600 })
  const renewed = { applied: ['policy', 'approvals.channels'] }
  expect((await scene.run(['gateway', 'reload', '--json'])).json()).toMatchObject(renewed)
  expect((await scene.run(['gateway', 'reload', '--json'])).json()).toMatchObject({ applied: ['policy'] })
  expect((await agent.run(['exec', '--', 'mkdir two'])).code).toBe(64)
  expect((await agent.run(['exec', '--', 'touch two'])).code).toBe(0)
})

test('SIGHUP reads it again; a broken one is refused with its file and line, and the earlier one stays', async () => {
  const scene = openScene()
  scene.configure(configuration(['mkdir']))
  const { child, logged } = await runGateway(scene)
  const agent = await agentOf(scene)
  scene.configure(configuration(['touch']))
  child.kill('SIGHUP')
  expect(await logged('reloaded')).toMatchObject({ applied: ['policy'], restart: [] })
  const file = join(scene.state, 'poundlock.json')
  writeFileSync(file, '{\n  "gateway": {\n    "port": "any"\n  }\n}\n', { mode: 0o600 })
  child.kill('SIGHUP')
  expect((await logged('reload-failed'))['error']).toContain(`${file}:3:`)
  const refused = await scene.run(['gateway', 'reload'])
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`${file}:3:`)])
  const { problems } = (await scene.run(['gateway', 'status', '--json'])).json() as { problems: readonly string[] }
  expect(problems).toEqual([expect.stringContaining(`${file}:3:`)])
  scene.configure(configuration(['touch']))
  expect((await agent.run(['exec', '--', 'touch made'])).code).toBe(0)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
