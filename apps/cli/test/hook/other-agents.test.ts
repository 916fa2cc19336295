import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { describe, expect, test } from 'vitest'
import { openScene, type Scene } from '../poundlock.ts'

/** Agents whose questions have the form of Claude Code's, with tools of their own. */
interface OtherAgent {
  /** The calls of each kind: a tool and its input. */
  readonly allowed: readonly [tool: string, input: object]
  readonly asked: readonly [tool: string, input: object]
  readonly denied: readonly (readonly [tool: string, input: object])[]
  /** What it does after an ask. */
  readonly ask: 'ask' | 'deny'
  /** Its question, where that is not in the keys of Claude Code. */
  readonly question?: (tool: string, input: object, workspace: string) => object
  /** The lists in its settings that name the hook. */
  readonly lists: readonly string[]
  /** What the answer says to the agent, by its own documentation. */
  readonly read: (answer: { readonly code: number | undefined; readonly stdout: string }) => string
}

const AGENTS: Readonly<Record<'qwen' | 'copilot' | 'cursor' | 'windsurf', OtherAgent>> = {
  qwen: {
    allowed: ['run_shell_command', { command: 'git status', is_background: false }],
    asked: ['run_shell_command', { command: 'make install', is_background: false }],
    denied: [
      ['run_shell_command', { command: 'rm -r src', directory: '/tmp' }],
      ['monitor', { command: 'rm -r src' }],
      ['edit', { file_path: 'secret/key', old_string: 'a', new_string: 'b' }],
      ['read_file', { file_path: 'secret/key' }],
      ['write_file', { content: 'no path' }],
    ],
    ask: 'ask',
    lists: ['PreToolUse'],
    read: ({ code, stdout }) => {
      if (code === 2) return 'deny'
      return stdout === '' ? 'none' : JSON.parse(stdout).hookSpecificOutput.permissionDecision
    },
  },
  copilot: {
    allowed: ['bash', { command: 'git status', description: 'x' }],
    asked: ['bash', { command: 'make install' }],
    denied: [
      ['bash', { command: 'rm -r src' }],
      ['view', { path: 'secret/key', view_range: [1, 2] }],
      ['create', { path: 'secret/key', file_text: 'x' }],
      ['edit', { path: 'secret/key', old_str: 'a', new_str: 'b' }],
      ['edit', { old_str: 'a', new_str: 'b' }],
      ['grep', { pattern: 'x', paths: 'secret/key' }],
      ['grep', { pattern: 'x', paths: ['src', 'secret/key'] }],
      ['a_tool_of_tomorrow', { command: 'ls' }],
    ],
    ask: 'deny',
    lists: ['PreToolUse'],
    // Exit code 2 is a warning in some releases: only this answer denies in all of them.
    read: ({ code, stdout }) => (code === 0 && stdout !== '' ? JSON.parse(stdout).permissionDecision : 'none'),
  },
  cursor: {
    allowed: ['Shell', { command: 'git status', cwd: '', timeout: 30_000 }],
    asked: ['Shell', { command: 'make install', cwd: '' }],
    denied: [
      ['Shell', { command: 'rm -r src', cwd: '/tmp' }],
      ['Read', { file_path: 'secret/key' }],
      ['Write', { file_path: 'secret/key', contents: 'x' }],
      ['Write', { contents: 'no path' }],
      ['Delete', { file_path: 'secret/key' }],
      ['ATool', { command: 'ls' }],
      // The granular event: its input is text, and it names no server.
      ['mcp:poundlock', {}],
      ['mcp:look', { path: 'x' }],
    ],
    ask: 'deny',
    lists: ['preToolUse', 'beforeMCPExecution'],
    question: (tool, input, workspace) => {
      const common = { conversation_id: 'c', generation_id: 'g', model: 'default', workspace_roots: [workspace] }
      if (!tool.startsWith('mcp:'))
        return { ...common, hook_event_name: 'preToolUse', tool_name: tool, tool_input: input, cwd: '' }
      const [, name] = tool.split(':')
      const server = { hook_event_name: 'beforeMCPExecution', command: 'npx some-server' }
      return { ...common, ...server, tool_name: name, tool_input: JSON.stringify(input) }
    },
    // Without a decision a hook that is `failClosed` blocks, and exit code 2 blocks.
    read: ({ code, stdout }) => {
      if (code !== 0 || stdout === '') return 'deny'
      const { permission, user_message: message } = JSON.parse(stdout)
      if (permission === 'deny') expect(message).toContain('poundlock')
      return permission === 'allow' ? 'none' : permission
    },
  },
  windsurf: {
    allowed: ['pre_run_command', { command_line: 'git status' }],
    asked: ['pre_run_command', { command_line: 'make install' }],
    denied: [
      ['pre_run_command', { command_line: 'rm -r src', cwd: '/tmp' }],
      ['pre_run_command', { cwd: '/tmp' }],
      ['pre_read_code', { file_path: 'secret/key' }],
      ['pre_write_code', { file_path: 'secret/key', edits: [{ old_string: 'a', new_string: 'b' }] }],
      ['pre_write_code', { edits: [] }],
      ['pre_mcp_tool_use', { mcp_server_name: 'git', mcp_tool_name: 'push', mcp_tool_arguments: {} }],
      ['pre_mcp_tool_use', { mcp_server_name: 'a__b', mcp_tool_name: 'c', mcp_tool_arguments: {} }],
      ['pre_action_of_tomorrow', { command_line: 'ls' }],
    ],
    ask: 'deny',
    lists: ['pre_run_command', 'pre_read_code', 'pre_write_code', 'pre_mcp_tool_use'],
    question: (tool, input) => ({
      agent_action_name: tool,
      trajectory_id: 't',
      execution_id: 'e',
      timestamp: '2026-11-24T00:00:00Z',
      tool_info: input,
    }),
    read: ({ code }) => (code === 2 ? 'deny' : 'none'),
  },
}

