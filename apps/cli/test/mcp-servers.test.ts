import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'

const HOSTILE = fileURLToPath(new URL('../../../packages/mcp/test/fixtures/hostile-server.ts', import.meta.url))
const HONEST = { command: process.execPath, args: [HOSTILE, 'honest'] }

const configOf = ({ state }: Scene) => readFileSync(join(state, 'poundlock.json'), 'utf8')
const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

test('servers are added to the file and taken out again, and every other byte of it stays', async () => {
  const scene = openScene()
  const before = '{\n  // mine\n  "mode": "prompt",\n}\n'
  scene.configure(before)
  const add = (...args: string[]) => scene.run(['mcp', 'add', ...args])
  expect((await add('one', '--env', 'KEY=${KEY}', '--', 'node', 'server.js', '--flag')).code).toBe(0)
  expect((await add('two', '--url', 'https://example.com/mcp', '--header', 'X-Key: ${KEY}')).code).toBe(0)
  expect(configOf(scene)).toContain('// mine')
  const { servers } = (await scene.run(['mcp', 'list', '--json'])).json()
  expect(servers.map(({ name, target }: any) => [name, target])).toEqual([
    ['one', 'node server.js --flag'],
    ['two', 'https://example.com/mcp'],
  ])
  expect((await add('one', '--', 'other')).stderr).toMatch(/there is a server "one" already/)
  expect((await add('three')).stderr).toMatch(/neither a program nor an address/)
  expect((await add('three', '--url', 'ftp://x')).code).toBe(2)
  for (const wrong of [
    ['--url', 'nonsense'],
    ['--url', 'http://'],
    ['--', ''],
  ]) {
    // What was not written anywhere stands in no file that could be mended.
    expect((await add('three', ...wrong)).stderr).toMatch(/the server "three" cannot be added: .*\nNothing was changed/)
  }
  // As other clients have it: taken for a program, it would be looked for in vain.
  expect((await add('three', 'https://example.com/mcp')).stderr).toMatch(/--url https:\/\/example\.com\/mcp/)
  await scene.run(['mcp', 'remove', 'one'])
  await scene.run(['mcp', 'remove', 'two'])
  expect(configOf(scene).replace(/,?\s*"mcpServers": \{\s*\}/, '')).toMatch(/\/\/ mine\s+"mode": "prompt"/)
  expect((await scene.run(['mcp', 'remove', 'one'])).stderr).toMatch(/there is no server "one"/)
})

test("other clients' servers are taken over, with what means something else here", async () => {
  const scene = openScene()
  const home = join(scene.root, 'home')
  const settings = join(home, '.config')
  const json = (value: object) => JSON.stringify(value)
  write(
    join(settings, 'Claude/claude_desktop_config.json'),
    json({ mcpServers: { desktop: { command: 'npx', args: ['-y', 'a'], env: { A: 'b' } } } }),
  )
  write(
    join(home, '.claude.json'),
    json({
      mcpServers: { everywhere: { type: 'http', url: 'https://a.example/mcp', headers: { X: '${KEY}' } } },
      projects: {
        [scene.workspace]: { mcpServers: { here: { type: 'sse', url: 'https://b.example/sse' } } },
        '/other': { mcpServers: { not: { command: 'x' } } },
      },
    }),
  )
  write(
    join(scene.workspace, '.cursor/mcp.json'),
    json({ mcpServers: { cursor: { command: '${workspaceFolder}/run', env: { T: '${env:TOKEN}' } } } }),
  )
  write(
    join(scene.workspace, '.vscode/mcp.json'),
    '{ /* comment */ "inputs": [{ "id": "api-key", "type": "promptString" }], "servers": { "code": { "command": "c", "env": { "K": "${input:api-key}" }, "envFile": ".env" } } }',
  )
  write(
    join(home, '.codex/config.toml'),
    '[mcp_servers.codex]\ncommand = "d"\nargs = ["x"]\nenv_vars = ["TOKEN"]\ntool_timeout_sec = 90\nenabled_tools = ["a"]\n[mcp_servers.far]\nurl = "https://c.example/mcp"\nbearer_token_env_var = "FAR"\n',
  )
  write(
    join(home, '.gemini/settings.json'),
    json({
      mcpServers: { gemini: { httpUrl: 'https://d.example/mcp', timeout: 5000, trust: true }, bad: { args: [] } },
    }),
  )
  const run = (...args: string[]) =>
    scene.run(['mcp', 'import', '--json', ...args], { env: { HOME: home, XDG_CONFIG_HOME: '', CODEX_HOME: '' } })
  const dry = (
    await scene.run(['mcp', 'import', '--dry-run', '--json', '--from', 'codex'], {
      env: { HOME: home, CODEX_HOME: join(home, '.codex') },
    })
  ).json()
  expect(dry).toMatchObject({ dryRun: true, imported: [{ name: 'codex' }, { name: 'far' }] })
  const env = { HOME: home, XDG_CONFIG_HOME: settings, CODEX_HOME: join(home, '.codex') }
  const { imported, skipped } = (await scene.run(['mcp', 'import', '--json'], { env })).json()
  const byName = Object.fromEntries(imported.map((one: any) => [one.name, one]))
  expect(Object.keys(byName).toSorted()).toEqual([
    'code',
    'codex',
    'cursor',
    'desktop',
    'everywhere',
    'far',
    'gemini',
    'here',
  ])
  expect(byName.desktop.settings).toEqual({ command: 'npx', args: ['-y', 'a'], env: { A: 'b' } })
  expect(byName.everywhere.settings).toEqual({ type: 'http', url: 'https://a.example/mcp', headers: { X: '${KEY}' } })
  expect(byName.here.settings).toEqual({ type: 'sse', url: 'https://b.example/sse' })
  expect(byName.cursor.settings).toEqual({ command: `${scene.workspace}/run`, env: { T: '${TOKEN}' } })
  expect(byName.code).toMatchObject({
    settings: { command: 'c', env: { K: '${API_KEY}' } },
    notes: [expect.stringContaining('envFile'), expect.stringContaining('API_KEY')],
  })
  expect(byName.codex.settings).toEqual({
    command: 'd',
    args: ['x'],
    passEnvironment: ['TOKEN'],
    timeoutSeconds: 90,
    includeTools: ['a'],
  })
  expect(byName.far.settings).toEqual({ url: 'https://c.example/mcp', headers: { Authorization: 'Bearer ${FAR}' } })
  expect(byName.gemini).toMatchObject({
    settings: { url: 'https://d.example/mcp', type: 'http', timeoutSeconds: 5 },
    notes: [expect.stringContaining('trust')],
  })
  expect(skipped).toMatchObject([
    { name: 'bad', reason: expect.stringContaining('"command" or the key "url" is missing') },
  ])
  // Again: nothing is replaced without being asked to.
  const again = (await scene.run(['mcp', 'import', '--json'], { env })).json()
  expect(again.imported).toEqual([])
  expect((await run('/nowhere.json')).code).toBe(2)
})

