import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { ConfigError, configJsonSchema, parseConfig, type ConfigIssue } from '../src/index.ts'

const published = configJsonSchema()
/** What an editor has. */
const check = new Ajv({ strict: false }).compile(published)

test('the published schema is the one that files are held against', async () => {
  await expect(`${JSON.stringify(published, null, 2)}\n`).toMatchFileSnapshot('../poundlock.schema.json')
})

test('what holds for everything, for all agents and for one is written once', () => {
  const text = JSON.stringify(published)
  for (const name of ['sandbox', 'exec']) {
    expect(text.split(`{"$ref":"#/$defs/${name}"}`), name).toHaveLength(4)
    expect(text.split(JSON.stringify(definitions[name])), name).toHaveLength(2)
  }
})

const { $defs: definitions } = published as { readonly $defs: Readonly<Record<string, Schema>> }

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
}

const WORDS = [
  '',
  '*',
  'a',
  'exec',
  'Exec',
  '-n',
  '~',
  '~/x',
  '/a/b',
  '../a',
  'a/../b',
  'example.com',
  '*.a.b',
  'A_B*',
  '1:2',
]
const odd = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(null, true, 0, -1, 0.5, 1e9, [], {}, 'off', ['a'], [{}], { command: 'a' }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
)

/** Values that a schema describes, with others among them now and then. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: fittingOf(schema) }, { weight: 1, arbitrary: odd })
}

function fittingOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return fittingOf(definitions[schema.$ref.replace('#/$defs/', '')]!)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf))
  if (schema.type === 'array') return fc.array(valuesOf(schema.items!), { maxLength: 3 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') return numbersOf(schema)
  if (schema.type === 'string') return textsOf(schema)
  const named = schema.patternProperties
  if (named)
    return fc.dictionary(fc.constantFrom(...WORDS, 'claude', 'openai/x'), valuesOf(Object.values(named)[0]!), {
      maxKeys: 2,
    })
  const { properties = {}, required = [] } = schema
  const others = Object.keys(properties).filter((key) => !required.includes(key))
  // Few keys at a time: of many, one that does not fit is nearly always among them.
  return fc
    .tuple(fc.subarray(others, { maxLength: Math.min(2, others.length) }), rarely(fc.constantFrom('x', 'Mode', '')))
    .chain(([chosen, extra]) => {
      const model = Object.fromEntries([...required, ...chosen].map((key) => [key, valuesOf(properties[key]!)]))
      return fc.record(model).map((value) => (extra === null ? value : { ...value, [extra]: 1 }))
    })
}

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 30, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: other })

const numbersOf = ({ type, minimum = 0, exclusiveMinimum = minimum, maximum = 9 }: Schema) =>
  mostly(
    fc.constantFrom(exclusiveMinimum + 1, minimum + 1, maximum),
    fc.constantFrom(exclusiveMinimum, minimum, maximum + 1, minimum - 1, type === 'integer' ? 1.5 : 0.01),
  )

function textsOf({ pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  const longest = fc.constantFrom('a'.repeat(maxLength), '🦊'.repeat(maxLength), 'a'.repeat(maxLength + 1))
  const others = fc.oneof(fc.constantFrom(...WORDS), ...(maxLength > 300 ? [] : [longest]))
  if (pattern === undefined)
    return mostly(fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 12) }), others)
  return mostly(fc.stringMatching(new RegExp(pattern)), others)
}

/** Where the loader knows more than a schema can say. */
const BEYOND =
  /^\/(?:(?:agents\/(?:defaults|list\/\d+)\/)?sandbox\/(?:egress|hiddenPaths|protectedPaths)\/|tools\/fs\/protectedPaths\/|hooks\/\w+\/\d+\/tools\/|mcpServers\/|approvals\/exec\/sessionFilter\/|gateway\/)/

const known = (text: string): readonly ConfigIssue[] => {
  try {
    parseConfig(text, 'poundlock.json')
    return []
  } catch (error) {
    if (ConfigError.isInstance(error)) return error.details['issues'] as readonly ConfigIssue[]
    throw error
  }
}

test('an editor that goes by the published schema and the loader take the same files', () => {
  const seen = { both: 0, neither: 0, beyond: 0 }
  fc.assert(
    fc.property(valuesOf(published as Schema), (value) => {
      const text = JSON.stringify(value)
      // Keys and characters that are refused whatever the schema says.
      fc.pre(!/"__proto__"|\\u0000|\\ud[89a-f]/.test(text))
      const issues = known(text)
      const fits = check(JSON.parse(text))
      const beyond = fits && issues.length > 0 && issues.every(({ pointer }) => BEYOND.test(pointer))
      seen[beyond ? 'beyond' : fits ? 'both' : 'neither'] += 1
      if (!beyond) expect([fits, issues], text).toEqual([issues.length === 0, issues])
    }),
    { numRuns: tries(2000) },
  )
  expect(Math.min(seen.both, seen.neither)).toBeGreaterThan(tries(2000) / 10)
})

test.each([
  [{ tools: { exec: { allow: [{}] } } }],
  [{ tools: { exec: { allow: [{ command: 'a', effect: 'fs.write' }] } } }],
  [{ tools: { exec: { deny: [{ effect: 'fs.write', args: 'x' }] } } }],
  [{ tools: { exec: { ask: [{ effect: 'fs.write', examples: {} }] } } }],
  [{ tools: { exec: { ask: 'off', askMode: 'always' } } }],
  [{ agents: { list: [{ id: 'a', tools: { exec: { allow: [{ reason: 'x' }] } } }] } }],
])('%j is refused by both', (value) => {
  expect(check(value)).toBe(false)
  expect(known(JSON.stringify(value))).not.toEqual([])
})
