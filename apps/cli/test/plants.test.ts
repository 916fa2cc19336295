import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { manageContainers } from '@poundlock/sandbox-docker'
import { needsProgram } from '@poundlock/tooling/programs'
import { describe, expect, test } from 'vitest'
import { LAUNCHER, openScene, type Scene } from './poundlock.ts'

const MINE = 'of a person'

/** What a command leaves, and where. */
const plants: Readonly<Record<string, readonly [path: string, target: string]>> = {
  'a link to a file': ['out.log', '../victim'],
  'a link to a folder': ['logs', '../folder'],
  'a link in a folder of dependencies': ['node_modules/a/b/out.log', '../../../../victim'],
  'a link deeper than folders are searched': [`${'d/'.repeat(40)}out.log`, `${'../'.repeat(41)}victim`],
  'a workspace of an editor': ['x.code-workspace', ''],
}

function scene(script = ''): Scene {
  const opened = openScene()
  writeFileSync(join(opened.root, 'victim'), MINE)
  mkdirSync(join(opened.root, 'folder'))
  writeFileSync(join(opened.root, 'folder/victim'), MINE)
  writeFileSync(join(opened.workspace, 'run.sh'), script)
  writeFileSync(join(opened.workspace, 'server'), '#!/bin/sh\nexec sh run.sh\n')
  chmodSync(join(opened.workspace, 'server'), 0o755)
  return opened
}

const planting = ([path, target]: readonly [string, string]): string => {
  const make = target === '' ? `echo '{}' > '${path}'` : `ln -s '${target}' '${path}'`
  return `mkdir -p '${dirname(path)}'; ${make}; echo done > made\n`
}

const isThere = ({ workspace }: Scene, path: string): boolean =>
  lstatSync(join(workspace, path), { throwIfNoEntry: false }) !== undefined

interface Way {
  readonly config?: object
  readonly programs?: readonly string[]
  readonly script?: (script: string) => string
  readonly run: (scene: Scene) => Promise<unknown>
}

const run = (opened: Scene) => opened.run(['exec', '--', 'sh run.sh'])

/** Kills Poundlock while the command waits, and starts it again. */
async function killThenStart(opened: Scene): Promise<void> {
  const env = { ...process.env, POUNDLOCK_HOME: opened.state, NO_COLOR: '1' }
  const child = spawn(process.execPath, [LAUNCHER, 'exec', '--', 'sh run.sh'], { cwd: opened.workspace, env })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await opened.run(['exec', '--', 'true'])
}

const ways: Readonly<Record<string, Way>> = {
  'in the foreground': { run },
  'as a job': {
    async run(opened) {
      const { stdout } = await opened.run(['exec', '--background', '--', 'sh run.sh'])
      await opened.run(['jobs', 'wait', stdout.trim()])
    },
  },
  'as a try that is applied': { run: (opened) => opened.run(['exec', '--try=apply', '--', 'sh run.sh']) },
  'as a try that is kept, and applied later': {
    async run(opened) {
      await opened.run(['exec', '--try=keep', '--', 'sh run.sh'])
      const { tries } = (await opened.run(['try', 'list', '--json'])).json()
      await opened.run(['try', 'apply', tries[0].id])
    },
  },
  'in an MCP server': { run: (opened) => opened.run(['mcp', 'doctor']) },
  'by a Poundlock that is killed': { script: (script) => `${script}echo made; sleep 100\n`, run: killThenStart },
  'in bubblewrap': { config: { sandbox: { renderer: 'bubblewrap' } }, programs: ['bwrap'], run },
  'with Landlock': { config: { sandbox: { renderer: 'landlock' } }, run },
}

async function expectGone(way: Way, plant: string, config: object = {}): Promise<void> {
  needsProgram(...(way.programs ?? []))
  const script = planting(plants[plant]!)
  const opened = scene(way.script?.(script) ?? script)
  const server = { command: join(opened.workspace, 'server'), sandbox: true }
  opened.configure({ ...way.config, ...config, mcpServers: { one: server } })
  await way.run(opened)
  expect(existsSync(join(opened.workspace, 'made'))).toBe(true)
  expect(isThere(opened, plants[plant]![0])).toBe(false)
}

describe.each(Object.keys(ways))('what the next tool would obey is not left %s', (name) => {
  test.each(Object.keys(plants))('%s', async (plant) => {
    await expectGone(ways[name]!, plant)
  })
})

const missing: string | null = await manageContainers({ stateDirectory: '/' }).then(
  () => null,
  (error: unknown) => String(error),
)
const noEngine = missing !== null && process.env['CI'] === undefined

describe.skipIf(noEngine)(`in containers${noEngine ? ` (skipped: ${missing})` : ''}`, () => {
  test.each(Object.keys(plants))('%s is not left', { timeout: 300_000 }, async (plant) => {
    await expectGone({ run }, plant, { sandbox: { backend: 'docker' } })
  })
})

