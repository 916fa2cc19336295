import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AGENT_FORMATS } from '../../src/hook/agent-format.ts'
import { openScene, type Scene } from '../poundlock.ts'
import { readAnswer } from './read-answer.ts'

interface Question {
  readonly agent: 'claude-code' | 'codex' | 'gemini'
  readonly expect: 'allow' | 'none' | 'ask' | 'deny'
  readonly payload: { readonly tool_name: string; readonly tool_input: object }
}

const questions = JSON.parse(
  readFileSync(new URL('../fixtures/hooks/questions.json', import.meta.url), 'utf8'),
) as readonly Question[]

interface Shape {
  /** The release or commit that the names were read from. */
  readonly source: string
  readonly required: readonly string[]
  readonly optional: readonly string[]
  readonly tools: Readonly<
    Record<
      string,
      { readonly runs?: readonly string[]; readonly touches?: readonly string[]; readonly other: string[] }
    >
  >
}

const shapes = JSON.parse(readFileSync(new URL('../fixtures/hooks/shapes.json', import.meta.url), 'utf8')) as Readonly<
  Record<Question['agent'], Shape>
>

function openRules(): Scene {
  const scene = openScene()
  mkdirSync(join(scene.workspace, '.git'))
  scene.configure({
    tools: {
      exec: { host: 'gateway', security: 'allowlist', proven: 'off', allow: ['git log', 'git status'], deny: ['rm'] },
    },
  })
  return scene
}

const ask = (scene: Scene, agent: string, input: string) => scene.run(['hook', agent], { input })

