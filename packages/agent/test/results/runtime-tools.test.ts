import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepOutput, openLocalHost } from '@poundlock/local-host'
import type { AskForApproval } from '@poundlock/runtime'
import { createNoneBackend } from '@poundlock/sandbox'
import { BUILT_IN_HANDLERS } from '@poundlock/tools'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AgentLoop, runtimeTools, type AgentEvent } from '../../src/index.ts'
import { call, calls, says, scriptedModel } from '../fixtures/scripted-model.ts'

let folder: string
let workspace: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'runtime-tools-')))
  workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  vi.stubEnv('POUNDLOCK_HOME', join(folder, 'state'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

async function run(made: readonly (readonly [string, unknown])[], ask?: AskForApproval) {
  const host = await openLocalHost({
    workspace,
    backends: { unshare: createNoneBackend },
    handlers: BUILT_IN_HANDLERS,
    redactsResults: true,
    keepsOutput: true,
  })
  const { runtime, context, stateDirectory } = host
  const tools = runtimeTools({
    runtime,
    context,
    keep: (output) => keepOutput(stateDirectory, output),
    ...(ask && { ask }),
  })
  const model = scriptedModel([calls(...made.map(([name, input]) => call(name, input))), says('done')])
  const loop = new AgentLoop({ model, tools, system: '' })
  const events: AgentEvent[] = []
  const listening = (async () => {
    for await (const event of loop.subscribe()) events.push(event)
  })()
  await loop.prompt('go')
  loop.close()
  await listening
  const message = model.requests[1]?.messages[2]
  return { events, results: message?.role === 'tool' ? message.results : [] }
}

test('calls take the whole pipeline: what the policy refuses does not run, and the model reads why', async () => {
  const secret = join(folder, 'secret')
  writeFileSync(secret, 'hidden')
  writeFileSync(join(workspace, 'a.txt'), 'visible')
  const { events, results } = await run([
    ['read_file', { path: 'a.txt' }],
    ['read_file', { path: '.git/../../secret' }],
    ['write_file', { path: '.git/config', content: 'x' }],
    ['read_file', { path: 'a.txt', unknown: true }],
    ['no_such_tool', {}],
  ])
  expect(results.map(({ isError }) => isError)).toEqual([false, true, true, true, true])
  expect(JSON.stringify(results)).not.toContain('hidden')
  const ended = events.flatMap((event) => (event.type === 'tool-ended' ? [`${event.callId} ${event.status}`] : []))
  expect(ended.toSorted().map((line) => line.split(' ')[1])).toEqual([
    'ran',
    'unapproved',
    'unapproved',
    'invalid',
    'invalid',
  ])
  expect(events.filter(({ type }) => type === 'tool-started')).toMatchObject([{ decision: 'allow' }])
  const [log] = readdirSync(join(folder, 'state', 'audit')).filter((name) => name.endsWith('.jsonl'))
  expect(readFileSync(join(folder, 'state', 'audit', log!), 'utf8')).toContain('.git/config')
})

test('asks and answers are events, and name the agent', async () => {
  const secret = join(folder, 'notes')
  writeFileSync(secret, 'shown')
  const asked: string[] = []
  const { events, results } = await run([['read_file', { path: secret }]], async ({ command }) => {
    asked.push(command)
    return { answer: 'deny', by: 'test' }
  })
  expect(asked).toHaveLength(1)
  expect(results).toMatchObject([{ isError: true }])
  expect(events).toContainEqual(expect.objectContaining({ type: 'asked', agents: ['main'], callId: 'call_1_1' }))
  expect(events).toContainEqual({ type: 'answered', callId: 'call_1_1', answer: 'deny', by: 'test' })
})

test('a result over the budget is kept in a file that read_file reaches', async () => {
  writeFileSync(
    join(workspace, 'long.txt'),
    Array.from({ length: 3000 }, (_, n) => `line ${n} ${'x'.repeat(40)}`).join('\n'),
  )
  const { results } = await run([['read_file', { path: 'long.txt', limit: 3000 }]])
  const text = JSON.stringify(results[0]?.content)
  const file = /is in (\S+\.log)/.exec(text)?.[1]
  expect(file).toBeDefined()
  expect(text.length).toBeLessThan(45_000)
  const again = await run([['read_file', { path: file, offset: 1500, limit: 2 }]])
  expect(again.results).toMatchObject([{ isError: false }])
  expect(JSON.stringify(again.results)).toContain('line 1499')
})
