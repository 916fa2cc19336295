import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openScene, type Scene } from './poundlock.ts'
import { startServe } from './serve-client.ts'

const CONFIG = {
  tools: {
    exec: {
      host: 'gateway',
      security: 'allowlist',
      proven: 'off',
      allow: ['ls'],
      deny: [{ command: 'rm', reason: 'keep it' }],
    },
    fs: { write: { deny: ['denied/**'] } },
  },
}

async function connect(config: object = CONFIG) {
  const scene = openScene()
  scene.configure(config)
  const client = startServe(scene)
  await client.introduce()
  return {
    scene,
    client,
    text: async (name: string, input: object) => (await client.call(name, input)).content[0].text as string,
  }
}

const grantsOf = async (scene: Scene) => (await scene.run(['approvals', 'grants', 'list', '--json'])).json().grants
const namedIn = (text: string) => /resolve ([0-9a-f]{8})/.exec(text)![1]!

test('a client is told whether a command would run, why, and the smallest change; nothing runs', async () => {
  const { scene, client, text } = await connect()
  expect(await text('policy_check', { command: 'ls' })).toMatch(/^It would run\./)
  const asked = await text('policy_check', { command: 'touch made' })
  expect(asked).toMatch(/^It would ask a person\.\nbecause /)
  expect(asked).toContain('to allow it: ')
  expect(asked).toContain('propose_grant')
  const denied = await text('policy_check', { command: 'ls && rm a' })
  expect(denied).toMatch(/^It would be refused\.\nbecause .*keep it/)
  expect(denied).not.toContain('propose_grant')
  const written = await text('policy_check', { tool: 'write_file', input: { path: 'denied/a', content: '' } })
  expect(written).toMatch(/^It would be refused\./)
  expect(await text('policy_check', { tool: 'no_such_tool' })).toMatch(/^It would be refused\./)
  expect(await text('policy_check', {})).toBe('Give a command, or a tool and its input.')
  expect(await client.call('policy_check', { command: 1 })).toMatchObject({ isError: true })
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
})

test('a client reads the rules that hold for its agent', async () => {
  const { text } = await connect({ ...CONFIG, agents: { list: [{ id: 'other', tools: { exec: { deny: ['dig'] } } }] } })
  const explained = await text('policy_explain', {})
  for (const line of [
    /^deny .*rm/m,
    /^allow .*ls/m,
    /^tools\.fs\.write\.deny: denied\/\*\*/m,
    /^security = allowlist/m,
  ]) {
    expect(explained).toMatch(line)
  }
  expect(explained).not.toContain('dig')
})

test('a proposed grant holds only once a person answers always, and nothing runs meanwhile', async () => {
  const { scene, text } = await connect()
  const call = { command: 'touch made' }
  const proposed = await text('propose_grant', call)
  expect(await grantsOf(scene)).toEqual([])
  const [pending] = (await scene.run(['approvals', 'pending', '--json'])).json().requests
  expect(pending.reasons[0]).toMatch(/^the agent proposes a standing grant, and nothing runs now/)
  await scene.run(['approvals', 'resolve', namedIn(proposed), 'allow-always'])
  expect(await text('propose_grant', call)).toMatch(/^Granted: /)
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
  expect(await grantsOf(scene)).toMatchObject([
    { agent: 'mcp', command: { program: expect.stringMatching(/\/touch$/) } },
  ])
  await text('exec', call)
  expect(existsSync(join(scene.workspace, 'made'))).toBe(true)
})

test.each(['allow-once', 'deny'])('an answer of %s grants nothing, and runs nothing', async (answer) => {
  const { scene, client, text } = await connect()
  const call = { command: 'touch made' }
  await scene.run(['approvals', 'resolve', namedIn(await text('propose_grant', call)), answer])
  expect(await client.call('propose_grant', call)).toMatchObject({ isError: true })
  expect(await grantsOf(scene)).toEqual([])
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
})

test('a command that is denied, or needs no grant, is not proposed to anybody', async () => {
  const { scene, client, text } = await connect()
  expect(await client.call('propose_grant', { command: 'rm a' })).toMatchObject({ isError: true })
  expect(await text('propose_grant', { command: 'ls' })).toMatch(/^It needs no grant/)
  for (const input of [{}, { command: '' }, { command: 1 }, { command: 'touch a', host: 'gateway' }]) {
    expect(await client.call('propose_grant', input)).toMatchObject({ isError: true })
  }
  expect((await scene.run(['approvals', 'pending', '--json'])).json().requests).toEqual([])
  expect(await grantsOf(scene)).toEqual([])
})

test('without a person, a fallback that allows grants nothing', async () => {
  const { scene, text } = await connect({ tools: { exec: { ...CONFIG.tools.exec, askFallback: 'full' } } })
  await text('propose_grant', { command: 'touch made' })
  expect(await grantsOf(scene)).toEqual([])
  expect(existsSync(join(scene.workspace, 'made'))).toBe(false)
})
