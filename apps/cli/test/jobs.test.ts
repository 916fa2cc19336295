import { readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openScene } from './poundlock.ts'

function openJobScene() {
  const scene = openScene()
  const host = () => Number(/\d+/.exec(readlinkSync(join(scene.state, 'jobs', 'host')))?.[0])
  onTestFinished(() => {
    try {
      process.kill(host(), 'SIGKILL')
    } catch {
      // It was never started, or has ended.
    }
  })
  const start = async (script: string) => (await scene.run(['exec', '--background', '--', script])).stdout.trim()
  return { ...scene, host, start }
}

test('a contained command goes on in the background, is listed, read and waited for', async () => {
  const scene = openJobScene()
  const id = await scene.start('echo begun; sleep 1; echo done; touch outside; exit 5')
  expect(id).toMatch(/^job_[0-9a-f]{24}$/)
  expect((await scene.run(['jobs', 'list', '--json'])).json()).toMatchObject({ jobs: [{ id, agent: 'main' }] })
  expect(await scene.run(['jobs', 'log', '--follow', id.slice(0, 12)])).toMatchObject({
    code: 0,
    stdout: 'begun\ndone\n',
  })
  expect(await scene.run(['jobs', 'wait', id])).toMatchObject({ code: 5, stdout: `${id}  exit_code:5\n` })
  expect((await scene.run(['audit', 'tail', '--json'])).lines().map(({ type }) => type)).toEqual([
    'decision',
    'run-start',
    'run-end',
  ])
  expect(await scene.run(['jobs', 'remove', id])).toMatchObject({ code: 0 })
  expect(await scene.run(['jobs', 'log', id])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There are none'),
  })
})

test('what is listed says nothing of the environment that a command was given', async () => {
  const scene = openJobScene()
  const secret = 'correct-horse-battery'
  await scene.run(['exec', '--background', '--env', `LANG=${secret}`, '--', 'true'])
  expect((await scene.run(['jobs', 'list', '--json'])).stdout).not.toContain(secret)
})

test('when the host is killed, its jobs end with it, are said to be lost, and their outcome is on record', async () => {
  const scene = openJobScene()
  const id = await scene.start('echo begun; sleep 1000')
  await vi.waitFor(async () => expect((await scene.run(['jobs', 'log', id])).stdout).toBe('begun\n'), 30_000)
  process.kill(scene.host(), 'SIGKILL')
  expect((await scene.run(['jobs', 'list', '--json'])).json()).toMatchObject({ jobs: [{ id, phase: 'lost' }] })
  await scene.run(['exec', '--', 'true'])
  const records = (await scene.run(['audit', 'tail', '--json'])).lines()
  expect(records).toContainEqual(
    expect.objectContaining({ type: 'run-end', data: expect.objectContaining({ outcome: 'unknown' }) }),
  )
})

test('a denied command starts no job and no host', async () => {
  const scene = openJobScene()
  scene.configure({ tools: { exec: { deny: ['sleep'] } } })
  expect(await scene.run(['exec', '--background', '--', 'sleep 1000'])).toMatchObject({ code: 64, stdout: '' })
  expect(() => scene.host()).toThrow(/ENOENT/)
})

test('an agent looks after its command by the process tool', async () => {
  const scene = openJobScene()
  const call = async (name: string, input: object) =>
    (await scene.run(['tools', 'call', name, JSON.stringify(input), '--json'])).json()
  const { job } = await call('exec', { command: 'cat', background: true })
  await call('process', { action: 'write', id: job.id, data: 'one\n' })
  expect(await call('process', { action: 'poll', id: job.id, timeoutMs: 20_000 })).toMatchObject({
    status: 'ran',
    output: { structured: { output: 'one\n', phase: 'running' } },
  })
  expect(await call('process', { action: 'kill', id: job.id })).toMatchObject({
    output: { structured: { phase: 'ended' } },
  })
})

test('a command on the host has a terminal where it asks for one, and an agent types to it', async () => {
  const scene = openJobScene()
  scene.configure({
    mode: 'danger-full-access',
    tools: { exec: { host: 'gateway', security: 'full', ask: 'off', askFallback: 'full' } },
  })
  const call = (name: string, input: object, ...flags: string[]) =>
    scene.run(['tools', 'call', ...flags, name, JSON.stringify(input)])
  expect(await call('exec', { command: 'tty >/dev/null && stty size', pty: true })).toMatchObject({
    code: 0,
    stdout: '30 120\r\n',
  })
  const line = 'read -p "name? " name; echo "hello $name"'
  const { job } = (await call('exec', { command: line, pty: true, background: true }, '--json')).json()
  const written = async () => (await scene.run(['jobs', 'log', job.id])).stdout
  await vi.waitFor(async () => expect(await written()).toContain('name? '), 30_000)
  expect(await call('process', { action: 'send-keys', id: job.id, keys: ['A', 'd', 'a', 'Enter'] })).toMatchObject({
    code: 0,
  })
  expect(await scene.run(['jobs', 'wait', job.id])).toMatchObject({ code: 0 })
  expect(await written()).toContain('hello Ada')
})