describe.each(['claude-code', 'codex', 'gemini'] as const)('the hook of %s', (agent) => {
  test('answers questions by the policy', async () => {
    const scene = openRules()
    for (const { payload, expect: wanted } of questions.filter((one) => one.agent === agent)) {
      const ran = await ask(scene, agent, JSON.stringify(payload).replaceAll('$CWD', scene.workspace))
      expect(readAnswer(agent, ran), `${payload.tool_name} ${JSON.stringify(payload.tool_input)}`).toBe(wanted)
    }
  })

  test('is asked as the published sources of the agent say', () => {
    const { source, required, optional, tools } = shapes[agent]
    expect(source).toMatch(/\d/)
    for (const { payload } of questions.filter((one) => one.agent === agent)) {
      const keys = Object.keys(payload)
      expect(required.filter((key) => !keys.includes(key))).toEqual([])
      expect(keys.filter((key) => ![...required, ...optional].includes(key))).toEqual([])
    }
    for (const [tool, { runs = [], touches = [] }] of Object.entries(tools)) {
      const mapped = AGENT_FORMATS[agent].tools[tool]
      expect(mapped, `${tool} of ${source}`).toBeDefined()
      // What a tool runs or touches must reach the decision.
      for (const key of [...runs, ...touches]) expect(Object.keys(mapped!.keys), `${tool} of ${source}`).toContain(key)
    }
  })

  test('writes down what it decided, and nothing for what is no question', async () => {
    const scene = openRules()
    await ask(scene, agent, '{')
    const own = questions.filter((one) => one.agent === agent)
    for (const { payload } of own) await ask(scene, agent, JSON.stringify(payload).replaceAll('$CWD', scene.workspace))
    const { stdout } = await scene.run(['audit', 'tail', '--json', '--lines', '100'])
    const records = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(records.map(({ type }) => type)).toEqual(own.map(() => 'decision'))
    for (const [index, { expect: wanted, payload }] of own.entries()) {
      const { data } = records[index]
      expect(data).toMatchObject({ surface: 'hook', agent, cwd: expect.stringContaining('/') })
      expect(data.outcome).toBe({ allow: 'allowed', none: 'handed-on', ask: 'handed-on', deny: 'denied' }[wanted])
      expect(data.reasons.length).toBeGreaterThan(0)
      const { command } = payload.tool_input as { command?: string }
      if (data.tool === 'exec' && command !== undefined) expect(data.command).toBe(command)
    }
    expect((await scene.run(['audit', 'verify'])).code).toBe(0)
  })

  test('is decided by what holds for the provider of its models, then and again', async () => {
    const scene = openRules()
    const allowed = questions.find((one) => one.agent === agent && ['allow', 'none'].includes(one.expect))!
    const question = JSON.stringify(allowed.payload).replaceAll('$CWD', scene.workspace)
    const provider = { 'claude-code': 'claude', codex: 'openai', gemini: 'google' }[agent]
    const rules = (name: string) => ({
      mode: 'allow',
      tools: { byProvider: { [name]: { deny: ['exec'] } }, exec: { host: 'gateway', security: 'full' } },
    })
    scene.configure(rules('mistral'))
    expect(readAnswer(agent, await ask(scene, agent, question))).toBe('none')
    scene.configure(rules(provider))
    expect(readAnswer(agent, await ask(scene, agent, question))).toBe('deny')
    const replayed = (await scene.run(['policy', 'replay', '--json'])).json()
    expect(replayed).toMatchObject({ total: 2, newlyDenied: [{ before: 'allow' }] })
    const linted = (await scene.run(['policy', 'lint', '--history', '--json'])).json()
    expect(JSON.stringify(linted)).not.toContain('byProvider')
    scene.configure(rules('mistral'))
    const { stdout } = await scene.run(['policy', 'lint', '--history'])
    expect(stdout).toContain('tools.byProvider["mistral"] covers none of the 2 calls')
  })

  test('blocks when it cannot write down what it decided', async () => {
    const scene = openRules()
    const allowed = questions.find((one) => one.agent === agent && ['allow', 'none'].includes(one.expect))!
    writeFileSync(join(scene.state, 'audit'), 'no folder')
    const ran = await ask(scene, agent, JSON.stringify(allowed.payload).replaceAll('$CWD', scene.workspace))
    expect(ran.code).toBe(2)
    expect(ran.stdout).toBe('')
    expect(ran.stderr).toMatch(/^poundlock: /)
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no object', '[]'],
    ['another event', '{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{},"cwd":"/"}'],
    ['no tool', '{"hook_event_name":"PreToolUse","tool_input":{},"cwd":"/"}'],
    ['no input', '{"hook_event_name":"BeforeTool","tool_name":"x","cwd":"/"}'],
  ])('blocks on %s', async (_, input) => {
    const ran = await ask(openRules(), agent, input)
    expect(ran.code).toBe(2)
    expect(ran.stdout).toBe('')
    expect(ran.stderr).toMatch(/^poundlock: /)
  })

  test('blocks when the policy is broken', async () => {
    const scene = openRules()
    scene.configure('{ "mode": "yolo" }')
    const [{ payload } = questions[0]!] = questions.filter((one) => one.agent === agent)
    const ran = await ask(scene, agent, JSON.stringify(payload).replaceAll('$CWD', scene.workspace))
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('poundlock.json:1:3')
  })

  test('is named in settings only when asked, and everything else of them stays', async () => {
    const scene = openRules()
    const settings = join(scene.root, 'settings.json')
    const before = '{\n  // mine\n  "theme":   "dark",\n  "hooks": { "Stop": [] }\n}\n'
    writeFileSync(settings, before)
    const change = (action: string) => scene.run(['hook', agent, action, '--settings', settings])
    expect((await scene.run(['hook', agent, '--print'])).stdout).toContain('poundlock')
    expect(readFileSync(settings, 'utf8')).toBe(before)
    expect((await change('--install')).code).toBe(0)
    const installed = readFileSync(settings, 'utf8')
    expect(installed).toContain('// mine\n  "theme":   "dark"')
    expect(installed).toContain(`hook ${agent}`)
    expect(readFileSync(`${settings}.before-poundlock`, 'utf8')).toBe(before)
    expect((await change('--install')).stdout).toContain('nothing to do')
    expect(readFileSync(settings, 'utf8')).toBe(installed)
    expect((await change('--uninstall')).code).toBe(0)
    expect(readFileSync(settings, 'utf8')).not.toContain('poundlock')
    expect(readFileSync(settings, 'utf8')).toContain('// mine\n  "theme":   "dark"')
  })

  test('says what would allow a call, as far as the agent can do it', async () => {
    const scene = openRules()
    const { payload } = questions.find((one) => one.agent === agent && 'command' in one.payload.tool_input)!
    const question = { ...payload, tool_input: { command: 'make all' } }
    const { stdout } = await ask(scene, agent, JSON.stringify(question).replaceAll('$CWD', scene.workspace))
    expect(stdout).toContain('add \\"make all\\" to tools.exec.allow')
    expect(stdout).not.toContain('--host')
  })

  test('needs a file for its settings', async () => {
    const scene = openRules()
    const ran = await scene.run(['hook', agent, '--install', '--settings', scene.root])
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('is not a regular file')
  })

  test('leaves settings alone that it cannot read', async () => {
    const scene = openRules()
    const settings = join(scene.root, 'settings.json')
    writeFileSync(settings, '{ "hooks": [')
    expect((await scene.run(['hook', agent, '--install', '--settings', settings])).code).toBe(2)
    expect(readFileSync(settings, 'utf8')).toBe('{ "hooks": [')
  })
})

