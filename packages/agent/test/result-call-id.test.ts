import { expect, test } from 'vitest'
import { resultCallId, writeTurns } from '../src/index.ts'

// Rows of the behaviour corpus, area `ids`.
test.each([
  ['oc-0503', { tool_use_id: 'd' }, 'd'],
  ['oc-0504', { callId: 'e' }, 'e'],
  ['chat', { role: 'tool', tool_call_id: 'f' }, 'f'],
  ['responses', { type: 'function_call_output', call_id: 'g', id: 'fco_1' }, 'g'],
  ['the same twice', { toolCallId: 'h', tool_call_id: 'h' }, 'h'],
] as const)('%s: %o answers %s', (_, result, id) => expect(resultCallId(result)).toBe(id))

test.each([[null], ['d'], [{}], [{ tool_use_id: '' }], [{ callId: 7 }], [{ callId: 'a', tool_use_id: 'b' }]])(
  '%o answers no call',
  (result) => expect(resultCallId(result)).toBeNull(),
)

test('what is written for a provider is read back', () => {
  const call = { id: 'c1', name: 'exec', input: {} }
  const turn = { calls: [call], results: [{ callId: 'c1', content: [{ type: 'text', text: 'done' }] }] } as const
  const [anthropic] = writeTurns('anthropic', [turn])[0]!.results
  expect((anthropic!['content'] as readonly unknown[]).map(resultCallId)).toEqual(['c1'])
  for (const provider of ['openai', 'openai-responses'] as const) {
    expect(writeTurns(provider, [turn])[0]!.results.map(resultCallId)).toEqual(['c1'])
  }
})
