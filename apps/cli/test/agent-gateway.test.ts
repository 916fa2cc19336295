import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { resultsIn, serveModel, type ModelTurn } from '@poundlock/tooling/model-server'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { execa } from 'execa'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LAUNCHER, openScene, type Scene } from './poundlock.ts'
import { runGateway } from './running-gateway.ts'

const SERVER = fileURLToPath(new URL('fixtures/ordering-server.mjs', import.meta.url))

/** A gateway with a scripted model. */
async function openGateway(turns: readonly ModelTurn[], configuration: object = {}) {
  const scene = openScene()
  const { flags, requests } = await serveModel(turns)
  const [, model, , baseUrl] = flags
  scene.configure({ ...configuration, gateway: { bind: 'none', agents: { model, baseUrl } } })
  return { scene, requests, gateway: await runGateway(scene) }
}

const run = (scene: Scene, ...args: readonly string[]) => scene.run(['agent', ...args, '--gateway', 'local'])

test('a model of the gateway works in a session there; it is followed, goes on, and waits for another terminal', async () => {
  const { scene, requests } = await openGateway(
    [
      { text: 'I write.', calls: [['write_file', { path: 'a', content: 'x' }]] },
      { text: 'Written.' },
      { text: 'Again.' },
    ],
    { mode: 'prompt' },
  )
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
  const working = run(scene, 'run', 'write a')
  const { event, request } = await next()
  expect(event).toBe('waiting')
  await scene.run(['approvals', 'resolve', request.id, 'allow-once'])
  const ran = await working
  expect(ran).toMatchObject({ code: 0, stdout: 'I write.\nWritten.\n' })
  expect(ran.stderr).toMatch(/write_file \{"path":"a".*\n {2}waits for approval/)
  expect(readFileSync(join(scene.workspace, 'a'), 'utf8')).toBe('x')
  expect(requests[0].messages[0].content).toContain('waits for a person')

  const session = /session (s_[0-9a-f]+)/.exec(ran.stderr)![1]!
  expect(await run(scene, 'resume', session, 'and', 'again')).toMatchObject({ code: 0, stdout: 'Again.\n' })
  expect(requests[2].messages.map(({ role }: any) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ])
  const { sessions } = (await scene.run(['sessions', 'list', '--json'])).json()
  expect(sessions).toMatchObject([{ id: session, label: 'poundlock agent' }])
  expect((await run(scene, 'run', '--max-turns', '3', 'x')).code).toBe(2)
  expect((await run(scene, 'run', '--model', 'compatible:other', 'x')).stderr).toContain('does not offer this model')
})

test('the gateway is killed while a call runs: the session says so, goes on, and the call ran once', async () => {
  const { scene, requests, gateway } = await openGateway(
    [{ calls: [['exec', { command: 'echo x >> ran; sleep 300' }]] }, { text: 'It may have run.' }],
    { mode: 'allow', sandbox: { mode: 'off' }, tools: { exec: { host: 'gateway', security: 'full', ask: 'off' } } },
  )
  const working = run(scene, 'run', '--json', 'append')
  await vi.waitFor(() => expect(existsSync(join(scene.workspace, 'ran'))).toBe(true), { timeout: 60_000 })
  const exited = once(gateway.child, 'exit')
  gateway.child.kill('SIGKILL')
  await exited
  const lost = await working
  expect(lost.code).not.toBe(0)
  const [{ id }] = lost.lines()
  await runGateway(scene)
  expect(await run(scene, 'resume', id)).toMatchObject({ code: 0, stdout: 'It may have run.\n' })
  expect(resultsIn(requests[1])[0]).toContain('unknown')
  expect(readFileSync(join(scene.workspace, 'ran'), 'utf8')).toBe('x\n')
})

test('chat at a gateway takes a prompt a line, and stop ends the work from elsewhere', async () => {
  const { scene } = await openGateway([{ text: 'One.' }, { text: 'Wait', hangs: true }, { text: 'Two.' }])
  writeFileSync(join(scene.workspace, 'AGENTS.md'), 'Be brief.\n')
  const chat = execa(process.execPath, [LAUNCHER, 'agent', 'chat', '--gateway', 'local', '--json'], {
    cwd: scene.workspace,
    env: { POUNDLOCK_HOME: scene.state },
    input: 'first\nsecond\nthird\n',
    reject: false,
  })
  const events: any[] = []
  const lines = createInterface({ input: chat.stdout })
  for await (const line of lines) {
    events.push(JSON.parse(line))
    if (events.at(-1).text === 'Wait') expect((await run(scene, 'stop', events[0].id)).code).toBe(0)
  }
  const ends = events.filter(({ type }) => type === 'prompt-ended')
  expect(ends.map(({ reason }) => reason)).toEqual(['answered', 'aborted', 'answered'])
  expect(await run(scene, 'stop', 's_unknown')).toMatchObject({ code: 2 })
})

test('a model of the gateway gives a task, and calls tools of servers, each behind the same gates', async () => {
  const served = join(temporaryFolder(), 'served')
  const { scene, requests } = await openGateway(
    [
      {
        calls: [
          ['mcp__orders__weather', {}],
          ['Agent', { description: 'count', prompt: 'Count the files.' }],
        ],
      },
      {
        calls: [
          ['exec', { command: 'ls | wc -l' }],
          ['mcp__orders__report', { text: 'what it knows' }],
          ['Agent', { description: 'again', prompt: 'Again.' }],
        ],
      },
      { text: 'There are 0.' },
      { text: 'It says 0.' },
    ],
    {
      mcpServers: { orders: { command: process.execPath, args: [SERVER, served], sandbox: false } },
      tools: { deny: ['mcp__orders__report'] },
    },
  )
  const ran = await run(scene, 'run', 'how many files?')
  expect(ran).toMatchObject({ code: 0, stdout: 'It says 0.\n' })
  const [parent, child, answered, last] = requests.map(({ tools, messages }) => ({
    names: tools.map((tool: any) => tool.function.name as string),
    messages,
  }))
  expect(parent!.names).toEqual(expect.arrayContaining(['Agent', 'mcp__orders__weather']))
  expect(parent!.names).not.toContain('mcp__orders__report')
  expect(child!.names).toContain('mcp__orders__weather')
  expect(child!.names).not.toContain('Agent')
  expect(child!.messages.at(-1).content).toBe('Count the files.')
  const [counted, reported, given] = resultsIn(answered)
  expect(counted).toMatch(/^0/)
  expect(reported).toMatch(/denied/)
  expect(given).toMatch(/denied/)
  expect(resultsIn(last)[0]).toContain('IMPORTANT')
  expect(resultsIn(last)[1]).toBe('There are 0.')
  // The call that was denied did not reach the server.
  expect(readFileSync(served, 'utf8')).toBe('weather {}\n')
  const { sessions } = (await scene.run(['sessions', 'list', '--all', '--json'])).json()
  const [task, own] = sessions.toSorted((a: any, b: any) => b.id.length - a.id.length)
  expect(task).toMatchObject({ id: `${own.id}-1`, label: 'count', state: 'aborted' })
  const calls = (await scene.run(['audit', 'tail', '--lines', '80', '--json'])).lines()
  const decided = calls.filter(({ type, data }) => type === 'decision' && data.tool === 'exec')
  expect(decided.map(({ data }) => data.session)).toEqual([task.id])
})