describe('input in a shape that leaves a doubt', () => {
  // Of two keys for one thing the last was judged, and the agent took the other.
  test.each([
    ['gemini', 'read_file', { file_path: '/etc/shadow', absolute_path: 'a.txt' }, 'two different things'],
    ['gemini', 'run_shell_command', { command: 'git log', directory: '.', dir_path: '/etc' }, 'two different things'],
    ['codex', 'apply_patch', { command: 'x', patch: 'y' }, 'two different things'],
    ['claude-code', 'Grep', { pattern: 'x', path: ['/etc'] }, 'is not text'],
    ['claude-code', 'Bash', { command: ['git', 'log'] }, 'is not text'],
    ['claude-code', 'Monitor', { ws: { url: 'ws://203.0.113.7/' } }, 'names no command'],
    ['codex', 'view_image', {}, 'names no path'],
  ] as const)('%s %s %j is denied', async (agent, tool, input, told) => {
    const scene = openRules()
    scene.configure({ mode: 'allow', tools: { exec: { host: 'gateway', security: 'full' }, fs: { readScope: 'all' } } })
    const { payload } = questions.find((one) => one.agent === agent)!
    const question = JSON.stringify({ ...payload, tool_name: tool, tool_input: input })
    const ran = await ask(scene, agent, question.replaceAll('$CWD', scene.workspace))
    expect(readAnswer(agent, ran)).toBe('deny')
    expect(ran.stdout).toContain(told)
  })
})

test.each(['ls', 'touch made', 'git log && touch made', 'touch made; git status'])(
  'what no rule covers but is proven harmless is left to the agent to ask about: %s',
  async (command) => {
    const scene = openRules()
    const exec = { host: 'gateway', security: 'allowlist', proven: 'write', allow: ['git log', 'git status'] }
    scene.configure({ tools: { exec } })
    const { payload } = questions.find(
      (one) => one.agent === 'claude-code' && one.payload.tool_name === 'Bash' && one.expect === 'allow',
    )!
    const question = JSON.stringify({ ...payload, tool_input: { command } }).replaceAll('$CWD', scene.workspace)
    expect(readAnswer('claude-code', await ask(scene, 'claude-code', question))).toBe('none')
  },
)

describe('what would take longer to judge than the agent waits', () => {
  test('a patch of very many files is refused at once', async () => {
    const scene = openRules()
    const patch = (parts: number) => `*** Begin Patch\n${'*** Add File: a.txt\n+x\n'.repeat(parts)}*** End Patch`
    const { payload } = questions.find(
      ({ agent, payload: { tool_name } }) => agent === 'codex' && tool_name === 'apply_patch',
    )!
    const send = async (parts: number) => {
      const question = { ...payload, tool_input: { command: patch(parts) } }
      return ask(scene, 'codex', JSON.stringify(question).replaceAll('$CWD', scene.workspace))
    }
    expect(readAnswer('codex', await send(20))).toBe('none')
    const ran = await send(300_000)
    expect(readAnswer('codex', ran)).toBe('deny')
    expect(ran.stdout).toContain('more than 1000 parts')
  })

  test('a question of very many bytes blocks', async () => {
    const { payload } = questions.find(({ agent }) => agent === 'claude-code')!
    const ran = await ask(
      openRules(),
      'claude-code',
      JSON.stringify({ ...payload, more: 'x'.repeat(33 * 1024 * 1024) }),
    )
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('longer than 32 MiB')
  })
})

