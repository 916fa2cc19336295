import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { someOfEach } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

type Mode = 'all' | 'non-main' | 'off'
type Decision = 'allow' | 'ask' | 'deny'

const EXITS: Readonly<Record<Decision, number>> = { allow: 0, ask: 65, deny: 64 }
const NO_EXEC = {}
const BY_LIST = { security: 'allowlist', proven: 'off', ask: 'on-miss', allow: ['touch'] }
const IN_SANDBOX = { ...BY_LIST, host: 'sandbox' }

test.each(
  someOfEach<readonly [Mode, object, string, Decision]>(
    [
      ['all', NO_EXEC, 'touch made', 'allow'],
      ['non-main', NO_EXEC, 'touch made', 'deny'],
      ['off', NO_EXEC, 'touch made', 'deny'],
      ['all', BY_LIST, 'mkdir made', 'allow'],
      ['non-main', BY_LIST, 'mkdir made', 'ask'],
      ['off', BY_LIST, 'mkdir made', 'ask'],
      ['off', BY_LIST, 'touch made', 'allow'],
      ['off', IN_SANDBOX, 'mkdir made', 'allow'],
    ],
    ([, , , decision]) => decision,
  ),
)('with sandbox.mode %s and %j, every command decides %s as exec would: %s', async (mode, exec, command, expected) => {
  const scene = openScene()
  const config = { sandbox: { mode }, tools: { exec } }
  scene.configure(config)
  expect((await scene.run(['check', '--', command])).code).toBe(EXITS[expected])

  const rows = join(scene.root, 'rows.jsonl')
  const context = { cwd: scene.workspace, home: scene.root }
  writeFileSync(rows, `${JSON.stringify({ tool: 'exec', input: { command }, config, context })}\n`)
  expect((await scene.run(['check', '--jsonl', rows])).json().decision).toBe(expected)

  const cases = join(scene.root, 'cases.json')
  writeFileSync(cases, JSON.stringify({ cases: [{ command, expect: expected }] }))
  const tested = await scene.run(['policy', 'test', cases])
  expect(tested.code, tested.stdout).toBe(0)

  const shown = (await scene.run(['policy', 'show', '--json'])).json()
  const explained = (await scene.run(['sandbox', 'explain', '--json'])).json()
  expect(shown.exec.host).toEqual(explained.host)
})

test('an agent has the mode of its own sandbox', async () => {
  const scene = openScene()
  scene.configure({ agents: { list: [{ id: 'loose', sandbox: { mode: 'off' } }] } })
  const cases = join(scene.root, 'cases.json')
  const command = 'touch made'
  const rows = [
    { command, expect: 'allow' },
    { command, agent: 'loose', expect: 'deny', code: 'HOST_DENY' },
  ]
  writeFileSync(cases, JSON.stringify({ cases: rows }))
  const tested = await scene.run(['policy', 'test', cases])
  expect(tested.code, tested.stdout).toBe(0)
})

test('what was recorded is decided again as in its own session', async () => {
  const scene = openScene()
  scene.configure({ sandbox: { mode: 'non-main' }, tools: { exec: BY_LIST } })
  expect((await scene.run(['exec', '--session', 'channel:1', '--', 'mkdir made'])).code).toBe(0)
  const same = (await scene.run(['policy', 'replay', '--json'])).json()
  expect(same).toMatchObject({ total: 1, newlyAsking: [], newlyDenied: [] })
  scene.configure({ sandbox: { mode: 'off' }, tools: { exec: BY_LIST } })
  const off = (await scene.run(['policy', 'replay', '--json'])).json()
  expect(off.newlyAsking).toEqual([{ command: 'mkdir made', before: 'allow' }])
})
