import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openScene, type Scene } from '../poundlock.ts'
import { readAnswer } from './read-answer.ts'
import type { RealAgent } from './real-agents.ts'

const EVENTS = { 'claude-code': 'PreToolUse', codex: 'PreToolUse', gemini: 'BeforeTool' } as const

/** Everything the user's configuration can say without naming what is run or touched. */
const LAX = { mode: 'allow', tools: { exec: { host: 'gateway', security: 'full' }, fs: { readScope: 'all' } } }
const RULES = {
  tools: {
    exec: { allow: ['touch made', 'git log', 'cat'] },
    fs: { write: { allow: ['src/**'] }, read: { allow: ['/etc/hostname'] } },
  },
}

function openPlace(policy: object): Scene {
  const scene = openScene()
  mkdirSync(join(scene.workspace, '.git'))
  mkdirSync(join(scene.workspace, 'src'))
  symlinkSync('..', join(scene.workspace, 'src/up'))
  scene.configure(policy)
  return scene
}

async function ask(scene: Scene, agent: RealAgent, tool: string, input: object, more: object = {}) {
  const payload = {
    hook_event_name: EVENTS[agent],
    tool_name: tool,
    tool_input: input,
    cwd: scene.workspace,
    ...more,
  }
  return scene.run(['hook', agent], { input: JSON.stringify(payload).replaceAll('$W', scene.workspace) })
}

const answerTo = async (scene: Scene, agent: RealAgent, tool: string, input: object, more?: object) =>
  readAnswer(agent, await ask(scene, agent, tool, input, more))

describe('what no rule of the user names is left to the agent, whatever mode the user chose', () => {
  test.each([
    ['claude-code', 'Bash', { command: 'touch x' }],
    ['claude-code', 'Bash', { command: 'make install' }],
    ['claude-code', 'Bash', { command: 'cksum a.txt' }],
    ['claude-code', 'Bash', { command: 'true' }],
    ['claude-code', 'Monitor', { command: 'touch x', description: 'x', timeout_ms: 1 }],
    ['claude-code', 'Read', { file_path: '/etc/passwd' }],
    ['claude-code', 'Write', { file_path: '$W/x', content: '' }],
    ['claude-code', 'MultiEdit', { file_path: '$W/x', edits: [] }],
    ['claude-code', 'Grep', { pattern: 'x', path: '/etc' }],
    ['claude-code', 'WebFetch', { url: 'https://example.com/', prompt: 'x' }],
    ['claude-code', 'WebSearch', { query: 'x' }],
    ['claude-code', 'TodoWrite', { todos: [] }],
    ['claude-code', 'Agent', { prompt: 'x' }],
    ['claude-code', 'Task', { prompt: 'x' }],
    ['claude-code', 'BashOutput', { bash_id: '1' }],
    ['claude-code', 'mcp__github__create_issue', { title: 'x' }],
    ['claude-code', 'ExitPlanMode', { plan: 'x' }],
    ['codex', 'Bash', { command: 'touch x' }],
    ['codex', 'apply_patch', { command: '*** Begin Patch\n*** Add File: x\n+x\n*** End Patch' }],
    ['codex', 'mcp__github__create_issue', {}],
    ['gemini', 'run_shell_command', { command: 'touch x' }],
    ['gemini', 'write_file', { file_path: 'x', content: 'x' }],
    ['gemini', 'activate_skill', { name: 'x' }],
    ['gemini', 'google_web_search', { query: 'x' }],
  ] as const)('%s %s %j', async (agent, tool, input) => {
    expect(await answerTo(openPlace(LAX), agent, tool, input)).toMatch(/^(?:none|ask)$/)
  })
})

