import * as fc from '@poundlock/tooling/properties'
import { expect, test } from 'vitest'
import { PROVIDERS, readCalls } from '../src/index.ts'

const newId = (index: number) => `new_${index}`

test('reads the calls out of each provider’s answer', () => {
  const call = { id: 'c1', name: 'read_file', input: { path: 'a' } }
  const text = '{"path":"a"}'
  const chat = { id: 'c1', type: 'function', function: { name: 'read_file', arguments: text } }
  const answers: Record<(typeof PROVIDERS)[number], unknown> = {
    anthropic: {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'text', text: 'I read it.' },
        { type: 'tool_use', id: 'c1', name: 'read_file', input: { path: 'a' } },
      ],
    },
    openai: {
      choices: [{ finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: [chat] } }],
    },
    mistral: { choices: [{ message: { role: 'assistant', content: '', tool_calls: [chat] } }] },
    'openai-responses': {
      output: [
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'read_file', arguments: text },
      ],
    },
    gemini: {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [{ text: 'I read it.' }, { functionCall: { id: 'c1', name: 'read_file', args: { path: 'a' } } }],
          },
        },
      ],
    },
  }
  for (const provider of PROVIDERS) expect(readCalls(provider, answers[provider], { newId })).toEqual([call])
  expect(readCalls('openai', { tool_calls: [chat] }, { newId })).toEqual([call])
})

// Rows of the behaviour corpus, area `ids`.
test.each([
  ['oc-0494', 'toolCall', 1],
  ['oc-0495', 'toolUse', 1],
  ['oc-0496', 'functionCall', 1],
  ['oc-0499', 'text', 0],
] as const)('%s: a block of type %s of a conversation holds %i calls', (_, type, count) => {
  const block = { type, id: 'c1', name: 'read_file', text: 'read_file' }
  for (const input of [{ input: { path: 'a' } }, { arguments: { path: 'a' } }, { arguments: '{"path":"a"}' }]) {
    const calls = readCalls('anthropic', { role: 'assistant', content: [{ ...block, ...input }] }, { newId })
    expect(calls).toEqual(Array.from({ length: count }, () => ({ id: 'c1', name: 'read_file', input: { path: 'a' } })))
  }
})

test('Gemini’s calls have no id of their own, and a signature that goes back with them', () => {
  const parts = [{ functionCall: { name: 'a' }, thoughtSignature: 'c2ln' }, { functionCall: { name: 'b', args: {} } }]
  expect(readCalls('gemini', { parts }, { newId })).toEqual([
    { id: 'new_0', name: 'a', input: {}, replay: { thoughtSignature: 'c2ln' } },
    { id: 'new_1', name: 'b', input: {} },
  ])
})

test('arguments that are not JSON are a call with a problem, not a call with other arguments', () => {
  const call = (text: string) => ({ tool_calls: [{ id: 'c', function: { name: 'exec', arguments: text } }] })
  expect(readCalls('openai', call('{"command": "ls"'), { newId })[0]).toMatchObject({
    input: {},
    problem: expect.stringMatching(/not JSON.*send them again/),
  })
  expect(readCalls('openai', call(''), { newId })[0]).toEqual({ id: 'c', name: 'exec', input: {} })
  const [own] = readCalls('openai', call('{"__proto__":{"command":"ls"}}'), { newId })
  expect(Object.keys(own?.input as object)).toEqual(['__proto__'])
  expect((own!.input as { command?: string }).command).toBeUndefined()
})

test('null for what may be left out is left out, and kept where it is a value', () => {
  const inputSchema = {
    type: 'object',
    properties: {
      path: { type: 'string' },
      limit: { type: 'integer' },
      value: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      edits: { type: 'array', items: { type: 'object', properties: { all: { type: 'boolean' } } } },
    },
    required: ['path'],
  }
  const input = { path: 'a', limit: null, value: null, edits: [{ all: null }], unknown: null }
  const response = { output: [{ type: 'function_call', call_id: 'c', name: 't', arguments: JSON.stringify(input) }] }
  const tools = [{ name: 't', description: '', inputSchema }]
  expect(readCalls('openai-responses', response, { newId, tools })[0]?.input).toEqual({
    path: 'a',
    value: null,
    edits: [{}],
    unknown: null,
  })
})

test('whatever a server answers, it is read without an exception', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PROVIDERS), fc.jsonValue(), fc.jsonValue(), (provider, value, call) => {
      for (const response of [
        value,
        { content: [{ type: 'tool_use', ...(call as object) }], tool_calls: [call, { function: call }] },
        {
          output: [{ type: 'function_call', call_id: call, name: call, arguments: call }],
          parts: [{ functionCall: call }],
        },
      ]) {
        for (const read of readCalls(provider, response, { newId })) {
          expect(typeof read.id).toBe('string')
          expect(typeof read.name).toBe('string')
        }
      }
    }),
  )
})
