import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

test.each([
  [['exec', '--background', '--try', '--', 'true'], '--try'],
  [['exec', '--try=keep', '--background', '--', 'true'], '--background'],
  [['check', '--jsonl', '-', '--host', 'gateway'], '--host'],
  [['check', '--jsonl', '-', '--config', 'x.json'], '--config'],
  [['check', '--jsonl', '-', '--agent', 'a'], '--agent'],
  [['check', '--jsonl', '-', '--env', 'A=b'], '--env'],
  [['check', '--jsonl', '-', '--approvals', 'x.json'], '--approvals'],
  [['check', '--jsonl', '-', '--directive', '/exec host=gateway'], '--directive'],
  [['tools', 'list', '--strict'], '--strict'],
  [['tools', 'schema', 'exec', '--strict'], '--strict'],
  [['mcp', 'trust', 'some', '--revoke'], '--revoke'],
  [['sandbox', 'image', '--name', 'x'], '--name'],
  [['sandbox', 'image', '--archive', 'x.tar', '--name', 'x', '--recipe', 'busybox'], '--recipe'],
  [['hook', 'claude-code', '--settings', 'x'], '--settings'],
  [['hook', 'claude-code', '--print', '--json'], '--json'],
  [['policy', 'trust', '--config', 'x.json'], '--config'],
  [['policy', 'distrust', '--config', 'x.json'], '--config'],
  [['policy', 'implies', 'a.json', 'b.json', '--config', 'x.json'], '--config'],
])('%j is refused: one of the flags would change nothing', async (words, flag) => {
  const ran = await openScene().run(words, { input: '' })
  expect(ran, ran.stderr).toMatchObject({ code: 2 })
  if (words.includes('--json') || words.includes('--jsonl')) expect(ran.json().error.code).toBe('USAGE')
  else expect(ran.stdout).toBe('')
  expect(ran.stderr).toContain(flag)
})

test('what is trusted counts for show and lint too, once', async () => {
  const scene = openScene()
  const file = join(scene.workspace, '.poundlock', 'poundlock.json')
  mkdirSync(join(scene.workspace, '.poundlock'))
  const exec = { allow: ['cat'], deny: ['rm'] }
  const agents = { list: [{ id: 'builder', tools: { exec: { allow: ['make'] } } }] }
  writeFileSync(file, JSON.stringify({ tools: { exec, fs: { read: { allow: ['/srv/data'] } } }, agents }))
  const show = async (agent: string) => {
    const { rules, lists } = (await scene.run(['policy', 'show', '--agent', agent, '--json'])).json()
    const counting = [
      ...rules.map((one: any) => [one.rule, one.counts]),
      ...lists.map((one: any) => [one.value, one.counts]),
    ]
    return Object.fromEntries(counting)
  }
  const ignored = async () =>
    (await scene.run(['policy', 'lint', '--json'])).json().findings.filter(({ code }: any) => code === 'ignored')
  expect(await show('main')).toEqual({ cat: false, rm: true, '/srv/data': false })
  expect((await ignored()).map(({ rule }: any) => rule)).toEqual([
    'cat',
    'tools.fs.read.allow',
    'agents.list.0.tools.exec.allow',
  ])
  const trusted = await scene.run(['policy', 'trust', '--json'])
  expect(trusted.json().allow).toEqual(['cat', 'make', 'fs.read:/srv/data'])
  expect(await show('main')).toEqual({ cat: true, rm: true, '/srv/data': true })
  expect(await show('builder')).toEqual({ cat: true, rm: true, make: true, '/srv/data': true })
  expect(await ignored()).toEqual([])
})

test('lint names settings that nothing reads, and a file that its owner relies on is refused', async () => {
  const scene = openScene()
  scene.configure({ sandbox: { scope: 'shared' } })
  const ran = await scene.run(['policy', 'lint', '--json'])
  expect(ran.code).toBe(64)
  expect(ran.json().findings).toMatchObject([{ code: 'ignored', rule: 'sandbox.scope' }])
  scene.configure({ sandbox: { egress: ['example.org'] } })
  const refused = await scene.run(['exec', '--', 'touch ran'])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toMatch(/sandbox\.egress: has no effect: sandbox\.network is "off"/)
})
