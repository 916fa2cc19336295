import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LAUNCHER, openScene, ranOf } from './poundlock.ts'
import { bundleWithoutProse } from './prose/bundle-without-prose.ts'

const ON_HOST = { host: 'gateway', security: 'allowlist', proven: 'off', ask: 'on-miss' }
const UNASKED = { mode: 'allow', tools: { exec: { host: 'gateway', security: 'full', ask: 'off' } } }
const ELEVATED = { enabled: true, allowFrom: { terminal: ['*'] } }
const toHook = (tool: string, input: object) =>
  JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input, cwd: '/tmp' })

interface Case {
  readonly args: readonly string[]
  readonly config?: object
  readonly input?: string
  readonly code: number
}

const CASES: Readonly<Record<string, Case>> = {
  'a line that needs approval': { args: ['check', '--', 'rm x'], config: { tools: { exec: ON_HOST } }, code: 65 },
  'a line that a rule denies': {
    args: ['check', '--', 'rm x'],
    config: { tools: { exec: { ...ON_HOST, deny: ['rm'] } } },
    code: 64,
  },
  'a script that a rule covers': {
    args: ['check', '--', 'bash build.sh'],
    config: { tools: { exec: { ...ON_HOST, allow: ['bash build.sh'] } } },
    code: 65,
  },
  'a line with nobody to ask': { args: ['exec', '--', 'rm x'], config: { tools: { exec: ON_HOST } }, code: 65 },
  'a command that fails': { args: ['exec', '--', 'exit 3'], config: UNASKED, code: 3 },
  'a command without end': {
    args: ['exec', '--timeout', '0.2', '--', 'sleep 60'],
    config: UNASKED,
    code: 67,
  },
  'elevation, where it is not enabled': { args: ['exec', '--directive', '/elevated full', '--', 'true'], code: 64 },
  'elevation to no level': { args: ['exec', '--directive', '/elevated high', '--', 'true'], code: 2 },
  'full elevation': {
    args: ['check', '--directive', '/elevated full', '--', 'rm x'],
    config: { tools: { elevated: ELEVATED, exec: { security: 'full', ask: 'off' } } },
    code: 0,
  },
  'full elevation in prompt mode': {
    args: ['check', '--directive', '/elevated full', '--', 'rm x'],
    config: { mode: 'prompt', tools: { elevated: ELEVATED, exec: { security: 'full', ask: 'off' } } },
    code: 65,
  },
  'a configuration with an unknown key': { args: ['policy', 'show'], config: { moode: 'allow' }, code: 2 },
  'an option that is none': { args: ['check', '--nope', '--', 'true'], code: 2 },
  'a hook for a read outside': {
    args: ['hook', 'claude-code'],
    input: toHook('Read', { file_path: '/etc/shadow' }),
    code: 0,
  },
  'a hook for a command': {
    args: ['hook', 'claude-code'],
    config: { tools: { exec: { ...ON_HOST, deny: ['git push'] } } },
    input: toHook('Bash', { command: 'git push' }),
    code: 0,
  },
  'a hook for what is not JSON': { args: ['hook', 'claude-code'], input: 'nothing', code: 2 },
  'a tool that does not exist': { args: ['tools', 'call', 'nothing', '{}'], code: 2 },
}

let folder: string
let programWithoutProse: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'without-prose-'))
  programWithoutProse = await bundleWithoutProse(folder)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the sentences are replaced', () => {
  expect(readFileSync(programWithoutProse, 'utf8').split('"¤"').length).toBeGreaterThan(1000)
})

test.each(Object.entries(CASES))(
  '%s ends alike where every sentence is replaced',
  async (_name, { args, config, input = '', code }) => {
    const scene = openScene()
    mkdirSync(join(scene.workspace, 'src'))
    writeFileSync(join(scene.workspace, 'build.sh'), 'true\n')
    if (config) scene.configure(config)
    const run = async (program: string) =>
      ranOf(
        await execa(process.execPath, [program, ...args], {
          cwd: scene.workspace,
          env: { NO_COLOR: '1', POUNDLOCK_HOME: scene.state },
          input,
          reject: false,
        }),
      )
    const built = await run(LAUNCHER)
    const without = await run(programWithoutProse)
    expect([built.code, built.stderr]).toEqual([code, expect.any(String)])
    expect([without.code, without.stderr]).toEqual([code, expect.any(String)])
    // What a hook answers is decided by a word of its own.
    const decision = ({ stdout }: typeof built) => /"permissionDecision":"\w+"/.exec(stdout)?.[0]
    expect(decision(without)).toBe(decision(built))
  },
)
