import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestNats } from '@poundlock/tooling/nats-test'
import { expect, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'
import { runGateway } from './running-gateway.ts'

const PATIENCE = { timeout: 60_000, interval: 200 }

function gatewayScene(name: string): Scene {
  const scene = openScene()
  scene.configure({ gateway: { name, bind: 'none' } })
  return scene
}

const fileOf = ({ state }: Scene, name: string): string => join(state, 'gateway', name)

test('two gateways with --bus share their devices; one of another identity does not start', async () => {
  const server = await startTestNats()
  const bus = ['--bus', `nats://${server.address}`]
  const [first, second] = [gatewayScene('first'), gatewayScene('second')]
  await runGateway(first, bus)
  const stranger = await second.run(['gateway', 'run', ...bus])
  expect([stranger.code, stranger.stderr]).toEqual([2, expect.stringContaining('have another identity')])
  expect(stranger.stderr).toContain('Copy gateway/identity.json')
  copyFileSync(fileOf(first, 'identity.json'), fileOf(second, 'identity.json'))
  await runGateway(second, bus)
  const terminal = openScene()
  const invited = await first.run(['gateway', 'pair', '--role', 'operator', '--name', 'desk', '--json'])
  const { code } = invited.json() as { code: string }
  const connect = (gateway: Scene) => ['gateway', 'connect', fileOf(gateway, 'gateway.sock'), '--role', 'operator']
  const paired = await terminal.run(connect(first), { input: `${code}\n` })
  expect([paired.code, paired.stderr]).toEqual([0, ''])
  const listed = async () => (await second.run(['devices', 'list', '--json'])).stdout
  await expect.poll(listed, PATIENCE).toContain('"desk"')
  await server.kill()
  const status = async () => (await second.run(['gateway', 'status'])).stdout
  await expect
    .poll(status, PATIENCE)
    .toContain('the other gateways cannot be reached: there is no connection to the NATS servers')
})

test('--bus takes servers alone: a password there could be read by other users', async () => {
  for (const servers of ['nats://gateway:secret@127.0.0.1:4222', 'http://127.0.0.1:4222']) {
    const refused = await gatewayScene('office').run(['gateway', 'run', '--bus', servers])
    expect([refused.code, refused.stderr], servers).toEqual([
      2,
      expect.stringContaining('--bus expects nats://host:port'),
    ])
    expect(refused.stderr).not.toContain('secret')
  }
})
