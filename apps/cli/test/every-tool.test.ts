import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openScene } from './poundlock.ts'

function toolScene() {
  const scene = openScene()
  onTestFinished(async () => {
    for (const { id, phase } of (await scene.run(['jobs', 'list', '--json'])).json().jobs) {
      if (phase === 'running') await scene.run(['jobs', 'end', id])
    }
  })
  writeFileSync(join(scene.workspace, 'a.txt'), 'one\ntwo\n')
  mkdirSync(join(scene.state, 'skills/greet'), { recursive: true, mode: 0o755 })
  writeFileSync(
    join(scene.state, 'skills/greet/SKILL.md'),
    '---\nname: greet\ndescription: Says hello\n---\nSay hello.\n',
    { mode: 0o644 },
  )
  const call = async (name: string, input: unknown) => {
    const ran = await scene.run(['tools', 'call', name, JSON.stringify(input), '--json'])
    return { code: ran.code, ...ran.json() }
  }
  return { ...scene, call }
}

/** A good call of each tool that there is, and what it says. */
const GOOD: Readonly<Record<string, readonly [input: object, output: object]>> = {
  exec: [{ command: 'echo hi' }, { run: { stdout: 'hi\n' } }],
  REPL: [{ language: 'bash', code: 'echo hi' }, { run: { stdout: 'hi\n' } }],
  read_file: [{ path: 'a.txt' }, { output: {} }],
  write_file: [{ path: 'b.txt', content: 'b' }, { output: {} }],
  edit_file: [{ path: 'a.txt', old_string: 'one', new_string: '1' }, { output: {} }],
  process: [{ action: 'list' }, { output: { structured: { jobs: [] } } }],
  Sleep: [{ duration_ms: 1 }, { output: { structured: { stopped: false } } }],
  TodoWrite: [
    { todos: [{ content: 'Run', activeForm: 'Running', status: 'in_progress' }] },
    { output: { content: [{ text: '[~] Running' }] } },
  ],
  Skill: [{ skill: 'greet', args: 'Ada' }, { output: { content: [{ text: 'Say hello.\n\nArguments: Ada' }] } }],
  ToolSearch: [{ query: 'select:Sleep' }, { output: { structured: { tools: [{ name: 'Sleep' }] } } }],
  Config: [
    { setting: 'tools.exec.timeout' },
    { output: { structured: { settings: [{ value: 1800, origin: 'default' }] } } },
  ],
  StructuredOutput: [{ output: { a: [1] } }, { output: { structured: { output: { a: [1] } } } }],
  SendUserMessage: [{ message: 'half way' }, { output: { structured: { message: 'half way' } } }],
}

/** What cannot be shown without a network says why. */
const REFUSED: Readonly<Record<string, readonly [input: object, code: string]>> = {
  WebSearch: [{ query: 'locks' }, 'WEB_SEARCH'],
}

/** Those that have a file of tests of their own. */
const ELSEWHERE = new Set(['glob_search', 'grep_search', 'apply_patch', 'NotebookEdit'])

test('every tool can be called, its schema is closed, and a wrong key is named', { timeout: 600_000 }, async () => {
  const { run, call } = toolScene()
  const { tools } = (await run(['tools', 'list', '--json'])).json()
  const names: string[] = tools.map(({ name }: { name: string }) => name)
  expect(names.filter((name) => !ELSEWHERE.has(name)).toSorted()).toEqual(
    [...Object.keys(GOOD), ...Object.keys(REFUSED), 'WebFetch'].toSorted(),
  )
  for (const name of names) {
    const wrong = await call(name, { ...GOOD[name]?.[0], nonsense: 1 })
    expect([name, wrong.code, wrong.status]).toEqual([name, 2, 'invalid'])
    expect([name, wrong.message]).toEqual([name, expect.stringContaining('nonsense')])
    expect([name, (await call(name, null)).status]).toEqual([name, 'invalid'])
  }
  for (const [name, [input, expected]] of Object.entries(GOOD)) {
    const output = await call(name, input)
    expect([name, output.code, output.status, output.message]).toMatchObject([name, 0, 'ran', expect.any(String)])
    expect(output).toMatchObject({ tool: name, ...expected })
  }
  for (const [name, [input, code]] of Object.entries(REFUSED)) {
    expect(await call(name, input)).toMatchObject({
      code: 1,
      status: 'ran',
      error: { code, remedy: expect.any(String) },
    })
  }
})

test('an address of this machine needs approval', async () => {
  const { call } = toolScene()
  expect(await call('WebFetch', { url: 'http://127.0.0.1/' })).toMatchObject({ code: 65, status: 'unapproved' })
})

test('tools are shown as a provider takes them, without what the policy keeps back', async () => {
  const scene = openScene()
  scene.configure({ tools: { deny: ['group:web'] } })
  for (const [provider, nameOf] of [
    ['anthropic', (tool: any) => tool.input_schema && tool.name],
    ['openai', (tool: any) => tool.function.parameters && tool.function.name],
    ['openai-responses', (tool: any) => tool.parameters && tool.name],
    ['gemini', (tool: any) => tool.parametersJsonSchema && tool.name],
    ['mistral', (tool: any) => tool.function.parameters && tool.function.name],
  ] as const) {
    const ran = await scene.run(['tools', 'list', '--provider', provider, '--strict', '--json'])
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    const names = ran.json().map(nameOf)
    expect(names).toEqual(expect.arrayContaining(['exec', 'read_file']))
    expect(names).not.toContain('WebFetch')
  }
  expect(await scene.run(['tools', 'list', '--provider', 'nobody'])).toMatchObject({ code: 2 })
})

test('a list of tasks is kept for its session alone, and outside of the workspace', async () => {
  const { run, call } = toolScene()
  const todos = [{ content: 'Run', activeForm: 'Running', status: 'pending' }]
  await call('TodoWrite', { todos })
  expect(await call('TodoWrite', { todos: [] })).toMatchObject({ output: { structured: { before: todos, after: [] } } })
  await call('TodoWrite', { todos })
  const other = await run([
    'tools',
    'call',
    'TodoWrite',
    JSON.stringify({ todos }),
    '--session',
    '../../other',
    '--json',
  ])
  expect(other.json()).toMatchObject({ output: { structured: { before: [] } } })
})
