import * as fc from '@poundlock/tooling/properties'
import { describe, expect, test } from 'vitest'
import { PROVIDERS, readCalls, writeTurns, type JsonObject, type Provider, type ToolTurn } from '../src/index.ts'

/** JSON writes 0 for both zeros. */
const asWritten = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

const name = fc.constantFrom('read_file', 'exec', 'mcp__a__b')
const id = fc.constantFrom('a', 'b', 'call|1', 'call:1', 'x'.repeat(80), '', 'toolu_1')
const content = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('text' as const), text: fc.string() }),
    fc.record({
      type: fc.constant('image' as const),
      mediaType: fc.constant('image/png'),
      data: fc.constant('iVBORw0='),
    }),
  ),
)
const turn: fc.Arbitrary<ToolTurn> = fc.record({
  calls: fc.array(
    fc.record({ id, name, input: fc.dictionary(fc.string(), fc.jsonValue().map(asWritten), { maxKeys: 3 }) }),
    {
      maxLength: 4,
    },
  ),
  results: fc.array(fc.record({ callId: id, content, isError: fc.boolean() }), { maxLength: 5 }),
})

/** The ids of calls and of answers in the messages of one turn, as the provider reads them. */
const IDS: Record<Provider, (messages: readonly JsonObject[], answer: boolean) => unknown[]> = {
  anthropic: (messages, answer) =>
    parts(messages, 'content')
      .filter(({ type }) => type === (answer ? 'tool_result' : 'tool_use'))
      .map((part) => part[answer ? 'tool_use_id' : 'id']),
  openai: (messages, answer) =>
    answer
      ? messages.filter(({ role }) => role === 'tool').map((message) => message['tool_call_id'])
      : parts(messages, 'tool_calls').map((call) => call['id']),
  mistral: (...given) => IDS.openai(...given),
  'openai-responses': (items, answer) =>
    items
      .filter(({ type }) => type === (answer ? 'function_call_output' : 'function_call'))
      .map((item) => item['call_id']),
  gemini: (messages, answer) =>
    parts(messages, 'parts').flatMap((part) => {
      const found = part[answer ? 'functionResponse' : 'functionCall'] as JsonObject | undefined
      return found ? [found['id']] : []
    }),
}
const parts = (messages: readonly JsonObject[], key: string) =>
  messages.flatMap((message) => (message[key] ?? []) as JsonObject[])

describe.each(PROVIDERS)('%s', (provider) => {
  test('every call is answered exactly once, in its order, by what follows it', () => {
    fc.assert(
      fc.property(fc.array(turn), (turns) => {
        const written = writeTurns(provider, turns)
        const all: unknown[] = []
        for (const [index, { calls, results }] of written.entries()) {
          const called = IDS[provider](calls, false)
          expect(called).toHaveLength(turns[index]!.calls.length)
          expect(IDS[provider](results, true)).toEqual(called)
          all.push(...called)
        }
        expect(new Set(all).size).toBe(all.length)
      }),
    )
  })

  test('what is written is read back as it was', () => {
    fc.assert(
      fc.property(turn, (one) => {
        const [written] = writeTurns(provider, [one])
        const response = provider === 'openai-responses' ? { output: written!.calls } : written!.calls[0]
        const read = readCalls(provider, response, { newId: String })
        expect(read.map((call) => [call.name, call.input])).toEqual(one.calls.map((call) => [call.name, call.input]))
      }),
    )
  })
})

const CALL = { id: 'c1', name: 'read_file', input: { path: 'a' } }
const IMAGE = { type: 'image', mediaType: 'image/png', data: 'iVBORw0=' } as const
const results = (provider: Provider, isError: boolean) =>
  writeTurns(provider, [
    { calls: [CALL], results: [{ callId: 'c1', content: [{ type: 'text', text: 'x' }, IMAGE], isError }] },
  ])[0]!.results

test('a failure is marked, by the format or by the text', () => {
  expect(results('anthropic', true)).toEqual([
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          content: [
            { type: 'text', text: 'x' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0=' } },
          ],
          is_error: true,
        },
      ],
    },
  ])
  expect(results('gemini', true)).toMatchObject([
    {
      parts: [
        { functionResponse: { name: 'read_file', response: { error: expect.stringMatching(/^x/) } } },
        { inlineData: {} },
      ],
    },
  ])
  expect(results('openai', true)).toMatchObject([
    { role: 'tool', content: expect.stringMatching(/^Error: x/) },
    { role: 'user' },
  ])
  expect(results('mistral', true)).toMatchObject([{ role: 'tool', name: 'read_file', tool_call_id: 'c10000000' }])
})

test('an image is sent where the provider takes one, and named where not', () => {
  expect(results('openai', false)[1]).toEqual({
    role: 'user',
    content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0=' } }],
  })
  expect(results('openai-responses', false)).toMatchObject([
    { output: [{ type: 'input_text' }, { type: 'input_image' }] },
  ])
  expect(results('mistral', false)).toHaveLength(1)
  expect(results('mistral', false)[0]?.['content']).toMatch(/an image, image\/png, is not shown/)
})

test('a call that nobody answered is answered with an error that says so, and one that could not be read with why', () => {
  const calls = [CALL, { ...CALL, id: 'c2', problem: 'its arguments are not JSON' }]
  expect(
    writeTurns('anthropic', [{ calls, results: [{ callId: 'of nobody', content: [] }] }])[0]?.results,
  ).toMatchObject([
    {
      content: [
        { tool_use_id: 'c1', is_error: true, content: [{ text: expect.stringMatching(/no result/) }] },
        { tool_use_id: 'c2', is_error: true, content: [{ text: 'its arguments are not JSON' }] },
      ],
    },
  ])
})

test('Gemini gets its signature back with the call', () => {
  const signed = { ...CALL, replay: { thoughtSignature: 'c2ln' } }
  expect(writeTurns('gemini', [{ calls: [signed], results: [] }])[0]?.calls).toMatchObject([
    { role: 'model', parts: [{ thoughtSignature: 'c2ln' }] },
  ])
})
