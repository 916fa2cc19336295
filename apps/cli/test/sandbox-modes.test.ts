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

test('recreate refuses to take "every one" and "these" together, which would remove those of others', async () => {
  const scene = openScene()
  const both = await scene.run(['sandbox', 'recreate', '--all', '--agent', 'builder'])
  expect(both.code).toBe(2)
  expect(both.stderr).toContain('Say one or the other')
})

test('what asks about sandboxes reads the named file, and answers for no other where one is broken', async () => {
  const scene = openScene()
  const named = join(scene.root, 'other.json')
  writeFileSync(named, '{ "sandbox": { "backend": "docker", "docker": { "engine": "/nowhere/engine.sock" } } }', {
    mode: 0o600,
  })
  const asks = [['list'], ['recreate', '--all'], ['prune'], ['image'], ['probe']]
  for (const args of asks) {
    const ran = await scene.run(['sandbox', ...args, '--config', named])
    expect(ran.code).toBe(66)
    expect(ran.stdout + ran.stderr).toContain('The container engine at /nowhere/engine.sock cannot be reached')
  }
  scene.configure({ sandbox: { backend: 'none' } })
  for (const args of asks) {
    const ran = await scene.run(['sandbox', ...args])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('sandbox.backend: expected "unshare" or "docker"')
  }
})

test('explain says that nothing runs where nothing can be contained, or that it runs with less', async () => {
  const scene = openScene()
  const docker = { backend: 'docker', docker: { engine: '/nowhere/engine.sock' } }
  scene.configure({ sandbox: docker })
  expect((await scene.run(['sandbox', 'explain'])).stdout).toContain('session main of agent main: nothing runs')
  expect((await scene.run(['sandbox', 'explain', '--json'])).json()).toMatchObject({ effect: 'refused' })
  scene.configure({ sandbox: { ...docker, onUnavailable: 'degrade' } })
  expect((await scene.run(['sandbox', 'explain'])).stdout).toContain(
    'agent main: not contained, since the sandbox does not work here',
  )
  scene.configure({ sandbox: { ...docker, mode: 'off' } })
  expect((await scene.run(['sandbox', 'explain', '--json'])).json()).toMatchObject({ effect: 'host' })
  scene.configure({})
  expect((await scene.run(['sandbox', 'explain', '--json'])).json()).toMatchObject({ effect: 'contained' })
})

test('names of folders and sessions reach the terminal as what they are, and not as what they tell it', async () => {
  const scene = openScene()
  const workspace = join(scene.root, 'a\n\u001B]0;title\u0007b')
  mkdirSync(workspace)
  const { stdout } = await scene.run(['sandbox', 'explain', '--session', ''], { cwd: workspace })
  expect(stdout).toContain('session "" of agent main: contained')
  expect(stdout).toMatch(/^workspace +\S+\/a\\n\\e\]0;title\\x07b, writable$/m)
  expect(stdout).not.toContain('\u001B')
})

test('a session may be named by its key, in which the agent stands before', async () => {
  const scene = openScene()
  scene.configure({ sandbox: { mode: 'non-main' } })
  const sandboxed = async (...flags: string[]) => {
    const { sandboxed: is } = (await scene.run(['sandbox', 'explain', '--json', ...flags])).json() as {
      sandboxed: boolean
    }
    return is
  }
  expect(await sandboxed('--session', 'main')).toBe(false)
  expect(await sandboxed('--session', 'agent:main:main')).toBe(false)
  expect(await sandboxed('--agent', 'builder', '--session', 'agent:builder:main')).toBe(false)
  // The main session of somebody else is none of this agent's.
  expect(await sandboxed('--session', 'agent:builder:main')).toBe(true)
  expect(await sandboxed('--session', 'agent:main:chat')).toBe(true)
})

test('an agent can have a sandbox of its own', async () => {
  const scene = openScene()
  scene.configure({ agents: { list: [{ id: 'reader', sandbox: { workspaceAccess: 'ro', fileMode: 'allow-list' } }] } })
  const write = ['--', 'echo x > made.txt']
  expect((await scene.run(['exec', '--agent', 'reader', ...write])).code).not.toBe(0)
  expect((await scene.run(['exec', ...write])).code).toBe(0)
})
