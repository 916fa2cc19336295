import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

const OPEN = { elevated: { enabled: true, allowFrom: { terminal: ['*'] } }, exec: { security: 'full', askMode: 'off' } }

test('a directive holds for one process, is told back, and is recorded with who gave it', async () => {
  const scene = openScene()
  scene.configure({ tools: OPEN })
  const ran = await scene.run(['exec', '--directive', '/elevated full', '--', 'echo hi'])
  expect(ran).toMatchObject({ code: 0, stdout: 'hi\n', stderr: expect.stringContaining('commands run on the host') })
  const records = (await scene.run(['audit', 'tail', '--json'])).lines()
  expect(records[0]).toMatchObject({
    type: 'directive',
    data: { text: '/elevated full', ok: true, by: expect.stringMatching(/^terminal:/) },
  })
  expect(records[2]).toMatchObject({ type: 'run-start', data: { sandbox: null } })
  expect((await scene.run(['sandbox', 'explain', '--json'])).json()).toMatchObject({
    sandboxed: true,
    sessionState: {},
  })
})

test('a gate that is shut denies, and names the key that opens it', async () => {
  const scene = openScene()
  const ran = await scene.run(['exec', '--directive', '/elevated on', '--', 'touch here'])
  expect(ran).toMatchObject({ code: 64, stderr: expect.stringContaining('tools.elevated.enabled opens it') })
  const records = (await scene.run(['audit', 'tail', '--json'])).lines()
  expect(records).toMatchObject([{ type: 'directive', data: { ok: false } }])
})

test('sandbox explain tells what would hold, and leaves nothing behind', async () => {
  const scene = openScene()
  scene.configure({ tools: OPEN })
  const told = (await scene.run(['sandbox', 'explain', '--directive', '/elevated on', '--json'])).json()
  expect(told).toMatchObject({
    sandboxed: false,
    why: '/elevated on says that commands run on host gateway',
    exec: { security: { value: 'allowlist', origin: '/elevated on' }, ask: { value: 'on-miss' } },
    sessionState: { elevated: { level: 'on' } },
    elevated: { available: true },
  })
  const checked = await scene.run(['check', '--directive', '/exec host=gateway security=deny', '--json', '--', 'ls'])
  expect(checked.json()).toMatchObject({ decision: 'deny' })
  expect((await scene.run(['audit', 'tail', '--json'])).stdout).toBe('')
})

test.each([
  ['please', /is not a directive\nWrite \/exec host=…/],
  ['/exec host=moon', /host is "moon"; expected/],
  ['/elevated very', /"very" is not a level/],
])('%j is answered with what would be one', async (text, message) => {
  const scene = openScene()
  expect(await scene.run(['exec', '--directive', text, '--', 'true'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(message),
  })
})
