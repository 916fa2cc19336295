import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { readSchema } from '../../src/validation/index.ts'

const look = (schema: unknown) => readSchema(schema, { unknown: 'leave', maxSteps: 200_000 })
const read = (schema: object) => {
  const found = look(schema)
  if ('fault' in found) throw new Error(found.fault)
  return found
}
const issuesOf = (schema: object, value: unknown) =>
  read({ type: 'object', properties: { v: schema } })
    .check({ v: value })
    .map(({ pointer, message }) => `${pointer} ${message}`)

describe('what is wrong is said, with its place', () => {
  test.each<[object, unknown, string[]]>([
    [{ type: 'string' }, 1, ['/v expected a string, not a number']],
    [{ type: ['string', 'null'] }, [], ['/v expected a string or a null, not an array']],
    [{ enum: ['a', 1] }, 'b', ['/v expected "a" or 1']],
    [{ const: { a: [1] } }, { a: [1] }, []],
    [{ type: 'integer' }, 1.5, ['/v expected an integer, not 1.5']],
    [{ minimum: 1, maximum: 3 }, 5, ['/v expected at most 3']],
    [{ exclusiveMinimum: 1 }, 1, ['/v expected more than 1']],
    // Draft 4.
    [{ minimum: 1, exclusiveMinimum: true }, 1, ['/v expected more than 1']],
    [{ multipleOf: 0.1 }, 0.3, []],
    [{ maxLength: 1 }, '😀', []],
    [{ minLength: 2 }, '😀', ['/v expected at least 2 characters']],
    [{ pattern: '^a+$' }, 'ab', ['/v does not fit the pattern ^a+$']],
    [{ items: { type: 'string' } }, ['a', 1], ['/v/1 expected a string, not a number']],
    [{ prefixItems: [{ type: 'string' }], items: false }, ['a', 1], ['/v/1 nothing is allowed here']],
    // Draft 7.
    [{ items: [{ type: 'string' }], additionalItems: false }, ['a', 1], ['/v/1 nothing is allowed here']],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      ['/v expected no entry twice'],
    ],
    [{ contains: { type: 'string' } }, [1], ['/v expected at least 1 entries of a certain kind']],
    [
      { prefixItems: [{ type: 'string' }], contains: { type: 'string' } },
      [],
      ['/v expected at least 1 entries of a certain kind'],
    ],
    [{ required: ['a'] }, {}, ['/v the key "a" is missing']],
    [{ required: ['toString'] }, {}, ['/v the key "toString" is missing']],
    [{ additionalProperties: false }, { 'a/b': 1 }, ['/v/a~1b unknown key "a/b"']],
    [
      { patternProperties: { '^x': { type: 'string' } }, additionalProperties: false },
      { x1: 1 },
      ['/v/x1 expected a string, not a number'],
    ],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, ['/v/ab expected at most 1 characters']],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, ['/v the key "b" is missing, which goes with "a"']],
    [{ dependencies: { a: ['b'] } }, { a: 1 }, ['/v the key "b" is missing, which goes with "a"']],
    [{ not: { type: 'string' } }, 'a', ['/v is ruled out']],
    [
      JSON.parse('{"if":{"type":"string"},"then":{"minLength":2}}') as object,
      'a',
      ['/v expected at least 2 characters'],
    ],
    [{ anyOf: [{ type: 'string' }, { type: 'object', required: ['k'] }] }, {}, ['/v the key "k" is missing']],
    [{ oneOf: [{ type: 'string' }, { maxLength: 3 }] }, 'a', ['/v fits 2 of the alternatives, and should fit one']],
    [{ format: 'email' }, 'no mail', []],
  ])('%j: %j', (schema, value, expected) => {
    expect(issuesOf(schema, value)).toEqual(expected)
  })
})

