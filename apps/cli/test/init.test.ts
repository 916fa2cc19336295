import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'

/** A home with what the agents make there, and nothing of this machine. */
function openHome(scene: Scene, folders: readonly string[]) {
  const home = join(scene.root, 'home')
  for (const folder of folders) mkdirSync(join(home, folder), { recursive: true })
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), PATH: '/usr/bin:/bin' }
  const run = (...args: readonly string[]) => scene.run(args, { env })
  return { home, run }
}

test('init goes in front of the agents that are there, twice changes nothing, and uninstall takes it back', async () => {
  const scene = openScene()
  const { home, run } = openHome(scene, [
    '.claude',
    '.codex',
    '.gemini',
    '.openclaw',
    '.cursor',
    '.codeium/windsurf',
    '.config/Code/User',
  ])
  writeFileSync(join(scene.workspace, 'package.json'), '{}')
  const claude = join(home, '.claude', 'settings.json')
  const before = '{\n  "model": "x" // mine\n}\n'
  writeFileSync(claude, before)
  const openclaw = join(home, '.openclaw', 'openclaw.json')
  writeFileSync(openclaw, '{ "mcp": { "servers": { "mine": { "command": "x" } } } }\n')

  const shown = await run('init', '--no-self-test')
  expect(shown.stdout).toContain('nothing was written')
  expect(shown.stdout).toContain('mcp.json (new)')
  expect(readFileSync(claude, 'utf8')).toBe(before)

  const first = (await run('init', '--yes', '--json', '--no-self-test')).json()
  expect(first).toMatchObject({
    agents: ['claude-code', 'codex', 'gemini', 'openclaw', 'cursor', 'cursor-hooks', 'windsurf', 'vscode'],
    presets: ['npm'],
    written: true,
  })
  expect(first.changes).toHaveLength(9)
  expect(readFileSync(claude, 'utf8')).toContain('// mine')
  expect(
    JSON.parse(readFileSync(join(home, '.cursor', 'mcp.json'), 'utf8')).mcpServers.poundlock.args.slice(1),
  ).toEqual(['mcp', 'serve'])
  expect(JSON.parse(readFileSync(openclaw, 'utf8')).mcp.servers.mine).toEqual({ command: 'x' })
  const own = readFileSync(join(scene.state, 'poundlock.json'), 'utf8')
  expect(own).toContain('"preset:npm"')

  expect((await run('init', '--yes', '--json', '--no-self-test')).json().changes).toEqual([])

  expect((await run('uninstall')).stdout).toContain('nothing was written')
  const gone = (await run('uninstall', '--yes', '--json')).json()
  expect(gone).toMatchObject({ written: true, problems: [], kept: scene.state })
  expect(readFileSync(claude, 'utf8')).toBe(before)
  expect(JSON.parse(readFileSync(openclaw, 'utf8'))).toEqual({ mcp: { servers: { mine: { command: 'x' } } } })
  for (const file of ['.codex/hooks.json', '.cursor/hooks.json', '.codeium/windsurf/hooks.json'])
    expect(existsSync(join(home, file)), file).toBe(false)
  expect((await run('uninstall', '--yes')).stdout).toContain('no agent on this machine uses Poundlock')
})

test('init never replaces what it cannot read, nor a server of that name, nor an open network', async () => {
  const scene = openScene()
  const { home, run } = openHome(scene, ['.cursor'])
  const file = join(home, '.cursor', 'mcp.json')
  writeFileSync(file, '{ "mcpServers": ')
  expect(await run('init', '--yes', '--agents', 'cursor')).toMatchObject({ code: 2 })
  writeFileSync(file, '{ "mcpServers": { "poundlock": { "command": "other" } } }')
  expect(await run('init', '--yes', '--agents', 'cursor')).toMatchObject({ code: 2 })
  expect(existsSync(join(scene.state, 'poundlock.json'))).toBe(false)
  expect((await run('init', '--agents', 'emacs')).stderr).toContain('"emacs" is not known here')
  scene.configure('{ "sandbox": { "network": "on" } }')
  const open = await run('init', '--yes', '--json', '--agents', 'none', '--presets', 'pypi', '--no-self-test')
  expect(open.json()).toMatchObject({ agents: [], changes: [] })
})

test.each([
  ['go.mod', 'go', 'sum.golang.org'],
  ['package.json', 'npm', 'registry.npmjs.org'],
  ['pyproject.toml', 'pypi', 'files.pythonhosted.org'],
  ['Cargo.toml', 'crates', 'static.crates.io'],
])(
  'beside %s, init opens %s, and other hosts are refused at once where no person can be asked',
  async (sign, preset, host) => {
    needsProgram('curl')
    const scene = openScene()
    const { run } = openHome(scene, [])
    writeFileSync(join(scene.workspace, sign), '')
    await run('init', '--yes', '--agents', 'none', '--no-self-test')
    const own = () => JSON.parse(readFileSync(join(scene.state, 'poundlock.json'), 'utf8').replace(/^ *\/\/.*$/m, ''))
    expect(own().sandbox).toEqual({ network: 'ask', egress: [`preset:${preset}`] })
    const shown = (await run('sandbox', 'explain')).stdout
    expect(shown).toContain(host)
    for (const flags of [[], ['--no-prompts']]) {
      const { stderr } = await run('exec', ...flags, '--', 'curl -sS http://other.example/')
      expect(stderr, flags.join()).toContain('Connection to other.example:80 refused')
      expect(stderr).toContain('no person can be asked')
    }
  },
  60_000,
)

test('init opens the registries of a network that is off, and asks about nothing there', async () => {
  const scene = openScene()
  const { run } = openHome(scene, [])
  scene.configure({ sandbox: { network: 'off' } })
  await run('init', '--yes', '--agents', 'none', '--presets', 'go', '--no-self-test')
  expect(JSON.parse(readFileSync(join(scene.state, 'poundlock.json'), 'utf8')).sandbox).toEqual({
    network: 'allowlist',
    egress: ['preset:go'],
  })
})

test('the self-test shows one command that runs, one that would ask, and one that is contained', async () => {
  const scene = openScene()
  const { home, run } = openHome(scene, ['.none'])
  const { selfTest } = (await run('init', '--yes', '--json', '--agents', 'none', '--presets', 'none')).json()
  expect(selfTest.map(({ expected, holds }: { expected: string; holds: boolean }) => [expected, holds])).toEqual([
    ['allow', true],
    ['ask', true],
    ['contained', true],
  ])
  expect(existsSync(home) && readFileSync(join(scene.state, 'poundlock.json'), 'utf8')).toContain('workspace-write')
})
