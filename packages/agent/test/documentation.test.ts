import { Type } from '@poundlock/spec/schema'
import { expect, test } from 'vitest'
import { AgentLoop, defineTools, readCalls, writeTurns } from '../src/index.ts'
import { call, calls as makes, says, scriptedModel } from './fixtures/scripted-model.ts'
import { toolsOf } from './fixtures/tools.ts'

const readTool = {
  name: 'read_file',
  description: 'Reads a file.',
  inputSchema: Type.Object({ path: Type.String() }, { additionalProperties: false }),
}
const RESPONSE = { content: [{ type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'a' } }] }

test('the example of the page does what it says', () => {
  // #region turn
  const { definitions, quarantined } = defineTools('anthropic', [readTool])
  for (const { name, reason } of quarantined) console.error(`${name} is left out: ${reason}`)
  // … a request with `tools: definitions`, and its response:
  const calls = readCalls('anthropic', RESPONSE, { newId: (index) => `call_${index}` })
  // … each call through the pipeline:
  const results = calls.map(({ id }) => ({ callId: id, content: [{ type: 'text' as const, text: 'line 1' }] }))
  const [turn] = writeTurns('anthropic', [{ calls, results }])
  // #endregion
  expect(definitions).toHaveLength(1)
  expect(turn?.results).toMatchObject([{ role: 'user', content: [{ tool_use_id: 'toolu_1' }] }])
})

test('the loop of the page does what it says', async () => {
  const model = scriptedModel([makes(call('read', { path: 'a' })), says('It says hello.')])
  const tools = toolsOf({ read: () => 'hello' })
  const shown: string[] = []
  const show = (text: string) => void shown.push(text)
  // #region loop
  const loop = new AgentLoop({ model, tools, system: 'You work in a repository.', bounds: { turns: 50 } })
  const events = loop.subscribe()
  const ended = loop.prompt('What does the file a say?').finally(() => loop.close())
  for await (const event of events) {
    if (event.type === 'text-delta') show(event.text)
    if (event.type === 'tool-ended') show(`(${event.status})`)
  }
  const { reason, text } = await ended
  // #endregion
  expect({ reason, text }).toEqual({ reason: 'answered', text: 'It says hello.' })
  expect(shown).toEqual(['(ran)', 'It says hello.'])
})