describe('a rule of the user allows what it covers, and no more', () => {
  test.each([
    ['Bash', { command: 'touch made' }, 'allow'],
    ['Bash', { command: 'touch made', description: 'x', timeout: 5, run_in_background: true }, 'allow'],
    ['Bash', { command: 'touch made', dangerouslyDisableSandbox: true }, 'none'],
    ['Bash', { command: 'touch made', invented: 'x' }, 'none'],
    ['Bash', { command: 'git log | head -5' }, 'allow'],
    ['Bash', { command: 'head -5' }, 'none'],
    ['Bash', { command: 'cd src && touch made' }, 'allow'],
    ['Bash', { command: 'touch made > out' }, 'none'],
    ['Bash', { command: 'cat < a.txt' }, 'none'],
    ['Bash', { command: 'touch made; cksum a.txt' }, 'ask'],
    ['Monitor', { command: 'touch made', description: 'x', timeout_ms: 1 }, 'allow'],
    ['Write', { file_path: '$W/src/x', content: 'x' }, 'allow'],
    ['Write', { file_path: '$W/src/../x', content: 'x' }, 'none'],
    ['Write', { file_path: '$W/src/up/x', content: 'x' }, 'none'],
    ['Write', { file_path: '$W/src/.git/hooks/x', content: 'x' }, 'ask'],
    ['Write', { file_path: '$W/src/x', content: 'x', file_paths: ['/etc/x'] }, 'none'],
    ['Edit', { file_path: '$W/src/x', old_string: 'x', new_string: 'y' }, 'allow'],
    ['Read', { file_path: '/etc/hostname' }, 'allow'],
    ['Read', { file_path: '$W/a.txt' }, 'none'],
    ['Glob', { pattern: '*', path: '$W/src' }, 'none'],
  ] as const)('%s %j: %s', async (tool, input, expected) => {
    expect(await answerTo(openPlace(RULES), 'claude-code', tool, input)).toBe(expected)
  })

  test('not while a plan is made', async () => {
    const plan = { permission_mode: 'plan' }
    const input = { command: 'touch made' }
    expect(await answerTo(openPlace(RULES), 'claude-code', 'Bash', input, plan)).toBe('none')
  })

  test('not a rule of the repository, until the user trusts it', async () => {
    const scene = openPlace({})
    mkdirSync(join(scene.workspace, '.poundlock'))
    writeFileSync(join(scene.workspace, '.poundlock/poundlock.json'), JSON.stringify(RULES))
    const asked = () => answerTo(scene, 'claude-code', 'Write', { file_path: '$W/src/x', content: 'x' })
    expect(await asked()).toBe('none')
    expect((await scene.run(['policy', 'trust'])).code).toBe(0)
    expect(await asked()).toBe('allow')
  })

  test('Codex and Gemini CLI hear the same, as far as they listen', async () => {
    const scene = openPlace(RULES)
    expect(await answerTo(scene, 'codex', 'Bash', { command: 'touch made' })).toBe('none')
    expect(await answerTo(scene, 'gemini', 'run_shell_command', { command: 'touch made' })).toBe('allow')
    expect(await answerTo(scene, 'gemini', 'run_shell_command', { command: 'touch made > x' })).toBe('none')
  })
})

test('in a mode that is not known to show questions, a question is a refusal', async () => {
  const input = { command: 'touch x' }
  const modes = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions', 'auto', 'a mode of tomorrow']
  const answers = modes.map((mode) =>
    answerTo(openPlace(RULES), 'claude-code', 'Bash', input, { permission_mode: mode }),
  )
  expect(await Promise.all(answers)).toEqual(['ask', 'ask', 'ask', 'deny', 'deny', 'deny', 'deny'])
})

test('what is left to the agent is written down as handed on', async () => {
  const scene = openPlace(RULES)
  await ask(scene, 'claude-code', 'Write', { file_path: '$W/x', content: 'x' })
  const [{ data }] = (await scene.run(['audit', 'tail', '--json'])).lines()
  expect(data).toMatchObject({ decision: 'allow', outcome: 'handed-on', approval: { kind: 'hook', answer: 'unknown' } })
})

