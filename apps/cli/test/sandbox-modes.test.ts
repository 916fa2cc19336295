import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'

test('every session is contained unless the configuration says otherwise', async () => {
  const scene = openScene()
  const explained = (await scene.run(['sandbox', 'explain', '--json'])).json()
  expect(explained).toMatchObject({ agent: 'main', session: 'main', sandboxed: true, host: { value: 'sandbox' } })
  expect(explained.why).toBe('sandbox.mode is all (default)')
})

test('with non-main, the session "main" is not contained, and nothing runs there until a person lets it', async () => {
  const scene = openScene()
  scene.configure({ sandbox: { mode: 'non-main' } })
  const main = await scene.run(['exec', '--', 'touch main'])
  expect(main.code).toBe(64)
  expect(main.stderr).toContain('security is deny on host gateway')
  expect(existsSync(join(scene.workspace, 'main'))).toBe(false)
  const other = await scene.run(['exec', '--session', 'channel:1', '--', 'touch other'])
  expect(other.code, other.stderr).toBe(0)
  expect(existsSync(join(scene.workspace, 'other'))).toBe(true)

  const explained = (await scene.run(['sandbox', 'explain', '--json'])).json()
  expect(explained).toMatchObject({
    sandboxed: false,
    host: { value: 'gateway' },
    exec: { security: { value: 'deny' } },
  })
  expect(explained.why).toMatch(
    /^sandbox\.mode is non-main \(.*poundlock\.json:1:\d+\), and this is the session "main"$/,
  )
  expect(explained.host.origin).toMatch(/poundlock\.json:1:\d+$/)
  const contained = (await scene.run(['sandbox', 'explain', '--session', 'channel:1', '--json'])).json()
  expect(contained).toMatchObject({ session: 'channel:1', sandboxed: true })
  expect(contained.why).toContain('this is not the session "main"')
})

test('with off, no session is contained, and what the host’s policy lets through runs there', async () => {
  const scene = openScene()
  scene.configure({
    sandbox: { mode: 'off' },
    tools: { exec: { security: 'allowlist', ask: 'off', allow: ['touch'] } },
  })
  const ran = await scene.run(['exec', '--json', '--session', 'channel:1', '--', 'touch', 'made'])
  expect(ran.json()).toMatchObject({ status: 'ran', sandbox: null })
  expect(existsSync(join(scene.workspace, 'made'))).toBe(true)
  expect((await scene.run(['exec', '--', 'rm made'])).code).toBe(64)
})

test('a host that a file names decides before the mode', async () => {
  const scene = openScene()
  scene.configure({ sandbox: { mode: 'off' }, tools: { exec: { host: 'sandbox' } } })
  const explained = (await scene.run(['sandbox', 'explain', '--json'])).json()
  expect(explained.sandboxed).toBe(true)
  expect(explained.why).toMatch(/^tools\.exec\.host is sandbox \(.*\), which decides before sandbox\.mode$/)
})

test('a repository can contain more, never less', async () => {
  const scene = openScene()
  mkdirSync(join(scene.workspace, '.poundlock'))
  const repository = join(scene.workspace, '.poundlock/poundlock.json')
  writeFileSync(repository, '{ "sandbox": { "mode": "off", "workspaceAccess": "ro", "backend": "docker" } }')
  const loosened = (await scene.run(['sandbox', 'explain', '--json'])).json()
  expect(loosened).toMatchObject({
    sandboxed: true,
    settings: { mode: { value: 'all' }, backend: { value: 'unshare' }, workspaceAccess: { value: 'ro' } },
  })
  scene.configure({ sandbox: { mode: 'off' } })
  writeFileSync(repository, '{ "sandbox": { "mode": "all" } }')
  expect((await scene.run(['sandbox', 'explain', '--json'])).json().sandboxed).toBe(true)
})

test('explain names the tools that are denied, the gates of elevation, and the keys that open them', async () => {
  const scene = openScene()
  scene.configure({
    tools: { deny: ['WebFetch'], sandbox: { tools: { deny: ['WebSearch'] } }, elevated: { enabled: true } },
  })
  const explained = (await scene.run(['sandbox', 'explain', '--json'])).json()
  const denied = explained.tools.filter((tool: { allowed: boolean }) => !tool.allowed)
  expect(denied).toMatchObject([
    { name: 'WebFetch', because: expect.stringContaining('tools.deny'), source: expect.stringMatching(/:1:\d+$/) },
    { name: 'WebSearch', because: expect.stringContaining('tools.sandbox.tools.deny') },
  ])
  expect(explained.elevated).toMatchObject({
    available: false,
    gate: 'allowFrom',
    key: 'tools.elevated.allowFrom.terminal',
  })
  const { stdout } = await scene.run(['sandbox', 'explain', '--session', 's', '--agent', 'builder'])
  expect(stdout).toContain('session s of agent builder: contained, sandbox.mode is all (default)')
  expect(stdout).toMatch(/tool denied\s+WebFetch: .*tools\.deny/)
  expect(stdout).toMatch(/elevation\s+not from this terminal: .*allowFrom/)
  expect(stdout).toContain('keys: tools.elevated.enabled')
})

test('a workspace that is not given at all needs containers; one that is only read does not', async () => {
  const scene = openScene()
  writeFileSync(join(scene.workspace, 'file'), 'there\n')
  scene.configure({ sandbox: { workspaceAccess: 'none' } })
  const none = await scene.run(['exec', '--', 'ls'])
  expect(none.code).toBe(2)
  expect(none.stderr).toContain('sandbox.workspaceAccess = "none"')
  scene.configure({ sandbox: { workspaceAccess: 'ro' } })
  const read = await scene.run(['exec', '--', 'cat file; touch made'])
  expect(read.stdout).toBe('there\n')
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
})

test('of namespaces nothing is kept, and list, recreate and prune say so', async () => {
  const scene = openScene()
  for (const args of [['list'], ['recreate', '--all'], ['prune']]) {
    expect((await scene.run(['sandbox', ...args])).stdout).toContain('nothing is kept')
  }
  expect((await scene.run(['sandbox', 'list', '--json'])).json()).toEqual({ backend: 'unshare', kept: [] })
  expect((await scene.run(['sandbox', 'recreate'])).code).toBe(2)
})
