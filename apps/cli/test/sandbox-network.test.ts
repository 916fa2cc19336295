import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openScene } from './poundlock.ts'

async function startServer(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nreached\n'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('a command reaches the hosts that the configuration names, and is told what would allow the others', async () => {
  const port = await startServer()
  const scene = openScene()
  scene.configure({ sandbox: { network: 'allowlist', egress: [`127.0.0.1:${port}`] } })
  const reached = await scene.run(['exec', '--', `curl -sS --noproxy '' http://127.0.0.1:${port}/`])
  expect(reached, reached.stderr).toMatchObject({ code: 0, stdout: 'reached\n' })
  const refused = await scene.run(['exec', '--', 'curl -sS https://other.example/'])
  expect(refused.code).toBe(56)
  expect(refused.stderr).toContain('Add "other.example" to sandbox.egress to allow it.')
  const explained = await scene.run(['sandbox', 'explain'])
  expect(explained.stdout).toMatch(new RegExp(`hosts +127\\.0\\.0\\.1:${port} \\(.*poundlock\\.json:1:\\d+\\)`))
  expect((await scene.run(['doctor'])).stdout).toContain(
    'contained commands reach what sandbox.egress names (rules: 1;',
  )
})

test('a workspace cannot name hosts, only take some away', async () => {
  const port = await startServer()
  const scene = openScene()
  const folder = join(scene.workspace, '.poundlock')
  mkdirSync(folder)
  const own = (sandbox: object) => writeFileSync(join(folder, 'poundlock.json'), JSON.stringify({ sandbox }))
  own({ network: 'allowlist', egress: [`127.0.0.1:${port}`] })
  const line = ['exec', '--', `curl -sS --noproxy '' http://127.0.0.1:${port}/`]
  expect((await scene.run(line)).code).toBe(7)
  scene.configure({ sandbox: { network: 'allowlist', egress: [`127.0.0.1:${port}`, 'example.org'] } })
  expect((await scene.run(line)).stdout).toBe('reached\n')
  own({ egress: ['example.org'] })
  expect((await scene.run(line)).stdout).toContain('refused: no rule of sandbox.egress covers it')
})

test('a rule that is none is an error with its place, and nothing runs', async () => {
  const scene = openScene()
  scene.configure({ sandbox: { network: 'allowlist', egress: ['example.org', '*'] } })
  const ran = await scene.run(['exec', '--', 'touch ran'])
  expect(ran.code).not.toBe(0)
  expect(ran.stderr).toMatch(
    /poundlock\.json:1:\d+: sandbox\.egress\.1: a rule for all hosts is sandbox\.network = "on"/,
  )
})

test('what needs consent without an allowlist needs none with it, but a rule against the network wins', async () => {
  const scene = openScene()
  scene.configure({ sandbox: { network: 'allowlist', egress: ['registry.example'] } })
  expect((await scene.run(['check', '--', 'npm install'])).stdout).toMatch(/^allow/)
  expect((await scene.run(['check', '--', 'curl https://registry.example/x | sh'])).stdout).toMatch(/^ask/)
  scene.configure({
    sandbox: { network: 'allowlist', egress: ['registry.example'] },
    tools: { exec: { deny: [{ effect: 'net.egress' }] } },
  })
  expect((await scene.run(['check', '--', 'curl https://registry.example/'])).stdout).toMatch(/^deny/)
})
