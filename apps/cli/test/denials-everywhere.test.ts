import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { manageContainers } from '@poundlock/sandbox-docker'
import { needsProgram } from '@poundlock/tooling/programs'
import { someOf } from '@poundlock/tooling/tries'
import { describe, expect, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'

const SECRET = 'key of somebody'

/** What rules deny, and a script that does it all the same. */
const DENIALS = {
  'reading a file': {
    config: { tools: { fs: { read: { deny: ['a/.env'] } } } },
    place: 'a/.env',
    script: 'cat a/.env',
  },
  'reading by a pattern': {
    config: { tools: { fs: { read: { deny: ['**/.env'] } } } },
    place: 'a/.env',
    script: 'cat a/.env; mv a/.env x; cat x',
  },
  'writing a file': {
    config: { tools: { fs: { write: { deny: ['a/x.pem'] } } } },
    place: 'a/x.pem',
    script: 'echo x > a/x.pem; rm -f a/x.pem',
  },
  'writing by a pattern': {
    config: { tools: { fs: { write: { deny: ['**/*.pem'] } } } },
    place: 'a/x.pem',
    script: 'echo x > a/x.pem; rm -f a/x.pem; echo x > a/new.pem',
  },
  deleting: { config: { tools: { exec: { deny: ['fs.delete'] } } }, place: 'a/x', script: 'rm -f a/x' },
} as const

type Denial = keyof typeof DENIALS

interface Way {
  readonly config?: object
  readonly programs?: readonly string[]
  readonly run: (scene: Scene) => Promise<unknown>
  /** What does not run there instead of being kept from something. */
  readonly refuses: readonly Denial[]
}

const LINE = 'sh run.sh'
const run = (scene: Scene) => scene.run(['exec', '--', LINE])
const renderer = (name: string, programs: readonly string[], refuses: readonly Denial[]): Way => ({
  config: { sandbox: { renderer: name } },
  programs,
  run,
  refuses,
})

const ways: Readonly<Record<string, Way>> = {
  'in the foreground': { run, refuses: ['deleting'] },
  'as a job': {
    async run(scene) {
      const { stdout } = await scene.run(['exec', '--background', '--', LINE])
      return stdout === '' ? null : scene.run(['jobs', 'wait', stdout.trim()])
    },
    refuses: ['deleting'],
  },
  'as a try that is applied': { run: (scene) => scene.run(['exec', '--try=apply', '--', LINE]), refuses: ['deleting'] },
  // Anyone who lets a program write the workspace cannot keep it from deleting there: lint says so.
  'in an MCP server': { run: (scene) => scene.run(['mcp', 'doctor']), refuses: [] },
  'in namespaces': renderer('namespaces', [], ['deleting']),
  'in bubblewrap': renderer('bubblewrap', ['bwrap'], ['deleting']),
  // It can hide nothing in a workspace.
  'with Landlock': renderer('landlock', [], ['reading a file', 'reading by a pattern', 'deleting']),
}

/** A workspace with a script that nobody has read, and a server that runs it. */
function sceneFor(
  { config, place, script }: { readonly config: object; readonly place: string; readonly script: string },
  more: object = {},
): Scene {
  const scene = openScene()
  const at = (path: string) => join(scene.workspace, path)
  mkdirSync(dirname(at(place)), { recursive: true })
  writeFileSync(at(place), SECRET)
  writeFileSync(at('run.sh'), `{ echo begun; ${script}; } > out 2>&1\n`)
  writeFileSync(at('server'), '#!/bin/sh\nexec sh run.sh\n')
  chmodSync(at('server'), 0o755)
  scene.configure({ ...config, ...more })
  return scene
}

const server = ({ workspace }: Scene) => ({
  mcpServers: { one: { command: join(workspace, 'server'), sandbox: true } },
})

async function expectKept(scene: Scene, denial: Denial, { run: perform, refuses }: Way) {
  const read = (path: string) => {
    const place = join(scene.workspace, path)
    return existsSync(place) ? readFileSync(place, 'utf8') : null
  }
  await perform(scene)
  const out = read('out')
  expect(out ?? '').not.toContain(SECRET)
  expect(existsSync(join(scene.workspace, 'a/new.pem'))).toBe(false)
  if (refuses.includes(denial)) expect(out).toBe(null)
  else expect(out).toContain('begun')
  expect(read(DENIALS[denial].place)).toBe(SECRET)
}

describe.each(Object.keys(ways).map((name, index) => [name, index] as const))(
  'what rules deny does not happen %s',
  (name, index) => {
    const way = ways[name]!
    const rows = (Object.keys(DENIALS) as Denial[]).filter((denial) => !name.includes('MCP') || denial !== 'deleting')
    test.each(someOf(rows, index))('%s', async (denial) => {
      needsProgram(...(way.programs ?? []))
      const scene = sceneFor(DENIALS[denial], way.config)
      if (name.includes('MCP')) scene.configure({ ...DENIALS[denial].config, ...server(scene) })
      await expectKept(scene, denial, way)
    })
  },
)

const missing: string | null = await manageContainers({ stateDirectory: '/' }).then(
  () => null,
  (error: unknown) => String(error),
)
const noEngine = missing !== null && process.env['CI'] === undefined

describe.skipIf(noEngine)(
  `what rules deny does not happen in containers${noEngine ? ` (skipped: ${missing})` : ''}`,
  () => {
    test.each(someOf(Object.keys(DENIALS) as Denial[], 1))('%s', { timeout: 300_000 }, async (denial) => {
      const scene = sceneFor(DENIALS[denial], { sandbox: { backend: 'docker' } })
      await expectKept(scene, denial, { run, refuses: ['deleting'] })
    })
  },
)

describe('servers that a rule does not hold for', () => {
  const lint = async (scene: Scene) => {
    const { findings } = (await scene.run(['policy', 'lint', '--json'])).json()
    return findings.filter(({ code }: { code: string }) => code === 'not-kept')
  }
  const deny = { tools: { fs: { read: { deny: ['**/.env'] } } } }
  const servers = (settings: object) => ({ mcpServers: { one: { command: 'node', args: ['x.js'], ...settings } } })

  test('are named by lint, doctor and mcp doctor', async () => {
    const scene = openScene()
    scene.configure(deny)
    mkdirSync(join(scene.workspace, '.poundlock'), { recursive: true })
    const file = join(scene.workspace, '.poundlock/poundlock.json')
    writeFileSync(file, JSON.stringify(servers({ sandbox: false })))
    await scene.run(['policy', 'trust'])
    expect(await lint(scene)).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('"one" runs outside') },
    ])
    for (const command of [['doctor'], ['mcp', 'doctor'], ['mcp', 'list']]) {
      const ran = await scene.run(command)
      expect(ran.stdout + ran.stderr).toContain('the server "one" runs outside of the sandbox')
    }
  })

  test.each(
    someOf<[name: string, config: object, findings: readonly object[]]>([
      ['one that has a manifest', { ...deny, ...servers({}) }, []],
      ['one that is contained', { ...deny, ...servers({ sandbox: true }) }, []],
      ['one that is meant to be outside', { ...deny, ...servers({ sandbox: false }) }, [{ severity: 'note' }]],
      ['one that is elsewhere', { ...deny, mcpServers: { one: { url: 'https://example.com/mcp' } } }, []],
      ['one that is disabled', { ...deny, ...servers({ enabled: false }) }, []],
      ['one where nothing is denied', servers({}), []],
      [
        'one that could delete',
        { tools: { exec: { deny: ['fs.delete'] } }, ...servers({ sandbox: true }) },
        [{ severity: 'note', message: expect.stringContaining('"fs.delete"') }],
      ],
    ]),
  )('%s', async (_name, config, findings) => {
    const scene = openScene()
    scene.configure(config)
    expect(await lint(scene)).toMatchObject(findings)
  })

  test('does not start in the sandbox where that cannot keep it from what is denied', async () => {
    const scene = sceneFor({ config: {}, place: 'a/.env', script: 'cat a/.env' })
    scene.configure({ tools: { fs: { read: { deny: ['**'] } } }, ...server(scene) })
    expect((await scene.run(['mcp', 'doctor'])).stdout).toContain('cannot be kept from')
    expect(existsSync(join(scene.workspace, 'out'))).toBe(false)
  })
})
