import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, onTestFinished, test } from 'vitest'
import { LAUNCHER, openScene, type Scene } from './poundlock.ts'

/** Has systemd's own program listen for a gateway that does not run yet. */
function activate(scene: Scene, places: readonly (readonly [name: string, place: string])[]) {
  const child = spawn(
    'systemd-socket-activate',
    [
      ...places.flatMap(([, place]) => ['-l', place]),
      `--fdname=${places.map(([name]) => name).join(':')}`,
      '-E',
      `POUNDLOCK_HOME=${scene.state}`,
      '-E',
      `HOME=${scene.root}`,
      process.execPath,
      LAUNCHER,
      'gateway',
      'run',
      '--json',
    ],
    { cwd: scene.workspace, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (text) => (said += String(text)))
  const isListening = new Promise<void>((resolve) => {
    child.stderr.on('data', () => {
      if (said.match(/Listening on/g)?.length === places.length) resolve()
    })
  })
  return { child, isListening, said: () => said }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => void server.close(resolve))
  return port
}

async function socketScene(port: number) {
  needsProgram('systemd-socket-activate')
  const scene = openScene()
  scene.configure({ gateway: { port } })
  mkdirSync(join(scene.state, 'gateway'), { recursive: true, mode: 0o700 })
  return { scene, path: join(scene.state, 'gateway', 'gateway.sock') }
}

test('systemd listens, and the first client starts the gateway, which leaves the socket to systemd', async () => {
  const port = await freePort()
  const { scene, path } = await socketScene(port)
  const { child, isListening } = activate(scene, [
    ['local', path],
    ['tcp', `127.0.0.1:${port}`],
  ])
  await isListening
  expect(existsSync(join(scene.state, 'gateway', 'identity.json'))).toBe(false)
  const status = await scene.run(['gateway', 'status', '--json'])
  expect(status.json()).toMatchObject({
    state: 'ready',
    pid: child.pid,
    addresses: [`unix:${path}`, `http://127.0.0.1:${port}`],
  })
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  const ended = once(child, 'exit')
  await scene.run(['gateway', 'stop'])
  expect(await ended).toEqual([0, null])
  expect(existsSync(path)).toBe(true)
})

test.each([
  ['an address that the configuration does not name', 'tcp', 'the gateway is to listen at 127.0.0.1:'],
  ['a name that is unknown', 'admin', 'systemd passes a socket named "admin"'],
])(
  'a socket with %s is not served',
  async (_what, name, problem) => {
    const { scene } = await socketScene(await freePort())
    const port = await freePort()
    const { child, isListening, said } = activate(scene, [[name, `127.0.0.1:${port}`]])
    await isListening
    const ended = once(child, 'exit')
    // It gets no answer: the connection waits until the gateway has refused to start.
    await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
    expect(await ended).toEqual([2, null])
    expect(said()).toContain(problem)
  },
  60_000,
)
