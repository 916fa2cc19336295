import * as fc from '@poundlock/tooling/properties'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { ExecInput } from '../../src/tools/index.ts'
import { surelyFits } from '../../src/validation/surely-fits.ts'

const ajv = new Ajv({ strict: false, allowUnionTypes: true, ownProperties: true })

const texts = fc.constantFrom(
  '',
  'a',
  'ab',
  'abc',
  '\u{1F600}',
  '\u{1F600}\u{1F600}',
  'A_1',
  '__proto__',
  'x'.repeat(9),
)
const plain = fc.oneof(fc.constantFrom<unknown>(null, true, 0, 1, -1, 1.5, 3, 1e9, Infinity, NaN), texts)
const shallow = fc.oneof(plain, fc.array(plain, { maxLength: 3 }), fc.dictionary(texts, plain, { maxKeys: 3 }))
const values = fc.oneof(shallow, fc.array(shallow, { maxLength: 2 }), fc.dictionary(texts, shallow, { maxKeys: 2 }))

const small = fc.integer({ min: -1, max: 3 })
const size = fc.integer({ min: 0, max: 3 })
const leafKeywords = {
  type: fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null'),
  enum: fc.constantFrom<unknown[]>([null, 1], ['a', 'abc'], [true, 'ab']),
  const: fc.constantFrom<unknown>('a', 1, null),
  minimum: small,
  maximum: small,
  exclusiveMinimum: small,
  exclusiveMaximum: small,
  minLength: size,
  maxLength: size,
  pattern: fc.constantFrom('^a', '[A-Z]', '^.$'),
  minItems: size,
  maxItems: size,
  required: fc.uniqueArray(texts, { maxLength: 2 }),
}

/** At most three keywords: with more, hardly any value would fit. */
const some = (keywords: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .subarray(Object.keys(keywords), { maxLength: 3 })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, keywords[name]!])), { noNullPrototype: true }),
    )

const leaf = some(leafKeywords)
const schemas = some({
  ...leafKeywords,
  items: leaf,
  properties: fc.dictionary(texts, leaf, { maxKeys: 2, noNullPrototype: true }),
  patternProperties: fc.dictionary(fc.constantFrom('^a', '.'), leaf, { maxKeys: 1, noNullPrototype: true }),
  additionalProperties: fc.oneof(fc.boolean(), leaf),
  anyOf: fc.array(leaf, { minLength: 1, maxLength: 2 }),
  not: leaf,
})

describe('a quick look at a value', () => {
  it('never lets through what the validator would not', () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        if (surelyFits(schema, value)) expect(ajv.compile(schema)(value)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('knows all that the input of a tool is made of', () => {
    expect(surelyFits(ExecInput, { command: 'ls', env: { LANG: 'C' }, timeout: 5, host: 'sandbox' })).toBe(true)
    for (const wrong of [
      {},
      { command: '' },
      { command: 'ls', sudo: 1 },
      { command: 'ls', env: { 'A-B': 'x' } },
      null,
      [],
    ]) {
      expect(surelyFits(ExecInput, wrong)).toBe(false)
    }
  })

  it('leaves a keyword that it does not know to the validator', () => {
    expect(surelyFits({ type: 'string', format: 'email' }, 'a@example.com')).toBe(false)
    expect(surelyFits({ not: { type: 'null' } }, 1)).toBe(false)
  })
})

it('looks at each part once, however deep the schema is', () => {
  let schema: object = { type: 'string' }
  let value: unknown = 'x'
  for (let level = 0; level < 40; level++) {
    schema = { type: 'object', properties: { inner: schema }, patternProperties: {}, additionalProperties: false }
    value = { inner: value }
  }
  expect(surelyFits(schema, value)).toBe(true)
})

it.each([
  [{ properties: { a: { type: 'string' } }, additionalProperties: false }, { b: 1 }],
  [{ patternProperties: { '^a': { type: 'string' } }, additionalProperties: false }, { b: 1 }],
  [{ patternProperties: { '^a': { type: 'string' } }, properties: { ab: {} } }, { ab: 1 }],
  [{ additionalProperties: { type: 'string' } }, { b: 1 }],
])('%j does not surely fit %j', (schema, value) => {
  expect(surelyFits(schema, value)).toBe(false)
})
