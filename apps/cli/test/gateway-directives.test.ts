import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'
import { runGateway } from './running-gateway.ts'

const SCOPES = ['status.read', 'sessions.read', 'sessions.write', 'tools.call', 'config.write']

async function terminalOf(gateway: Scene, role: 'agent' | 'operator'): Promise<Scene> {
  const terminal = openScene()
  const scopes = role === 'operator' ? SCOPES.flatMap((scope) => ['--scope', scope]) : []
  const paired = await gateway.run(['gateway', 'pair', '--role', role, ...scopes, '--json'])
  const { code } = paired.json() as { code: string }
  const socket = join(gateway.state, 'gateway', 'gateway.sock')
  await terminal.run(['gateway', 'connect', socket, '--role', role], { input: code })
  return terminal
}

test('exec --gateway --directive changes the session for an operator, and runs nothing for an agent', async () => {
  const scene = openScene()
  scene.configure({
    mode: 'allow',
    sandbox: { mode: 'off' },
    tools: { exec: { host: 'gateway', security: 'full', ask: 'off' } },
    gateway: { name: 'office', bind: 'none' },
  })
  await runGateway(scene)
  const operator = await terminalOf(scene, 'operator')
  const exec = (terminal: Scene, ...words: readonly string[]) =>
    terminal.run(['exec', '--gateway', 'office', ...words, '--', 'echo ran'])
  expect(await exec(operator)).toMatchObject({ code: 0, stdout: 'ran\n' })
  const denied = await exec(operator, '--directive', '/exec security=deny')
  expect(denied).toMatchObject({ code: 64, stdout: '', stderr: expect.stringContaining('security=deny') })
  expect((await exec(operator)).code, 'it holds for the session').toBe(64)
  expect(await exec(operator, '--directive', 'please')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no directive'),
  })
  const agent = await terminalOf(scene, 'agent')
  expect(await exec(agent, '--directive', '/exec ask=off')).toMatchObject({ code: 2, stdout: '' })
})
