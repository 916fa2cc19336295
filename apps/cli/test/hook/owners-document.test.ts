import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openScene, type Scene } from '../poundlock.ts'
import { readAnswer } from './read-answer.ts'

const EVENTS = { 'claude-code': 'PreToolUse', codex: 'PreToolUse', gemini: 'BeforeTool' } as const
const TOOLS = { 'claude-code': 'Bash', codex: 'Bash', gemini: 'run_shell_command' } as const
type Agent = keyof typeof EVENTS

function openOwned(document: object | string): Scene {
  const scene = openScene()
  mkdirSync(join(scene.workspace, '.git'))
  scene.configure({
    mode: 'allow',
    tools: { exec: { host: 'gateway', security: 'full', ask: 'off', allow: ['touch ruled'] } },
  })
  const file = join(scene.state, 'exec-approvals.json')
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify({ version: 1, ...document }))
  chmodSync(file, 0o600)
  return scene
}

const ask = (scene: Scene, agent: Agent, command: string) =>
  scene.run(['hook', agent], {
    input: JSON.stringify({
      hook_event_name: EVENTS[agent],
      tool_name: TOOLS[agent],
      tool_input: { command },
      cwd: scene.workspace,
    }),
  })

const answerTo = async (scene: Scene, agent: Agent, command: string) =>
  readAnswer(agent, await ask(scene, agent, command))

describe('the document of the owner of the host', () => {
  test.each(['claude-code', 'codex', 'gemini'] as const)('holds for commands of %s, as for exec', async (agent) => {
    const asked = agent === 'claude-code' ? 'ask' : 'deny'
    const denies = openOwned({ defaults: { security: 'deny' } })
    for (const command of ['touch ruled', 'ls', 'touch x']) {
      expect(await answerTo(denies, agent, command), command).toBe('deny')
      expect((await denies.run(['check', '--', command])).code, command).toBe(64)
    }
    const asks = openOwned({ defaults: { ask: 'always' } })
    expect(await answerTo(asks, agent, 'touch ruled')).toBe(asked)
    const misses = openOwned({ defaults: { security: 'allowlist', ask: 'on-miss' } })
    expect(await answerTo(misses, agent, 'touch ../other')).toBe(asked)
  })

  test('says for one agent what does not hold for another', async () => {
    const scene = openOwned({ agents: { codex: { security: 'deny' } } })
    expect(await answerTo(scene, 'codex', 'touch x')).toBe('deny')
    expect(await answerTo(scene, 'claude-code', 'touch x')).toBe('none')
  })

  test('that cannot be read, or that others can write, blocks', async () => {
    expect(await ask(openOwned('{'), 'claude-code', 'ls')).toMatchObject({ code: 2 })
    const scene = openOwned({})
    chmodSync(join(scene.state, 'exec-approvals.json'), 0o666)
    expect(await ask(scene, 'claude-code', 'ls')).toMatchObject({ code: 2 })
  })

  test('does not concern what is not a command', async () => {
    const scene = openOwned({ defaults: { security: 'deny' } })
    const input = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Read',
      tool_input: { file_path: 'x' },
      cwd: scene.workspace,
    }
    expect(readAnswer('claude-code', await scene.run(['hook', 'claude-code'], { input: JSON.stringify(input) }))).toBe(
      'none',
    )
  })
})
