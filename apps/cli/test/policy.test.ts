import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

const GATEWAY = { host: 'gateway', security: 'allowlist', proven: 'off' } as const

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

test('policy show tells every list with its origin, too', async () => {
  const scene = openScene()
  scene.configure({
    tools: {
      deny: ['REPL'],
      exec: { deny: ['fs.delete', 'rm'] },
      fs: { read: { deny: ['secrets'] }, readScope: 'all' },
      web: { denyDomains: ['bad.example'] },
    },
  })
  const { lists } = (await scene.run(['policy', 'show', '--json'])).json()
  expect(lists.map(({ key, value }: { key: string; value: string }) => `${key} ${value}`)).toEqual([
    'tools.deny REPL',
    'tools.exec.deny fs.delete',
    'tools.fs.read.deny secrets',
    'tools.fs.readScope all',
    'tools.web.denyDomains bad.example',
  ])
  for (const { source } of lists) expect(source).toMatch(/poundlock\.json:1:\d+$/)
  expect((await scene.run(['policy', 'show'])).stdout).toMatch(/tools\.fs\.read\.deny +secrets/)
})

test.each([
  ['{"cases":[{"command":"ls","expect":"alow"}]}', ':1:27: cases.0.expect: expected "allow", "ask" or "deny"'],
  ['{"cases":[\n {"command":"ls","expect":"allow","expect":"deny"}]}', ':2:35: the key "expect" stands here a second'],
  ['{"cases":[', ':1:11: not JSON'],
  ['{"cases":[{"expect":"allow"}]}', ':1:11: cases.0: names no command and no other tool'],
  [
    '{"cases":[{"command":"ls","tool":"read_file","expect":"allow"}]}',
    ':1:11: cases.0: has a command, which read_file',
  ],
  ['{"cases":[{"command":"ls","input":{},"expect":"allow"}]}', ':1:11: cases.0: has an input'],
  ['{"casess":[]}', ':1:2: casess: unknown key'],
  // A misspelt tool is denied as well, so that the case passed.
  ['{"cases":[{"tool":"wirte_file","expect":"deny"}]}', ':1:12: cases.0.tool: "wirte_file" is not a tool'],
  [
    '{"cases":[{"command":"ls","expect":"ask","code":"RULE_MIS"}]}',
    ':1:42: cases.0.code: "RULE_MIS" is not a reason code',
  ],
  ['\xFF', 'is not UTF-8'],
])('a file of cases that is %j is refused with the place', async (text, problem) => {
  const scene = openScene()
  const file = join(scene.root, 'cases.json')
  writeFileSync(file, Buffer.from(text, 'latin1'))
  const ran = await scene.run(['policy', 'test', file])
  expect(ran.code).toBe(2)
  expect(ran.stderr).toContain(`cases.json${problem.startsWith(':') ? '' : ': '}${problem}`)
})

test('a rule that cannot be read is refused with file, line and column', async () => {
  const scene = openScene()
  scene.configure('{"tools":{"exec":{\n"deny":["ok","rm | sh"]}}}')
  const ran = await scene.run(['policy', 'show'])
  expect(ran.code).toBe(2)
  expect(ran.stderr).toContain('poundlock.json:2:14: the deny rule "rm | sh" has a character')
})
