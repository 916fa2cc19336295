import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HookAgent } from '../../src/hook/agent-format.ts'
import { AGENT_SHELLS, agentShell, type ShellChoice } from '../../src/hook/agent-shell.ts'
import { openScene } from '../poundlock.ts'
import { readAnswer } from './read-answer.ts'

interface Machine {
  readonly env?: ShellChoice['environment']
  readonly login?: string | null
  readonly platform?: NodeJS.Platform
  /** Programs that are there. */
  readonly has?: readonly string[]
}

const shellOf = (agent: HookAgent, { env = {}, login = '/bin/bash', platform = 'linux', has = [] }: Machine) =>
  agentShell(agent, {
    environment: { PATH: '/usr/bin:/bin', ...env },
    loginShell: login,
    platform,
    isProgram: (path) => has.includes(path),
  }).dialect

const BOTH = ['/bin/bash', '/usr/bin/zsh', '/bin/zsh']

test.each<[HookAgent, Machine, string | null]>([
  ['claude-code', { env: { SHELL: '/bin/bash' }, has: BOTH }, 'bash'],
  ['claude-code', { env: { SHELL: '/usr/bin/zsh' }, has: BOTH }, 'zsh'],
  ['claude-code', { env: { SHELL: '/usr/bin/zsh' }, has: ['/bin/bash'] }, 'bash'],
  ['claude-code', { env: { SHELL: '/usr/bin/fish' }, has: [...BOTH, '/usr/bin/fish'] }, 'zsh'],
  ['claude-code', { env: { SHELL: '/usr/bin/fish' }, has: ['/bin/bash', '/usr/bin/fish'] }, 'bash'],
  ['claude-code', { has: BOTH }, 'zsh'],
  ['claude-code', { env: { SHELL: '/bin/sh' }, has: BOTH }, 'zsh'],
  ['claude-code', { env: { CLAUDE_CODE_SHELL: '/usr/bin/zsh', SHELL: '/bin/bash' }, has: BOTH }, 'zsh'],
  ['claude-code', { env: { CLAUDE_CODE_SHELL: '/bin/bash', SHELL: '/usr/bin/zsh' }, has: BOTH }, 'bash'],
  ['claude-code', { env: { CLAUDE_CODE_SHELL: '/bin/fish', SHELL: '/bin/bash' }, has: BOTH }, 'bash'],
  ['claude-code', { env: { SHELL: '/opt/my-bash-wrapper' }, has: [...BOTH, '/opt/my-bash-wrapper'] }, null],
  ['claude-code', { env: { SHELL: '/bin/bash', CLAUDE_CODE_SHELL_PREFIX: 'fish -c' }, has: BOTH }, null],
  ['claude-code', {}, null],
  ['codex', { env: { SHELL: '/usr/bin/zsh' }, has: BOTH }, 'bash'],
  ['codex', { login: '/usr/bin/zsh', env: { SHELL: '/bin/bash' }, has: BOTH }, 'zsh'],
  ['codex', { login: '/bin/sh', has: BOTH }, 'posix'],
  ['codex', { login: '/usr/bin/fish', has: BOTH }, 'bash'],
  ['codex', { login: '/usr/bin/fish', has: BOTH, platform: 'darwin' }, 'zsh'],
  ['codex', { login: null, has: ['/bin/zsh'] }, 'zsh'],
  ['codex', { login: null }, 'posix'],
  ['gemini', { env: { SHELL: '/usr/bin/zsh' }, login: '/usr/bin/zsh', has: BOTH }, 'bash'],
  ['gemini', { platform: 'win32' }, null],
])('%s on such a machine: %o', (agent, machine, dialect) => {
  expect(shellOf(agent, machine)).toBe(dialect)
})

test('every agent has a row that says where it is from', () => {
  for (const { source } of Object.values(AGENT_SHELLS)) expect(source).not.toBe('')
})

const LINES = [
  "echo *(e:'touch x':)",
  "git log -- *(e:'touch x':)",
  'path=(.); ls',
  'ls >! file',
  'ls =rm',
  'ls; - touch x',
]

test('what zsh makes of a line is asked about where Claude Code uses it', async () => {
  const scene = openScene()
  mkdirSync(join(scene.workspace, '.git'))
  scene.configure({
    mode: 'danger-full-access',
    tools: { exec: { host: 'gateway', security: 'allowlist', proven: 'off', allow: ['ls', 'echo', 'git log'] } },
  })
  const zsh = join(scene.state, 'zsh')
  writeFileSync(zsh, '')
  chmodSync(zsh, 0o755)
  const decide = async (command: string, env: object) => {
    const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd: scene.workspace }
    return readAnswer(
      'claude-code',
      await scene.run(['hook', 'claude-code'], { input: JSON.stringify(payload), env: { ...env } }),
    )
  }
  for (const line of LINES) expect(await decide(line, { SHELL: zsh }), line).toBe('ask')
  expect(await decide('ls -la | head -3', { SHELL: zsh })).not.toBe('ask')
  expect(await decide('ls', { CLAUDE_CODE_SHELL_PREFIX: 'fish -c' })).toBe('ask')
})
