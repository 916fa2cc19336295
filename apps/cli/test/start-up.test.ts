import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { CALL_COMMANDS } from '../src/command-line/call-commands.ts'
import { HOOK_AGENTS } from '../src/hook/hook-agents.ts'
import { openScene } from './poundlock.ts'

const DIST = fileURLToPath(new URL('../dist/', import.meta.url))
const COMMAND = join(DIST, 'poundlock.cjs')
const TELL = 'data:text/javascript,process.on("exit",()=>console.error(process.moduleLoadList.join("\\n")))'

// How long a start takes is measured in bench/; this tells what makes it long before anybody has measured it.
test('deciding about a command loads nothing that starts, asks, encrypts or listens', async () => {
  const scene = openScene()
  // The first one proves the sandbox.
  await scene.run(['check', '--', 'ls'])
  const { stderr, status } = spawnSync(process.execPath, ['--import', TELL, COMMAND, 'check', '--', 'ls'], {
    cwd: scene.workspace,
    env: { ...process.env, POUNDLOCK_HOME: scene.state },
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  const loaded = new Set(stderr.split('\n').map((line) => line.replace('NativeModule ', '')))
  expect(loaded).toContain('fs')
  const late = ['child_process', 'crypto', 'http', 'readline', 'tls', 'v8', 'worker_threads', 'zlib']
  expect(late.filter((name) => loaded.has(name))).toEqual([])
})

test('answering a hook loads less still: the question and the answer are no streams', async () => {
  const scene = openScene()
  const question = {
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    cwd: scene.workspace,
  }
  const { stderr, status } = spawnSync(process.execPath, ['--import', TELL, COMMAND, 'hook', 'claude-code'], {
    cwd: scene.workspace,
    env: { ...process.env, POUNDLOCK_HOME: scene.state },
    input: JSON.stringify(question),
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  const loaded = new Set(stderr.split('\n').map((line) => line.replace('NativeModule ', '')))
  expect(loaded).toContain('fs')
  const late = ['child_process', 'http', 'net', 'readline', 'stream/consumers', 'tls', 'v8', 'worker_threads', 'zlib']
  expect(late.filter((name) => loaded.has(name))).toEqual([])
})

test('what deciding about a command compiles stays small, since every start reads it', async () => {
  const scene = openScene({ cold: true })
  for (let run = 1; run <= 5; run++) await scene.run(['check', '--', 'git log --oneline | head -3'])
  const folder = join(scene.state, 'cache', 'code')
  const [file] = readdirSync(folder)
  // It stands there twice.
  expect(statSync(join(folder, file!)).size / 2).toBeLessThan(1_770_000)
})

test.each(readdirSync(DIST).filter((name) => name.endsWith('.cjs')))(
  'the bundle "%s" is all ASCII: it is read so, and others would be misread',
  (name) => {
    const bundle = readFileSync(join(DIST, name), 'latin1')
    expect(bundle.match(/.{0,60}[^\x00-\x7F].{0,60}/g)).toBeNull()
  },
)

test('the launcher starts the small bundle for each command that it holds, and for no other', () => {
  const launcher = readFileSync(new URL('../src/launcher.cjs', import.meta.url), 'utf8')
  const [names = ''] = /\[[^\]]*\](?=\.indexOf)/.exec(launcher) ?? []
  expect(names.match(/\w+/g)?.toSorted()).toEqual(Object.keys(CALL_COMMANDS).toSorted())
  const [, agents = ''] = /asking = \[([^\]]*)\]/.exec(launcher) ?? []
  expect(agents.match(/[\w-]+/g)).toEqual([...HOOK_AGENTS])
})
