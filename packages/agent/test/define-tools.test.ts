import { Type } from '@poundlock/spec/schema'
import * as tools from '@poundlock/spec/tools'
import { describe, expect, test } from 'vitest'
import { defineTools, PROVIDERS, type ModelTool } from '../src/index.ts'

const specs = Object.values(tools).filter((value): value is typeof tools.EXEC_TOOL => 'inputSchema' in value)
const schema = Type.Object(
  { path: Type.String({ minLength: 1 }), limit: Type.Optional(Type.Integer({ minimum: 1 })) },
  { additionalProperties: false },
)
const TOOL: ModelTool = { name: 'read_file', description: 'Reads.', inputSchema: schema }
const PLAIN = {
  type: 'object',
  properties: { path: { type: 'string', minLength: 1 }, limit: { type: 'integer', minimum: 1 } },
  required: ['path'],
  additionalProperties: false,
}

describe.each(PROVIDERS)('%s', (provider) => {
  test('takes every built-in tool, also where it is held to the schema', () => {
    for (const strict of [false, true]) {
      const { definitions, quarantined } = defineTools(provider, specs, { strict })
      expect(quarantined).toEqual([])
      expect(definitions).toHaveLength(specs.length)
      expect(JSON.parse(JSON.stringify(definitions))).toEqual(definitions)
    }
  })

  test('leaves out what it would refuse the request for, and sends the others', () => {
    const endless: Record<string, unknown> = { type: 'object', properties: {} }
    endless['properties'] = { self: endless }
    const bad: [unknown, RegExp][] = [
      [null, /not an object/],
      [[], /not an object/],
      ['string', /not an object/],
      [{ type: 'string' }, /not of type "object"/],
      [{}, /not of type "object"/],
      [endless, /refers to itself/],
      [{ type: 'object', description: 'x'.repeat(70_000) }, /characters/],
      [{ type: 'object', properties: { n: { maximum: 10n } } }, /not JSON/],
    ]
    const hostile = bad.map(([inputSchema], index) => ({ ...TOOL, name: `bad_${index}`, inputSchema }))
    const names = ['', '1tool', '_tool', 'a b', 'a.b', 'x'.repeat(65), 'tööl', 'tool\n']
    const { definitions, quarantined } = defineTools(provider, [
      ...hostile,
      ...names.map((name) => ({ ...TOOL, name })),
      TOOL,
      TOOL,
    ])
    expect(definitions).toHaveLength(1)
    expect(quarantined).toHaveLength(bad.length + names.length + 1)
    for (const [index, [, reason]] of bad.entries()) expect(quarantined[index]?.reason).toMatch(reason)
    expect(quarantined.at(-1)).toEqual({ name: 'read_file', reason: 'another tool has the same name' })
  })
})

test('each provider gets its own form', () => {
  const made = (provider: (typeof PROVIDERS)[number]) => defineTools(provider, [TOOL]).definitions[0]
  const { name, description } = TOOL
  expect(made('anthropic')).toEqual({ name, description, input_schema: PLAIN })
  expect(made('openai')).toEqual({
    type: 'function',
    function: { name, description, parameters: PLAIN, strict: false },
  })
  expect(made('openai-responses')).toEqual({ type: 'function', name, description, parameters: PLAIN, strict: false })
  expect(made('gemini')).toEqual({ name, description, parametersJsonSchema: PLAIN })
  expect(made('mistral')).toEqual({ type: 'function', function: { name, description, parameters: PLAIN } })
})

test('Gemini is given no $schema, and everybody an object of properties', () => {
  const inputSchema = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }
  const { definitions } = defineTools('gemini', [{ ...TOOL, inputSchema }])
  expect(definitions[0]).toMatchObject({ parametersJsonSchema: { type: 'object', properties: {} } })
  expect(JSON.stringify(definitions)).not.toContain('$schema')
})

test.each(['anthropic', 'openai', 'openai-responses', 'mistral'] as const)(
  '%s gets no alternatives at the top',
  (provider) => {
    const inputSchema = { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }
    expect(defineTools(provider, [{ ...TOOL, inputSchema }]).quarantined[0]?.reason).toMatch(/"anyOf" at the top/)
  },
)

test('strict requires every property, and lets what was optional be null', () => {
  const { definitions } = defineTools('openai', [TOOL], { strict: true })
  expect(definitions[0]).toMatchObject({
    function: {
      strict: true,
      parameters: {
        type: 'object',
        properties: { path: { type: 'string' }, limit: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] } },
        required: ['path', 'limit'],
        additionalProperties: false,
      },
    },
  })
})

test.each([
  ['open objects', { type: 'object', properties: {}, additionalProperties: true }],
  [
    'maps',
    {
      type: 'object',
      properties: { env: { type: 'object', additionalProperties: { type: 'string' } } },
      additionalProperties: false,
    },
  ],
  [
    'keywords outside its subset',
    { type: 'object', properties: { a: { not: { type: 'string' } } }, additionalProperties: false },
  ],
  [
    'lists of anything',
    { type: 'object', properties: { a: { type: 'array', items: true } }, additionalProperties: false },
  ],
])('a tool with %s is sent without strict, and whole', (_, inputSchema) => {
  expect(defineTools('openai-responses', [{ ...TOOL, inputSchema }], { strict: true }).definitions[0]).toMatchObject({
    strict: false,
    parameters: inputSchema,
  })
})
