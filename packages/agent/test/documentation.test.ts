import * as Type from 'typebox'
import { expect, test } from 'vitest'
import { defineTools, readCalls, writeTurns } from '../src/index.ts'

const readTool = {
  name: 'read_file',
  description: 'Reads a file.',
  inputSchema: Type.Object({ path: Type.String() }, { additionalProperties: false }),
}
const response = { content: [{ type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'a' } }] }

test('the example of the page does what it says', () => {
  // #region turn
  const { definitions, quarantined } = defineTools('anthropic', [readTool])
  for (const { name, reason } of quarantined) console.error(`${name} is left out: ${reason}`)
  // … a request with `tools: definitions`, and its response:
  const calls = readCalls('anthropic', response, { newId: (index) => `call_${index}` })
  // … each call through the pipeline:
  const results = calls.map(({ id }) => ({ callId: id, content: [{ type: 'text' as const, text: 'line 1' }] }))
  const [turn] = writeTurns('anthropic', [{ calls, results }])
  // #endregion
  expect(definitions).toHaveLength(1)
  expect(turn?.results).toMatchObject([{ role: 'user', content: [{ tool_use_id: 'toolu_1' }] }])
})
