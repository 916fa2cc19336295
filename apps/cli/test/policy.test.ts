import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

const GATEWAY = { host: 'gateway', security: 'allowlist' } as const

test('policy show tells every value and rule with its origin, and which tools may not be called', async () => {
  const scene = openScene()
  scene.configure({ tools: { deny: ['REPL'], exec: { ...GATEWAY, allow: ['git log'] } } })
  const shown = (await scene.run(['policy', 'show', '--json'])).json()
  expect(shown.exec.host).toEqual({ value: 'gateway', origin: expect.stringMatching(/poundlock\.json:1:\d+$/) })
  expect(shown.rules).toMatchObject([{ action: 'allow', rule: 'git log', counts: true }])
  expect(shown.tools.filter((tool: { allowed: boolean }) => !tool.allowed)).toMatchObject([{ name: 'REPL' }])
})

test('policy lint ends with 64 for a rule that does not do what it seems to', async () => {
  const scene = openScene()
  scene.configure({ tools: { exec: { allow: ['rm'], deny: ['rm'] } } })
  const ran = await scene.run(['policy', 'lint', '--json'])
  expect(ran.code).toBe(64)
  expect(ran.json().findings).toMatchObject([{ code: 'contradictory', rule: 'rm' }])
})

test('policy test holds the policy against a file of cases', async () => {
  const scene = openScene()
  scene.configure({ tools: { exec: { ...GATEWAY, allow: ['git log'] } } })
  const file = join(scene.root, 'cases.json')
  const cases = [
    { command: 'git log --oneline', expect: 'allow' },
    { command: 'git push', expect: 'ask' },
    { tool: 'write_file', input: { path: '/etc/x' }, expect: 'ask' },
  ]
  writeFileSync(file, JSON.stringify({ cases }))
  expect((await scene.run(['policy', 'test', file])).code).toBe(0)
  writeFileSync(file, JSON.stringify({ cases: [{ command: 'git push', expect: 'allow' }] }))
  const failed = await scene.run(['policy', 'test', file, '--json'])
  expect(failed.code).toBe(64)
  expect(failed.json().cases[0].problem).toMatch(/^expected allow, got ask/)
  writeFileSync(file, '{"cases":[{"comand":"x","expect":"allow"}]}')
  expect((await scene.run(['policy', 'test', file])).code).toBe(2)
})

test('policy implies answers with a counterexample', async () => {
  const scene = openScene()
  const [narrow, wide] = ['narrow', 'wide'].map((name) => join(scene.root, `${name}.json`))
  writeFileSync(narrow!, JSON.stringify({ tools: { exec: { ...GATEWAY, allow: ['git log'] } } }))
  writeFileSync(wide!, JSON.stringify({ tools: { exec: { ...GATEWAY, allow: ['git'] } } }))
  expect((await scene.run(['policy', 'implies', narrow!, wide!])).code).toBe(0)
  const ran = await scene.run(['policy', 'implies', wide!, narrow!, '--json'])
  expect(ran.code).toBe(64)
  expect(ran.json()).toMatchObject({ answer: 'no', request: { tool: 'exec' } })
})

test("a workspace's allow rules count once it is trusted, until they change", async () => {
  const scene = openScene()
  scene.configure({ tools: { exec: GATEWAY } })
  mkdirSync(join(scene.workspace, '.poundlock'))
  const file = join(scene.workspace, '.poundlock', 'poundlock.json')
  writeFileSync(file, JSON.stringify({ tools: { exec: { allow: ['cat'] } } }))
  const decide = async () => (await scene.run(['policy', 'show', '--json'])).json().rules[0].counts
  expect(await decide()).toBe(false)
  expect((await scene.run(['policy', 'trust'])).code).toBe(0)
  const rules = (await scene.run(['policy', 'show', '--json'])).json().rules
  expect(rules).toContainEqual(expect.objectContaining({ rule: 'cat', counts: true }))
  writeFileSync(file, JSON.stringify({ tools: { exec: { allow: ['cat', 'rm'] } } }))
  expect(await decide()).toBe(false)
})
