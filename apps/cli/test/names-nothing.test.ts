import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { someOf } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

describe('what no allowlist can hold is refused as in the configuration', () => {
  test.each(
    someOf([
      ['./foo'],
      ['foo/bar'],
      ['/usr/bin/'],
      ['/usr//bin/x'],
      ['/usr/../bin/x'],
      ['~other/bin/x'],
      ['git *log'],
      ['a; b'],
      ['$(x)'],
      ['-x'],
      ['A=1 git'],
      ['git\u202Elog'],
      ['/usr/bin/git', '--args', '(?=a)'],
      ['/usr/bin/git', '--args', '(a'],
      [`/${'*a'.repeat(3000)}`],
    ]),
  )('%j', async (...entry) => {
    const scene = openScene()
    const added = await scene.run(
      ['approvals', 'allowlist', 'add', '--', ...entry].filter((word) => word !== '--' || !entry.includes('--args')),
    )
    expect(added).toMatchObject({ code: 2, stdout: '' })
    expect(added.stderr).toMatch(/^poundlock: the allowlist.*the allow rule/s)
    expect((await scene.run(['approvals', 'allowlist', 'list', '--json'])).json()).toEqual({ entries: [] })
  })

  test('in a whole document, too, and what is there stays', async () => {
    const scene = openScene()
    await scene.run(['approvals', 'allowlist', 'add', '/usr/bin/rg'])
    const file = join(scene.state, 'exec-approvals.json')
    const before = readFileSync(file, 'utf8')
    const document = { version: 1, agents: { '*': { allowlist: [{ pattern: './foo' }] } } }
    const set = await scene.run(['approvals', 'set', '-'], { input: JSON.stringify(document) })
    expect(set.code).toBe(2)
    expect(set.stderr).toContain('./foo')
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  test.each(someOf(['/usr/bin/rg', '~/bin/*', 'git log', '/opt/**/bin/x', '*']))('%s is one', async (pattern) => {
    expect(await openScene().run(['approvals', 'allowlist', 'add', pattern])).toMatchObject({ code: 0 })
  })
})

const SERVER = { command: process.execPath, args: ['-e', ''] }

test('a denial for a server that is not there is named by lint, doctor and the list of servers', async () => {
  const scene = openScene()
  scene.configure({
    mcpServers: { 'github.com': SERVER },
    tools: { deny: ['mcp__gitlab__*', 'mcp__github_com__delete_*'] },
    hooks: { before: [{ command: 'true', tools: ['mcp__gitlab__*'] }] },
  })
  const lint = await scene.run(['policy', 'lint', '--json'])
  expect(lint.code).toBe(64)
  const named = lint.json().findings.filter(({ code }: { code: string }) => code === 'names-nothing')
  expect(named).toMatchObject([
    { severity: 'warning', rule: 'mcp__gitlab__*', source: expect.stringMatching(/poundlock\.json:\d+:\d+$/) },
    { severity: 'warning', rule: 'mcp__gitlab__*', message: expect.stringContaining('hooks.before') },
  ])
  const listed = await scene.run(['mcp', 'list'])
  expect(listed.stdout).toContain('"mcp__gitlab__*" in tools.deny is for no server that is configured ("github.com")')
  const doctor = await scene.run(['doctor'])
  expect(doctor.stdout).toMatch(/BAD {2}config .*mcp__gitlab__\*/)
})

test('a server of the project counts as one that is there, trusted or not', async () => {
  const scene = openScene()
  scene.configure({ tools: { deny: ['mcp__project__*'] } })
  writeFileSync(join(scene.workspace, '.mcp.json'), JSON.stringify({ mcpServers: { project: SERVER } }))
  expect((await scene.run(['policy', 'lint', '--json'])).json()).toMatchObject({ ok: true })
})

test('lint names programs and paths that are not there', async () => {
  const scene = openScene()
  mkdirSync(join(scene.workspace, 'secrets'))
  scene.configure({
    tools: {
      exec: { deny: ['gti push', 'git push', 'echo'] },
      fs: { read: { deny: ['secrets/**', 'secerts/**'] }, write: { deny: ['~/no-such-folder/**'] } },
    },
    sandbox: { protectedPaths: ['no-such-file'] },
  })
  const programs = join(scene.root, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'git'), '', { mode: 0o755 })
  const { findings } = (await scene.run(['policy', 'lint', '--json'], { env: { PATH: programs } })).json()
  const named = findings.filter(({ code }: { code: string }) => code === 'names-nothing')
  expect(named.map(({ rule }: { rule: string }) => rule)).toEqual([
    'gti push',
    'secerts/**',
    '~/no-such-folder/**',
    'no-such-file',
  ])
})
