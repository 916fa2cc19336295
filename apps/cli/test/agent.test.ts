import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { quote } from '@poundlock/shell'
import { resultsIn, serveModel } from '@poundlock/tooling/model-server'
import { needsProgram } from '@poundlock/tooling/programs'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { LAUNCHER, openScene } from './poundlock.ts'

/** A project whose test fails until `sum` adds. */
function failingProject() {
  const scene = openScene()
  writeFileSync(join(scene.workspace, 'sum.sh'), 'echo $(($1 - $2))\n')
  writeFileSync(
    join(scene.workspace, 'test.sh'),
    '[ "$(sh sum.sh 2 3)" = 5 ] && echo passed || { echo failed; exit 1; }\n',
  )
  writeFileSync(join(scene.workspace, 'AGENTS.md'), 'Run the tests with sh test.sh.\n')
  return scene
}

const FIX = [
  {
    text: 'I look first.',
    calls: [
      ['read_file', { path: 'sum.sh' }],
      ['exec', { command: 'sh test.sh' }],
    ],
  },
  { calls: [['edit_file', { path: 'sum.sh', old_string: '$1 - $2', new_string: '$1 + $2' }]] },
  { calls: [['exec', { command: 'sh test.sh' }]] },
  { text: 'It adds now.' },
] as const

test('a failing project is fixed: read, run, edit, run, in the sandbox and on record', async () => {
  const scene = failingProject()
  const { flags, requests } = await serveModel(FIX)
  const ran = await scene.run(['agent', 'run', ...flags, 'fix', 'the failing test'])
  expect(ran).toMatchObject({ code: 0, stdout: 'I look first.\nIt adds now.\n' })
  expect(ran.stderr).toMatch(/^exec \{"command":"sh test.sh"\}\n {2}allow/m)
  expect(readFileSync(join(scene.workspace, 'sum.sh'), 'utf8')).toBe('echo $(($1 + $2))\n')
  const [first, , third, last] = requests
  const system = first.messages[0].content as string
  expect(system).toContain('Run the tests with sh test.sh.')
  expect(system).toContain('Commands run in a sandbox')
  expect(system).toContain('No person can be asked here')
  const offered = first.tools.map((tool: any) => tool.function.name)
  for (const name of offered) expect(system).toContain(`- ${name}: `)
  expect(offered).toContain('Agent')
  expect(resultsIn(third)[1]).toContain('failed')
  expect(resultsIn(last).at(-1)).toContain('passed')
  const types = (await scene.run(['audit', 'tail', '--lines', '50', '--json'])).lines().map(({ type }) => type)
  expect(types.filter((type) => type === 'run-start')).toHaveLength(2)

  const { sessions } = (await scene.run(['agent', 'list', '--json'])).json()
  expect(sessions).toMatchObject([
    { title: 'fix the failing test', turns: 4, ended: 'answered', model: 'compatible:scripted' },
  ])
  expect((await scene.run(['agent', 'show', 'last'])).stdout).toContain('It adds now.')
  const entries = (await scene.run(['agent', 'show', sessions[0].id, '--json'])).lines()
  expect(entries.filter(({ type }) => type === 'result')).toHaveLength(4)
})

test('--json is one event a line, and a session goes on or is forked', async () => {
  const scene = openScene()
  const first = await serveModel([{ calls: [['exec', { command: 'echo hello' }]] }, { text: 'Said.' }])
  const events = (await scene.run(['agent', 'run', '--json', ...first.flags, 'say', 'hello'])).lines()
  expect(events.map(({ type }) => type)).toEqual([
    'session',
    'prompt-started',
    'turn-started',
    'usage',
    'tool-called',
    'tool-started',
    'tool-updated',
    'tool-ended',
    'turn-ended',
    'turn-started',
    'text-delta',
    'usage',
    'turn-ended',
    'prompt-ended',
  ])
  const { id } = events[0]
  const second = await serveModel([{ text: 'Again.' }, { text: 'Forked.' }])
  expect(await scene.run(['agent', 'resume', id, ...second.flags, 'and', 'again'])).toMatchObject({
    code: 0,
    stdout: 'Again.\n',
  })
  const { messages } = second.requests[0]
  expect(messages.map(({ role }: any) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])
  const chat = await scene.run(['agent', 'chat', 'last', '--fork', ...second.flags], { input: 'one\n\ntwo\n' })
  expect(chat).toMatchObject({ code: 0, stdout: 'Forked.\nDone.\n' })
  expect((await scene.run(['agent', 'list', '--json'])).json().sessions).toHaveLength(2)
})