describe('a skill of Claude Code is judged by what it would run', () => {
  const skill = (head: string, body = 'Words.') => `---\n${head}\n---\n${body}\n`
  const tools = (list: string) => skill(`description: x\nallowed-tools: ${list}`)

  test.each([
    ['words', skill('name: s\ndescription: Words, and: more'), 'none', ''],
    ['no head at all', 'Words.', 'none', ''],
    ['what only looks', skill('description: x', '!`ls` and !`git log`'), 'none', ''],
    ['what a rule allows', skill('description: x', '!`touch made`'), 'none', ''],
    ['tools that only read', tools('Read, Grep'), 'none', ''],
    ['a command', skill('description: x', '!`git push`'), 'ask', 'git push'],
    ['a command in the middle', skill('description: x', 'Words !`git push` words'), 'ask', 'git push'],
    ['a block of commands', skill('description: x', '```!\ngit push\n```'), 'ask', 'git push'],
    ['a command without a head', '!`git push`', 'ask', 'git push'],
    ['a command that is denied', skill('description: x', '!`rm a.txt`'), 'deny', 'rm a.txt'],
    ['one of two that is denied', skill('description: x', '!`ls`\n!`git push`\n!`rm a`'), 'deny', 'rm a'],
    ['words of the call in a command', skill('description: x', "!`cat '$ARGUMENTS'`"), 'ask', '$ARGUMENTS'],
    ['tools that it lends', tools('Bash(git push:*), WebFetch'), 'ask', 'Bash(git push:*), WebFetch'],
    ['tools in a list', skill('allowed-tools:\n  - Bash\n  - Read'), 'ask', 'asking: Bash'],
    ['tools in brackets', tools('["Write"]'), 'ask', 'asking: Write'],
    ['hooks of its own', skill('hooks:\n  PreToolUse:\n    - hooks: []'), 'ask', 'hooks'],
    ['a subagent', skill('context: fork'), 'ask', 'context'],
    ['a key in quotes', skill('"allowed-tools": Bash'), 'ask', 'allowed-tools'],
    ['a map in one line', skill('{allowed-tools: Bash}'), 'ask', 'allowed-tools'],
    ['a key twice', skill('description: x\ndescription: y'), 'ask', 'twice'],
    ['an unknown key', skill('preload: ./x.sh'), 'ask', 'preload'],
    ['a merge', skill('<<: *x'), 'ask', '<<'],
  ] as const)('%s', async (_, text, expected, told) => {
    const scene = openPlace({ tools: { exec: { allow: ['touch made'], deny: ['rm'] } } })
    const file = join(scene.workspace, '.claude/skills/s/SKILL.md')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    const ran = await ask(scene, 'claude-code', 'Skill', { skill: 's' })
    expect(readAnswer('claude-code', ran)).toBe(expected)
    expect(ran.stdout).toContain(JSON.stringify(told).slice(1, -1))
  })

  test.each([
    ['by the name that it gives itself', '.claude/skills/other/SKILL.md', { skill: 'pusher' }],
    ['with blanks and a slash', '.claude/skills/x/SKILL.md', { skill: ' /pusher ' }],
    ['in a folder above', '../.claude/skills/pusher/SKILL.md', { skill: 'pusher' }],
    ['as a file of commands', '.claude/commands/pusher.md', { skill: 'pusher' }],
    ['as a file of commands in a folder', '.claude/commands/a/b.md', { skill: 'a:b' }],
    ['by the key of older releases', '.claude/skills/x/SKILL.md', { command: 'pusher' }],
  ] as const)('found %s', async (_, path, input) => {
    const scene = openPlace({ tools: { exec: { deny: ['rm'] } } })
    const file = join(scene.workspace, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, skill('name: pusher', '!`rm x`'))
    expect(await answerTo(scene, 'claude-code', 'Skill', input)).toBe('deny')
  })

  test('asked about where it is not found, and denied where two are named', async () => {
    const scene = openPlace({ mode: 'allow' })
    expect(await answerTo(scene, 'claude-code', 'Skill', { skill: 'nowhere' })).toBe('ask')
    expect(await answerTo(scene, 'claude-code', 'Skill', { skill: 'a', command: 'b' })).toBe('deny')
    expect(await answerTo(scene, 'claude-code', 'Skill', {})).toBe('deny')
  })

  test('of several that the name may mean, the strictest counts', async () => {
    const scene = openPlace({ tools: { exec: { deny: ['rm'] } } })
    for (const [path, body] of [
      ['.claude/skills/s/SKILL.md', 'Words.'],
      ['.claude/commands/s.md', '!`rm x`'],
    ] as const) {
      mkdirSync(dirname(join(scene.workspace, path)), { recursive: true })
      writeFileSync(join(scene.workspace, path), skill('description: x', body))
    }
    expect(await answerTo(scene, 'claude-code', 'Skill', { skill: 's' })).toBe('deny')
  })
})