describe('a schema that cannot be used is told apart', () => {
  test.each<[unknown, RegExp]>([
    [undefined, /# is not a schema/],
    [[], /# is not a schema/],
    [{ properties: { a: { type: 'text' } } }, /#\/properties\/a\/type is "text"/],
    [{ properties: { a: 1 } }, /#\/properties\/a is not a schema/],
    [{ properties: { a: { $ref: 'https://example.com' } } }, /which is not in it/],
    [{ properties: { a: { $ref: '#/$defs/none' } } }, /which is not in it/],
    [{ properties: { a: { $ref: '#/__proto__/constructor' } } }, /which is not in it/],
    [{ required: 'a' }, /not a value of that keyword/],
    [{ properties: Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [index, {}])) }, /more than/],
    [
      Array.from({ length: 80 }).reduce<object>((inner) => ({ properties: { a: inner } }), {}),
      /nested more than 64 deep/,
    ],
  ])('%#', (schema, fault) => {
    expect(look(schema)).toEqual({ fault: expect.stringMatching(fault) })
  })
})

test('a keyword that is not known is refused, where it would otherwise be overlooked', () => {
  expect(readSchema({ items: { maxlength: 3 } }, { unknown: 'refuse' })).toEqual({
    fault: '#/items/maxlength is a keyword that is not known',
  })
  expect(readSchema({ maxlength: 3 }, { unknown: 'leave' })).toMatchObject({ unchecked: [] })
  expect(readSchema({ format: 'email', title: 'x', 'x-order': 1 }, { unknown: 'refuse' })).not.toHaveProperty('fault')
})

describe('attacks', () => {
  test('a schema that refers to itself ends', () => {
    expect(read({ $ref: '#' }).check({})[0]?.message).toMatch(/too costly/)
    const tree = read({ type: 'object', properties: { child: { $ref: '#' } }, additionalProperties: false })
    expect(tree.check({ child: { child: {} } })).toEqual([])
    expect(tree.check({ child: { chill: {} } })[0]?.pointer).toBe('/child/chill')
  })

  test('a schema that multiplies itself runs out of steps', () => {
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const $defs: Record<string, object> = { d0: { type: 'string' } }
      for (let level = 1; level < 60; level++) {
        $defs[`d${level}`] = { [keyword]: [{ $ref: `#/$defs/d${level - 1}` }, { $ref: `#/$defs/d${level - 1}` }] }
      }
      const issues = read({ properties: { a: { $ref: '#/$defs/d59' } }, $defs }).check({ a: 1 })
      expect(issues[0]?.message).toMatch(/too costly/)
    }
  })

  test('patterns match in linear time, and those that cannot be are left out', () => {
    const schema = read({
      properties: { a: { type: 'string', pattern: '^(a|a)*$' }, b: { type: 'string', pattern: '^(?!x)' } },
    })
    expect(schema.check({ a: `${'a'.repeat(20_000)}!` })).toHaveLength(1)
    expect(schema.unchecked).toEqual(['#/properties/b/pattern'])
    expect(schema.check({ b: 'x' })).toEqual([])
    expect(readSchema({ pattern: '^(?!x)' }, { unknown: 'refuse' })).toEqual({
      fault: expect.stringMatching(/^#\/pattern: ".+" cannot be matched in linear time/),
    })
  })

  test('no key of a schema or value runs code, or finds what every object has', () => {
    const schema = read(
      JSON.parse('{"properties":{"__proto__":{"type":"string"}},"additionalProperties":false}') as object,
    )
    expect(schema.check(JSON.parse('{"__proto__":1}'))[0]?.pointer).toBe('/__proto__')
    expect(schema.check({ constructor: 1 })[0]?.message).toBe('unknown key "constructor"; known here: __proto__')
    expect(({} as Record<string, unknown>)['type']).toBeUndefined()
  })
})

/** Schemas and values small enough that they often have to do with each other. */
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1, 2, 1.5, '', 'a', 'ab', 'abc'),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('any'), { maxLength: 3 }),
  map: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), { maxKeys: 3, noNullPrototype: true }),
})).any
const schema = fc.letrec<{ any: object | boolean; map: object; list: object }>((tie) => {
  const part = tie('any')
  const parts = fc.array(part, { minLength: 1, maxLength: 2 })
  const count = fc.integer({ min: 0, max: 3 })
  const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 })
  return {
    any: fc.oneof(
      { depthSize: 'small' },
      fc.boolean(),
      fc.constantFrom({}, { type: 'string' }, { type: 'integer' }, { const: 1 }),
      tie('map'),
      tie('list'),
    ),
    map: fc.record(
      {
        type: fc.constantFrom('object', 'array', 'string', 'number', ['object', 'null']),
        properties: fc.dictionary(fc.constantFrom('a', 'b'), part, { maxKeys: 2, noNullPrototype: true }),
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), part, { maxKeys: 1, noNullPrototype: true }),
        additionalProperties: part,
        propertyNames: fc.constantFrom({ maxLength: 1 }, { enum: ['a'] }),
        required: keys,
        minProperties: count,
        maxProperties: count,
        dependentRequired: fc.dictionary(fc.constantFrom('a', 'b'), keys, { maxKeys: 1, noNullPrototype: true }),
        not: part,
        if: part,
        else: part,
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
    list: fc
      .record(
        {
          enum: fc.array(value, { minLength: 1, maxLength: 3 }),
          prefixItems: parts,
          items: part,
          minItems: count,
          maxItems: count,
          uniqueItems: fc.boolean(),
          contains: part,
          minContains: count,
          minLength: count,
          maxLength: count,
          pattern: fc.constantFrom('^a', 'b', 'c$'),
          minimum: count,
          exclusiveMaximum: count,
          anyOf: parts,
          allOf: parts,
          oneOf: parts,
        },
        { requiredKeys: [], noNullPrototype: true },
      )
      // Ajv takes an empty list with a prefix for one that contains what it should.
      .map(({ contains, ...rest }) => ('prefixItems' in rest || contains === undefined ? rest : { ...rest, contains })),
  }
}).any

test('it answers as the reference does', { timeout: 600_000 }, () => {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false })
  fc.assert(
    fc.property(schema, value, (one, given) => {
      const whole = { type: 'object', properties: { v: one } }
      expect(read(whole).check({ v: given }).length === 0).toBe(ajv.validate(whole, { v: given }))
    }),
    { numRuns: tries(500) },
  )
})