test('a try that is applied loses nothing of a history', async () => {
  needsProgram('git')
  const opened = scene('rm -rf .git/objects/* .git/refs/heads/*; echo done > made\n')
  const git = (line: string) => opened.run(['exec', '--', `git ${line}`])
  await git('init -q')
  await git('-c user.name=a -c user.email=a@b commit -q --allow-empty -m first')
  const { stderr } = await opened.run(['exec', '--try=apply', '--', 'sh run.sh'])
  expect(stderr).toContain('have been put back')
  expect(isThere(opened, 'made')).toBe(true)
  expect((await git('log --format=%s')).stdout).toBe('first\n')
})

const input = (value: object) => JSON.stringify(value)
/** What goes through a link: a call of a tool, or a line on the host. */
const throughLinks: readonly (readonly [string, readonly string[]])[] = [
  ['write_file', ['tools', 'call', 'write_file', input({ path: 'out.log', content: 'x' })]],
  ['write_file below', ['tools', 'call', 'write_file', input({ path: 'logs/victim', content: 'x' })]],
  ['edit_file', ['tools', 'call', 'edit_file', input({ path: 'out.log', old_string: MINE, new_string: 'x' })]],
  ['read_file', ['tools', 'call', 'read_file', input({ path: 'out.log' })]],
  ['grep_search', ['tools', 'call', 'grep_search', input({ pattern: 'of', path: 'logs' })]],
  ...[
    'echo x > out.log',
    'echo x | tee out.log',
    'cp run.sh out.log',
    'sed -i s/of/x/ logs/victim',
    'truncate -s 0 logs/victim',
    'cat out.log',
    'cat *.log',
    'for f in *; do cat $f; done',
    'grep -R of .',
    'grep -r of logs/',
    'find . -exec cat {} +',
    'find -L . -type f -exec cat {} +',
    'ls | xargs cat',
    'cd logs && cat victim',
    'cp -L out.log copy && cat copy',
    'tar -chf - . | cat',
  ].map((line): readonly [string, readonly string[]] => [line, ['exec', '--', line]]),
]

describe.each(['on the host', 'contained'])(
  'a link that leads out is followed by no call that nobody agreed to, %s',
  (where) => {
    test.each(throughLinks)('%s', async (_, args) => {
      const opened = scene()
      const allow = ['cat', 'cp', 'cd', 'echo', 'find', 'grep', 'ls', 'sed', 'tar', 'tee', 'truncate', 'xargs']
      opened.configure(
        where === 'contained'
          ? {}
          : { tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off', allow } } },
      )
      symlinkSync('../victim', join(opened.workspace, 'out.log'))
      symlinkSync('../folder', join(opened.workspace, 'logs'))
      const { stdout } = await opened.run(args)
      expect(stdout).not.toContain(MINE)
      for (const victim of ['victim', 'folder/victim'])
        expect(readFileSync(join(opened.root, victim), 'utf8')).toBe(MINE)
    })
  },
)

test('what a look after a run does not reach is asked about when it is used', async () => {
  const opened = scene()
  const at = (path: string) => join(opened.workspace, path)
  for (let index = 0; index < 1100; index++) mkdirSync(at(`node_modules/p${index}/lib`), { recursive: true })
  for (const part of ['objects', 'refs']) mkdirSync(at(`node_modules/p1/.git/${part}`), { recursive: true })
  writeFileSync(at('node_modules/p1/.git/HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(at('node_modules/p1/.git/config'), '[core]\n\tfsmonitor = ./x\n')
  mkdirSync(join(opened.root, 'package'))
  writeFileSync(join(opened.root, 'package/package.json'), '{}')
  symlinkSync('../../package', at('node_modules/link'))
  symlinkSync('../../../../victim', at('node_modules/p1099/lib/out.log'))
  const allow = ['cat', 'cd', 'cp', 'echo', 'find', 'git', 'grep', 'sed']
  const config = { tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off', ask: 'on-miss', allow } } }
  const lines = [
    'git -C node_modules/p1 status',
    'cd node_modules/p1 && git diff',
    'cat node_modules/p1099/lib/out.log',
    'echo x > node_modules/p1099/lib/out.log',
    'cp run.sh node_modules/p1099/lib/out.log',
    'cat node_modules/*/lib/*',
    'for f in node_modules/*/lib/*; do cat $f; done',
    'grep -R of node_modules',
    'find node_modules -exec cat {} +',
    'sed -i s/a/b/ node_modules/link/package.json',
    'echo x > node_modules/link/new',
  ]
  const context = { cwd: opened.workspace, workspace: opened.workspace, home: opened.root }
  const rows = lines.map((command) =>
    JSON.stringify({ id: command, tool: 'exec', input: { command }, config, context }),
  )
  const decided = (await opened.run(['check', '--jsonl', '-'], { input: rows.join('\n') })).lines()
  expect(decided.map(({ id, decision }) => [id, decision])).toEqual(lines.map((line) => [line, 'ask']))
})
