import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

const REFUSING = { before: [{ name: 'no pushes', tools: ['bash'], command: 'echo "ask me first" >&2; exit 2' }] }

test('a hook of the user is asked, from the folder of the file that names it', async () => {
  const scene = openScene()
  scene.configure({ hooks: { before: [{ command: 'cat >asked.json' }] } })
  expect(await scene.run(['exec', '--', 'echo hi'])).toMatchObject({ code: 0, stdout: 'hi\n' })
  expect(JSON.parse(readFileSync(join(scene.state, 'asked.json'), 'utf8'))).toMatchObject({
    hook_event_name: 'PreToolUse',
    tool_name: 'exec',
    tool_input: { command: 'echo hi' },
  })
})

test('what it refuses does not run, and the reason is told and recorded', async () => {
  const scene = openScene()
  scene.configure({ hooks: REFUSING })
  const ran = await scene.run(['exec', '--', 'touch here'])
  expect(ran).toMatchObject({ code: 64, stderr: expect.stringContaining('the hook "no pushes" refuses: ask me first') })
  const [record] = (await scene.run(['audit', 'tail', '--json'])).lines()
  expect(record).toMatchObject({
    type: 'decision',
    data: { outcome: 'denied', approval: { kind: 'hook', by: 'no pushes' } },
  })
})

test('one that keeps the result back leaves nothing of it on standard output', async () => {
  const scene = openScene()
  scene.configure({ hooks: { after: [{ command: 'grep -q secret && exit 2 || true' }] } })
  const ran = await scene.run(['exec', '--', 'echo the secret'])
  expect(ran.stdout).toBe('')
  expect(ran.stderr).toMatch(/withheld by the hook/)
  expect((await scene.run(['exec', '--', 'echo nothing'])).stdout).toBe('nothing\n')
})

test('the hooks of a repository do nothing until it is trusted, and nothing again when its file changes', async () => {
  const scene = openScene()
  mkdirSync(join(scene.workspace, '.poundlock'))
  const file = join(scene.workspace, '.poundlock/poundlock.json')
  writeFileSync(file, JSON.stringify({ hooks: REFUSING }))
  expect((await scene.run(['exec', '--', 'echo hi'])).code).toBe(0)
  const trusted = await scene.run(['policy', 'trust'])
  expect(trusted.stdout).toMatch(/runs uncontained: echo "ask me first"/)
  expect((await scene.run(['exec', '--', 'echo hi'])).code).toBe(64)
  writeFileSync(file, JSON.stringify({ hooks: { before: [{ command: 'exit 2' }] } }))
  expect((await scene.run(['exec', '--', 'echo hi'])).code).toBe(0)
})

test.each<[object, RegExp]>([
  [{ before: [{ command: 'true', tools: ['sing'] }] }, /poundlock\.json:\d+:\d+.*hooks.*there is no tool "sing"/s],
  [{ before: [{ command: 'true', tool: 'exec' }] }, /unknown key "tool"; known here: command, name, tools/],
  [{ during: [] }, /unknown key "during"; known here: before, after, afterFailure/],
  [{ before: [{ command: '' }] }, /is empty/],
  [{ before: [{ command: 'true', timeoutSeconds: 0 }] }, /expected more than 0/],
])('a hook that could never be asked refuses the file: %j', async (hooks, message) => {
  const scene = openScene()
  scene.configure({ hooks })
  expect(await scene.run(['exec', '--', 'true'])).toMatchObject({ code: 2, stderr: expect.stringMatching(message) })
})