test('a project is trusted as it is, and no longer when it changes', async () => {
  const scene = openScene()
  scene.configure({ mode: 'allow', sandbox: { mode: 'all' } })
  const file = join(scene.workspace, '.mcp.json')
  write(file, JSON.stringify({ mcpServers: { project: HONEST } }))
  expect((await scene.run(['mcp', 'trust', '--project', '--json'])).json()).toMatchObject({
    trusted: true,
    servers: [{ name: 'project' }],
  })
  const list = async () => (await scene.run(['mcp', 'list', '--json'])).json()
  expect((await list()).servers).toMatchObject([{ name: 'project', state: 'configured' }])
  write(file, JSON.stringify({ mcpServers: { project: { ...HONEST, env: { EVIL: '1' } } } }))
  expect(await list()).toMatchObject({ servers: [], ignored: [{ name: 'project', reason: 'untrusted' }] })
  write(file, '{ broken')
  expect((await list()).problems).toEqual([expect.stringContaining('.mcp.json')])
})

test('what changed is held back until it is accepted', async () => {
  const scene = openScene()
  const told = join(scene.root, 'told')
  scene.configure({
    mode: 'allow',
    mcpServers: { changing: { command: process.execPath, args: [HOSTILE, 'changes-when-told', told], sandbox: false } },
  })
  const call = () => scene.run(['mcp', 'call', 'changing', 'echo', '--json'])
  expect((await call()).code).toBe(0)
  const held = await call()
  expect(held.code).toBe(1)
  expect(held.json().error).toMatchObject({ code: 'MCP_TOOL_HELD' })
  expect((await scene.run(['mcp', 'list'])).stdout).toMatch(/changed since they were accepted: echo/)
  expect((await scene.run(['mcp', 'doctor'])).code).toBe(1)
  expect((await scene.run(['mcp', 'trust', 'changing', 'echo', '--json'])).json()).toMatchObject({
    accepted: ['echo'],
    new: ['echo'],
  })
  expect((await call()).code).toBe(0)
})

test('a broken file of what was accepted is told wherever the tools are looked at, and they seem not to be none', async () => {
  const scene = openScene()
  scene.configure({ mode: 'allow', mcpServers: { honest: HONEST } })
  expect((await scene.run(['mcp', 'tools', '--refresh'])).code).toBe(0)
  const pins = join(scene.state, 'mcp/pins')
  writeFileSync(join(pins, readdirSync(pins)[0]!), '{"version"')
  for (const args of [
    ['list'],
    ['tools', 'honest'],
    ['tools'],
    ['trust', 'honest'],
    ['call', 'honest', 'echo'],
    ['doctor'],
  ]) {
    const { stdout, stderr, code } = await scene.run(['mcp', ...args])
    expect(stdout + stderr).toMatch(/pins\/honest-\w+\.json: what was accepted of the server "honest" cannot be read/)
    expect(args[0] === 'list' ? code === 0 : code !== 0).toBe(true)
  }
})

test('the doctor names what is wrong and how to mend it', async () => {
  const scene = openScene()
  scene.configure({
    mcpServers: {
      fine: HONEST,
      missing: { command: 'no-such-program' },
      unset: { command: 'node', env: { A: '${NOT_SET_ANYWHERE}' } },
      secret: { ...HONEST, env: { API_TOKEN: 'abc' } },
    },
  })
  const looked = await scene.run(['mcp', 'doctor', '--json'])
  expect(looked.code).toBe(1)
  const findings = looked.json().findings as { server: string; ok: boolean; message: string; fix?: string }[]
  const bad = (server: string) => findings.filter((one) => one.server === server && !one.ok)
  expect(bad('fine')).toEqual([])
  expect(bad('missing')).toMatchObject([
    { message: expect.stringContaining('no-such-program'), fix: expect.any(String) },
  ])
  expect(bad('unset')).toMatchObject([
    { message: expect.stringContaining('NOT_SET_ANYWHERE'), fix: expect.stringContaining('export') },
  ])
  expect(bad('secret')).toMatchObject([
    { message: expect.stringContaining('API_TOKEN'), fix: expect.stringContaining('${API_TOKEN}') },
  ])
})
