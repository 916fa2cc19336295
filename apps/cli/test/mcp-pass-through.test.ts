import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openScene } from './poundlock.ts'
import { startServe } from './serve-client.ts'

const WHOLE = fileURLToPath(new URL('conformance/whole-server.ts', import.meta.url))

test('what passes through is decided: what is denied is not listed, not called and on record, and what may not be asked is not', async () => {
  const scene = openScene()
  scene.configure({
    mode: 'danger-full-access',
    mcpServers: { whole: { command: process.execPath, args: [WHOLE] } },
    tools: { deny: ['mcp__whole__test_image_content', 'mcp__whole__resources_read*'] },
  })
  const client = startServe(scene, ['--pass-through', 'whole'])
  const { result } = await client.introduce({ sampling: {}, elicitation: {} })
  expect(result).toMatchObject({ serverInfo: { name: 'whole' }, capabilities: { resources: {}, prompts: {} } })
  const names = (await client.ask('tools/list')).result.tools.map((tool: any) => tool.name)
  expect(names).toContain('test_simple_text')
  expect(names).not.toContain('test_image_content')
  expect(await client.call('test_image_content', {})).toMatchObject({ isError: true })
  expect(await client.call('exec', { command: 'id' })).toMatchObject({ isError: true })
  expect(await client.call('test_audio_content', {})).toMatchObject({ content: [{ type: 'audio' }] })
  const read = await client.ask('resources/read', { uri: 'test://static-text' })
  expect(read.error.message).toMatch(/denied/)
  expect((await client.ask('tasks/list')).error.code).toBe(-32_601)
  // To what has no form, the servers of the SDK say nothing at all: a client would wait out its time.
  for (const meta of [5, 'x', [], { progressToken: {} }, { progressToken: null }, { progressToken: 1.5 }]) {
    expect((await client.ask('resources/list', { _meta: meta })).error.code).toBe(-32_602)
  }
  expect((await client.ask('resources/list', { _meta: null })).result.resources).toBeInstanceOf(Array)
  // Without `sampling` in its settings the server is told that the client has no model.
  const sampled = await client.ask('tools/call', { name: 'test_sampling', arguments: { prompt: 'Hi?' } })
  expect(sampled.error.message).toMatch(/sampling/)
  const records = (await scene.run(['audit', 'tail', '--json', '--lines', '50'])).lines()
  const denied = records.filter(({ type, data }: any) => type === 'decision' && data.outcome === 'denied')
  expect(denied.map(({ data }: any) => data.tool)).toContain('mcp__whole__test_image_content')
})

test('a call that nobody could be asked about says how a person answers, and gets that answer when it is made again, once', async () => {
  const scene = openScene()
  scene.configure({ mode: 'prompt', mcpServers: { whole: { command: process.execPath, args: [WHOLE] } } })
  const client = startServe(scene, ['--pass-through', 'whole'])
  await client.introduce()
  await client.ask('tools/list')
  const call = async () => client.call('test_simple_text', {})
  const idIn = (result: any) =>
    /"poundlock approvals resolve ([0-9a-f]{8}) allow-once"/.exec(JSON.stringify(result).replaceAll('\\"', '"'))?.[1]
  const id = idIn(await call())
  expect(id).toBeDefined()
  expect(await scene.run(['approvals', 'resolve', id!, 'allow-once'])).toMatchObject({ code: 0 })
  expect(await call()).toMatchObject({ content: [{ type: 'text' }] })
  expect(idIn(await call())).not.toBe(id)
})