function openRules(): Scene {
  const scene = openScene()
  scene.configure({
    tools: {
      exec: { host: 'gateway', security: 'allowlist', proven: 'off', allow: ['git status'], deny: ['rm'] },
      fs: { read: { deny: ['secret/**'] }, write: { deny: ['secret/**'] } },
    },
  })
  return scene
}

describe.each(Object.entries(AGENTS))(
  'the hook of %s',
  (agent, { allowed, asked, denied, ask, read, lists, question }) => {
    const answerTo = async (scene: Scene, [tool, input]: readonly [string, object]) => {
      const common = { session_id: 's', cwd: scene.workspace, hook_event_name: 'PreToolUse' }
      const asks = question?.(tool, input, scene.workspace) ?? { ...common, tool_name: tool, tool_input: input }
      return read(await scene.run(['hook', agent], { input: JSON.stringify(asks) }))
    }

    test('leaves to the agent what is allowed, asks where the agent can, and denies', async () => {
      needsProgram('git')
      const scene = openRules()
      expect(await answerTo(scene, allowed)).toBe('none')
      expect(await answerTo(scene, asked)).toBe(ask)
      for (const call of denied) expect(await answerTo(scene, call), JSON.stringify(call)).toBe('deny')
    })

    test('denies in the words of the agent what it cannot read, decide or record', async () => {
      const scene = openRules()
      expect(read(await scene.run(['hook', agent], { input: '{' }))).toBe('deny')
      writeFileSync(join(scene.state, 'audit'), 'no folder')
      expect(await answerTo(scene, allowed)).toBe('deny')
      scene.configure('{ "tools": ')
      expect(await answerTo(scene, allowed)).toBe('deny')
    })

    test('is named in the settings, and taken out again', async () => {
      const scene = openScene()
      const home = join(scene.root, 'home')
      mkdirSync(home)
      const run = async (action: string) =>
        (await scene.run(['hook', agent, action, '--json'], { env: { HOME: home } })).json()
      const { file, changed } = await run('--install')
      expect([file.startsWith(home), changed]).toEqual([true, true])
      const { version, hooks } = JSON.parse(readFileSync(file, 'utf8'))
      expect(version).toBe(agent === 'copilot' || agent === 'cursor' ? 1 : undefined)
      expect(Object.keys(hooks)).toEqual(lists)
      for (const list of lists) {
        expect(JSON.stringify(hooks[list])).toContain(`hook ${agent}`)
        expect(hooks[list]).toHaveLength(1)
      }
      expect((await run('--install')).changed).toBe(false)
      expect((await run('--uninstall')).changed).toBe(true)
      expect(existsSync(file)).toBe(false)
    })
  },
)

test.each(['codex', 'gemini', 'copilot', 'cursor', 'windsurf'])(
  '--no-prompts is refused for %s, which asks nothing after an answer of a hook',
  async (agent) => {
    const scene = openRules()
    const file = join(scene.root, 'settings.json')
    const installed = await scene.run(['hook', agent, '--install', '--no-prompts', '--settings', file])
    expect(installed).toMatchObject({ code: 2, stderr: expect.stringContaining('Leave it out') })
    expect(existsSync(file)).toBe(false)
    const answered = await scene.run(['hook', agent, '--no-prompts'], { input: '{}' })
    expect(answered.stdout + answered.stderr).toContain('--no-prompts')
  },
)

test('our own server is decided about where its tools run, and no other command line passes for it', async () => {
  const scene = openRules()
  const home = join(scene.root, 'home')
  mkdirSync(join(home, '.cursor'), { recursive: true })
  const planned = await scene.run(['init', '--yes', '--agents', 'cursor', '--no-self-test'], { env: { HOME: home } })
  expect(planned.code).toBe(0)
  const { command, args } = JSON.parse(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')).mcpServers.poundlock
  const ours = [command, ...args].join(' ')
  const permissionOf = async (line: string) => {
    const question = { hook_event_name: 'beforeMCPExecution', tool_name: 'exec', tool_input: '{}', command: line }
    const { stdout } = await scene.run(['hook', 'cursor'], { input: JSON.stringify(question) })
    return JSON.parse(stdout).permission
  }
  expect(await permissionOf(ours)).toBe('allow')
  for (const other of [`sh ${ours}`, `${ours} --config /tmp/x`, `/tmp/evil ${args.join(' ')}`, 'poundlock mcp serve'])
    expect(await permissionOf(other), other).toBe('deny')
})
