import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

const CONTEXT = {
  cwd: '/w',
  workspace: '/w',
  home: '/home/u',
  executables: { git: '/usr/bin/git', head: '/usr/bin/head' },
}
const ON_HOST = {
  tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off', allow: ['git log', 'head'] } },
}

test('check explains and runs nothing', async () => {
  const scene = openScene()
  const ran = await scene.run(['check', '--', 'touch here'])
  expect(ran).toMatchObject({ code: 0 })
  expect(ran.stdout).toMatch(/^allow {2}touch here\n {2}because .*contained/)
  expect((await scene.run(['exec', '--', 'ls'])).stdout).toBe('')
})

test('check answers with exit code 64 for denied and 65 for ask', async () => {
  const scene = openScene()
  scene.configure({ tools: { exec: { deny: ['rm'], ask: ['npm publish'] } } })
  expect(await scene.run(['check', '--', '/bin/rm -r x'])).toMatchObject({ code: 64 })
  expect(await scene.run(['check', '--', 'npm publish --dry-run'])).toMatchObject({ code: 65 })
})

test('check asks about a command that may reach what a rule on files denies', async () => {
  const scene = openScene()
  const allow = ['cat', 'cp', 'grep', 'rm', 'tar']
  scene.configure({
    mode: 'danger-full-access',
    tools: {
      exec: { host: 'gateway', security: 'allowlist', proven: 'off', allow },
      fs: { read: { deny: ['secret/**'] }, write: { deny: ['secret/**'] } },
    },
  })
  mkdirSync(join(scene.workspace, 'secret'))
  writeFileSync(join(scene.workspace, 'secret', 'key'), 'x')
  writeFileSync(join(scene.workspace, 'open'), 'x')
  const code = async (line: string) => (await scene.run(['check', '--', line])).code
  const around = [
    'cat secret/*',
    'cat sec?et/key',
    'cp -r secret other',
    'grep -r x .',
    'tar cf - secret',
    'rm -r secret',
  ]
  expect(await Promise.all(around.map(code))).toEqual(around.map(() => 65))
  expect(await Promise.all(['cat secret/key', 'cat open', 'grep x open'].map(code))).toEqual([64, 0, 0])
})

test('check --json has the shape that others script against', async () => {
  const ran = await openScene().run(['check', '--json', '--', 'echo a > b'])
  expect(ran.json()).toMatchObject({
    decision: 'allow',
    reasons: expect.arrayContaining([
      expect.objectContaining({ code: expect.any(String), message: expect.any(String), layer: expect.any(String) }),
    ]),
    commands: [{ name: 'echo', argv: ['echo', 'a'], decision: 'allow' }],
    effects: [{ kind: 'file-write', path: expect.stringMatching(/\/b$/) }],
    fix: [],
  })
})

test('a batch is answered line by line, in order, and a bad line does not end it', async () => {
  const rows = [
    JSON.stringify({
      id: '1',
      tool: 'exec',
      input: { command: 'git log --oneline | head -5' },
      config: ON_HOST,
      context: CONTEXT,
    }),
    'not json',
    JSON.stringify({ id: '3', tool: 'exec', input: { command: 'ls\0' } }),
    JSON.stringify({ id: '4', tool: 'exec', input: { command: 'ls', surprise: true } }),
    JSON.stringify({ id: '5', tool: 'exec', input: { command: 'ls' }, config: { mode: 'dontAsk' } }),
    JSON.stringify({ id: '6', tool: 'rm_rf', input: {} }),
    JSON.stringify({ id: '7', tool: 'exec', input: { command: 'x'.repeat(1024 * 1024) } }),
    '',
    '[]',
    JSON.stringify({
      id: '9',
      tool: 'exec',
      input: { command: 'git push' },
      config: ON_HOST,
      context: { ...CONTEXT, interactive: false },
    }),
  ]
  const ran = await openScene().run(['check', '--jsonl', '-'], { input: rows.join('\n') })
  expect(ran.code).toBe(0)
  const answers = ran.lines()
  expect(answers).toHaveLength(9)
  expect(answers[0]).toMatchObject({
    id: '1',
    decision: 'allow',
    commands: [
      {
        name: 'git',
        argv: ['git', 'log', '--oneline'],
        resolved: '/usr/bin/git',
        span: [0, 17],
        decision: 'allow',
        rule: 'git log',
      },
      { name: 'head', resolved: '/usr/bin/head', decision: 'allow' },
    ],
    fix: [],
  })
  expect(answers[1]).toEqual({ error: expect.objectContaining({ message: expect.any(String) }) })
  expect(answers[2].decision ?? 'error').not.toBe('allow')
  expect(answers[3].error.message).toContain('surprise')
  expect(answers[4].error.message).toContain('mode')
  expect(answers[5]).toMatchObject({ id: '6', decision: 'deny' })
  expect(answers[6].error.message).toContain('characters')
  expect(answers[7]).toHaveProperty('error')
  expect(answers[8]).toMatchObject({ id: '9', decision: 'deny' })
})

test("the host owner's document tightens in a batch, and a broken one is an error", async () => {
  const row = (approvals: object) =>
    JSON.stringify({ tool: 'exec', input: { command: 'git log' }, config: ON_HOST, approvals, context: CONTEXT })
  const ran = await openScene().run(['check', '--jsonl', '-'], {
    input: [
      row({ version: 1 }),
      row({ version: 1, defaults: { ask: 'always' } }),
      row({ version: 1, agents: { main: { security: 'deny' } } }),
      row({ version: 2 }),
      row({ version: 1, agent: {} }),
    ].join('\n'),
  })
  const [open, always, deny, version, unknown] = ran.lines()
  expect([open.decision, always.decision, deny.decision]).toEqual(['allow', 'ask', 'deny'])
  expect(version.error.message).toContain('version')
  expect(unknown.error.message).toContain('agent')
})

test('a shell whose lines cannot be read is never allowed', async () => {
  const input = JSON.stringify({ tool: 'exec', input: { command: 'ls' }, context: { ...CONTEXT, shell: 'fish' } })
  const [answer] = (await openScene().run(['check', '--jsonl', '-'], { input })).lines()
  expect(answer).toMatchObject({ decision: 'ask', reasons: [{ code: 'COMMAND_REFUSED' }] })
})

test('a batch file that does not exist is named', async () => {
  const ran = await openScene().run(['check', '--jsonl', '/no/such/batch'])
  expect(ran.code).toBe(2)
  expect(ran.stderr).toContain('/no/such/batch')
})

test('a line of a batch without a context is decided as check decides in that folder', async () => {
  const scene = openScene()
  scene.configure({ tools: { exec: { deny: ['git push'] }, fs: { write: { deny: ['a.txt'] } } } })
  const rows = [
    { id: 1, tool: 'exec', input: { command: 'git push' } },
    { id: 2, tool: 'exec', input: { command: 'ls' } },
    { id: 3, tool: 'write_file', input: { path: 'a.txt', content: '' } },
    { id: 4, tool: 'exec', input: {} },
  ]
  const ran = await scene.run(['check', '--jsonl', '-'], { input: rows.map((row) => JSON.stringify(row)).join('\n') })
  const alone = await scene.run(['check', '--json', '--', 'git push'])
  const [first, second, third, fourth] = ran.lines()
  expect(first).toEqual({ id: 1, ...alone.json() })
  expect([second.decision, third.decision]).toEqual(['allow', 'deny'])
  expect(fourth.error.code).toBe('USAGE')
})