test('what the policy refuses does not run, and a tool that is denied is not offered', async () => {
  const scene = openScene()
  scene.configure({ tools: { deny: ['write_file', 'Agent'] } })
  const { flags, requests } = await serveModel([
    {
      calls: [
        ['write_file', { path: 'a', content: 'x' }],
        ['exec', { command: 'touch /etc/poundlock-agent' }],
        ['nothing', {}],
      ],
    },
  ])
  expect(await scene.run(['agent', 'run', ...flags, 'go'])).toMatchObject({ code: 0 })
  expect(requests[0].tools.map((tool: any) => tool.function.name)).not.toContain('write_file')
  expect(requests[0].tools.map((tool: any) => tool.function.name)).not.toContain('Agent')
  const [denied, , unknown] = resultsIn(requests[1])
  expect(denied).toMatch(/^Error: denied/)
  expect(unknown).toMatch(/^Error: /)
  expect(existsSync(join(scene.workspace, 'a'))).toBe(false)
  expect(existsSync('/etc/poundlock-agent')).toBe(false)
})

test('an interrupt ends the command that runs, and the session goes on', async () => {
  const scene = openScene()
  const { flags } = await serveModel([{ calls: [['exec', { command: 'echo begun; sleep 1000' }]] }, { text: 'Well.' }])
  const child = spawn(process.execPath, [LAUNCHER, 'agent', 'run', '--json', ...flags, 'wait'], {
    cwd: scene.workspace,
    env: { ...process.env, POUNDLOCK_HOME: scene.state, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  let interrupted = false
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
    if (interrupted || !printed.includes('begun\\n')) return
    interrupted = true
    child.kill('SIGINT')
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(code).toBe(130)
  expect(printed).toContain('"reason":"aborted"')
  expect(await scene.run(['agent', 'resume', 'last', ...flags])).toMatchObject({ code: 0, stdout: 'Well.\n' })
})

test('an agent works for another one in a session of its own, and gives no tasks itself', async () => {
  const scene = openScene()
  const { flags, requests } = await serveModel([
    { calls: [['Agent', { description: 'count files', prompt: 'Count the files.' }]] },
    {
      calls: [
        ['exec', { command: 'ls | wc -l' }],
        ['Agent', { description: 'again', prompt: 'Again.' }],
      ],
    },
    { text: 'There are 0.' },
    { text: 'It says 0.' },
  ])
  const ran = await scene.run(['agent', 'run', ...flags, 'how many files?'])
  expect(ran).toMatchObject({ code: 0, stdout: 'It says 0.\n' })
  const [parent, child, answered, last] = requests
  expect(parent.tools.map((tool: any) => tool.function.name)).toContain('Agent')
  expect(child.tools.map((tool: any) => tool.function.name)).not.toContain('Agent')
  expect(child.messages.at(-1).content).toBe('Count the files.')
  expect(resultsIn(answered)[1]).toMatch(/^Error: denied/)
  expect(resultsIn(last)).toEqual(['There are 0.'])
  const { sessions } = (await scene.run(['agent', 'list', '--json'])).json()
  expect(sessions.map(({ parent: id }: any) => id !== undefined).toSorted()).toEqual([false, true])
  const calls = (await scene.run(['audit', 'tail', '--lines', '50', '--json'])).lines()
  const decided = calls.filter(({ type, data }) => type === 'decision' && data.tool === 'exec')
  // Its session names those before it.
  expect(decided[0].data.session.split('>')).toHaveLength(2)
})

test('mistakes are said before anything is opened', async () => {
  const scene = openScene()
  for (const [args, words] of [
    [['agent', 'run', 'x'], 'no model is named'],
    [['agent', 'run', '--model', 'unknown:m', 'x'], 'name one of anthropic'],
    [['agent', 'run', '--model', 'compatible:m', 'x'], 'Give its base URL'],
    [['agent', 'run', '--model', 'compatible:m', '--base-url', 'localhost:1', 'x'], 'Begin it with http://'],
    [['agent', 'run', '--model', 'google:m', 'x'], 'Set it: export GOOGLE_GENERATIVE_AI_API_KEY='],
    [['agent', 'run', '--model', 'compatible:m', '--max-turns', 'no', 'x'], '--max-turns no'],
    [['agent', 'run', '--model', 'compatible:m', '--max-cost', '1', 'x'], '--price'],
    [['agent', 'resume', 'last'], 'there is no session'],
    [['agent', 'show', '../x'], 'there is no session'],
  ] as const) {
    const { code, stderr } = await scene.run(args)
    expect(stderr).toContain(words)
    expect(code, args.join(' ')).toBe(2)
  }
  expect(existsSync(join(scene.state, 'agent-sessions'))).toBe(false)
})

test('a call waits for an answer from another terminal, and its events say so', async () => {
  const scene = openScene()
  scene.configure({ mode: 'prompt' })
  const watch = execa(process.execPath, [LAUNCHER, 'approvals', 'watch', '--json'], {
    cwd: scene.workspace,
    env: { POUNDLOCK_HOME: scene.state },
    stdin: 'ignore',
    reject: false,
  })
  onTestFinished(() => void watch.kill('SIGKILL'))
  const lines = createInterface({ input: watch.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<any> => JSON.parse(((await lines.next()) as { value: string }).value)
  await next()
  const { flags, requests } = await serveModel([
    {
      calls: [
        ['write_file', { path: 'a', content: 'x' }],
        ['write_file', { path: 'b', content: 'y' }],
      ],
    },
  ])
  const running = scene.run(['agent', 'run', '--json', '--no-agents-md', ...flags, 'write'])
  for (const answer of ['allow-once', 'deny']) {
    const { event, request } = await next()
    expect(event).toBe('waiting')
    await scene.run(['approvals', 'resolve', request.id, answer])
    expect(await next()).toMatchObject({ event: 'settled', id: request.id })
  }
  const events = (await running).lines()
  expect(events.filter(({ type }) => type === 'asked')).toMatchObject([{ agents: ['main'] }, { agents: ['main'] }])
  expect(events.filter(({ type }) => type === 'answered')).toMatchObject([{ answer: 'allow-once' }, { answer: 'deny' }])
  expect(events.filter(({ type }) => type === 'tool-ended')).toMatchObject([
    { status: 'ran' },
    { status: 'unapproved' },
  ])
  expect(requests[0].messages[0].content).toContain('waits for a person')
  expect([existsSync(join(scene.workspace, 'a')), existsSync(join(scene.workspace, 'b'))]).toEqual([true, false])
})

test('chat at a terminal: the change is shown before the question, and an interrupt ends the work, not the chat', async () => {
  needsProgram('script')
  const scene = openScene()
  scene.configure({ mode: 'prompt' })
  writeFileSync(join(scene.workspace, 'a'), 'one\n')
  const { flags } = await serveModel([
    { calls: [['edit_file', { path: 'a', old_string: 'one', new_string: 'two' }]] },
    { text: 'Edited.' },
    { text: 'Wait', hangs: true },
    { text: 'Still here.' },
  ])
  const line = quote([process.execPath, LAUNCHER, 'agent', 'chat', '--no-agents-md', ...flags])
  // Without exec, a shell waits for it that ends by the interrupt as well.
  const terminal = execa('script', ['-qec', `exec ${line}`, '/dev/null'], {
    cwd: scene.workspace,
    env: { POUNDLOCK_HOME: scene.state, NO_COLOR: '1', SHELL: '/bin/sh' },
    reject: false,
  })
  onTestFinished(() => void terminal.kill('SIGKILL'))
  // What the screen shows, and what is typed then.
  const steps = [
    ['> ', 'edit it\n'],
    ['[y/N]', 'y\n'],
    ['Edited.\r\n> ', 'wait\n'],
    ['Wait', '\u0003'],
    ['aborted\r\n> ', 'and now\n'],
    ['Still here.\r\n> ', '\u0004'],
  ] as const
  let screen = ''
  let at = 0
  let step = 0
  terminal.stdout.on('data', (chunk: Buffer) => {
    screen += stripVTControlCharacters(chunk.toString())
    for (let next = steps[step]; next; next = steps[step]) {
      const found = screen.indexOf(next[0], at)
      if (found === -1) return
      at = found + next[0].length
      step++
      terminal.stdin.write(next[1])
    }
  })
  const { exitCode } = await terminal
  expect(step, screen).toBe(steps.length)
  expect(exitCode, screen).toBe(0)
  expect(screen).toMatch(/- one\r\n\+ two[^]*\[y\/N\]/)
  expect(screen).toMatch(/\nsession \S+; go on with/)
  expect(readFileSync(join(scene.workspace, 'a'), 'utf8')).toBe('two\n')
})