describe('tools of MCP servers that Gemini CLI names by one joined name', () => {
  const payloadOf = (tool: string, context?: object) =>
    JSON.stringify({
      ...questions.find((one) => one.agent === 'gemini')!.payload,
      tool_name: tool,
      tool_input: {},
      ...(context && { mcp_context: context }),
    })

  // `mcp_` and the rest was taken for the name: a rule for the server did not see its tools.
  test.each([
    ['mcp_github_create_issue', { server_name: 'github', tool_name: 'create_issue' }, 'deny'],
    ['mcp_github_create_issue', undefined, 'deny'],
    ['mcp_other_x', { server_name: 'other', tool_name: 'x' }, 'none'],
    ['mcp_other_x', { server_name: 'oth__er', tool_name: 'x' }, 'deny'],
    ['mcp_other_x', { server_name: 'other_', tool_name: 'x' }, 'deny'],
    ['mcp_other_x', { server_name: 'other' }, 'deny'],
    ['mcp_other_x', 'other', 'deny'],
  ] as const)('%s of %j: %s', async (tool, context, expected) => {
    const scene = openRules()
    scene.configure({ mode: 'allow', tools: { deny: ['mcp__github__*'] } })
    const ran = await ask(scene, 'gemini', payloadOf(tool, context as object).replaceAll('$CWD', scene.workspace))
    expect(readAnswer('gemini', ran)).toBe(expected)
  })
})

test.each([
  ['mcp__shell__run', { command: 'rm a.txt' }, 'deny'],
  ['mcp__shell__run', { steps: [{ cmd: ['rm', 'a.txt'] }] }, 'deny'],
  ['mcp__files__open', { document: '~/.poundlock/poundlock.json' }, 'deny'],
  ['mcp__files__open', { document: '/etc/shadow' }, 'ask'],
  ['mcp__web__get', { endpoint: 'http://127.0.0.1:6379/' }, 'ask'],
  ['mcp__shell__run', { command: 'ls' }, 'none'],
] as const)('rules reach the inputs of %s %j: %s', async (tool, input, expected) => {
  const scene = openRules()
  scene.configure({ mode: 'allow', tools: { exec: { host: 'gateway', security: 'full', deny: ['rm'] } } })
  const { payload } = questions.find((one) => one.agent === 'claude-code')!
  const question = JSON.stringify({ ...payload, tool_name: tool, tool_input: input })
  const ran = await ask(scene, 'claude-code', question.replaceAll('$CWD', scene.workspace))
  expect(readAnswer('claude-code', ran)).toBe(expected)
})

test('what the hooks wrote down is decided again, and what cannot be is said', async () => {
  const scene = openRules()
  const send = (tool: string, input: object) => {
    const { payload } = questions.find((one) => one.agent === 'claude-code')!
    return ask(
      scene,
      'claude-code',
      JSON.stringify({ ...payload, tool_name: tool, tool_input: input }).replaceAll('$CWD', scene.workspace),
    )
  }
  await send('Read', { file_path: '/etc/hosts' })
  await send('Bash', { command: 'git log' })
  await send('Bash', { command: 'make all' })
  await send('mcp__a__b', { x: 1 })
  await send('SomethingNew', {})
  const config = join(scene.root, 'next.json')
  writeFileSync(
    config,
    JSON.stringify({
      mode: 'danger-full-access',
      tools: {
        deny: ['mcp__a__*'],
        fs: { readScope: 'all' },
        exec: { host: 'gateway', security: 'allowlist', proven: 'off', allow: ['git log'], deny: ['make'] },
      },
    }),
  )
  const { stdout } = await scene.run(['policy', 'replay', '--config', config, '--json'])
  const replay = JSON.parse(stdout)
  expect(replay).toMatchObject({ total: 4, promptsBefore: 3, promptsAfter: 0 })
  expect(replay.newlyAllowed).toEqual([{ command: 'read_file /etc/hosts', before: 'ask' }])
  expect(replay.newlyDenied.map(({ command }: { command: string }) => command)).toEqual(['make all', 'mcp__a__b'])
  expect(replay.left).toEqual([{ reason: 'is of a tool that is not known here', count: 1 }])
  const told = await scene.run(['policy', 'replay', '--config', config])
  expect(told.stdout).toContain('not decided again: 1, each of which is of a tool that is not known here')
})
