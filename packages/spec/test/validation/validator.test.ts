import { describe, expect, it } from 'vitest'
import { type JsonSchema, Type } from '../../src/schema/index.ts'
import { createValidator } from '../../src/validation/index.ts'

const messages = (schema: JsonSchema, value: unknown) => createValidator(schema)(value).map(({ message }) => message)

describe('what is wrong, as a sentence', () => {
  it.each<[JsonSchema, unknown, ...string[]]>([
    [Type.Literal('x'), 'y', 'expected "x"'],
    [Type.Enum(['a']), 'b', 'expected "a"'],
    [Type.Enum(['a', 'b', 'c']), 'd', 'expected "a", "b" or "c"'],
    [Type.String({ minLength: 3 }), 'ab', 'expected at least 3 characters'],
    [Type.String({ maxLength: 1 }), 'ab', 'expected at most 1 characters'],
    [Type.Array(Type.String(), { minItems: 1 }), [], 'expected at least 1 entries'],
    [Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b'], 'expected at most 1 entries'],
    [Type.Number({ exclusiveMaximum: 3 }), 3, 'expected less than 3'],
    [Type.Number({ multipleOf: 2 }), 3, 'expected a multiple of 2'],
    [Type.Object({}, { additionalProperties: false }), { a: 1 }, 'unknown key "a"; no key is known here'],
    [Type.Unsafe({ type: ['string', 'null'] }), 7, 'expected a string or a null, not a number'],
  ])('%j of %j', (schema, value, ...expected) => {
    expect(messages(schema, value)).toEqual(expected)
  })

  it('names every wrong place once, by a JSON Pointer', () => {
    const schema = Type.Object({ 'a/b': Type.Array(Type.Object({ 'c~d': Type.String() })) })
    expect(createValidator(schema)({ 'a/b': [{ 'c~d': 1 }, {}] })).toEqual([
      { pointer: '/a~1b/0/c~0d', message: 'expected a string, not a number' },
      { pointer: '/a~1b/1', message: 'the key "c~d" is missing' },
    ])
  })
})

describe('a value that fits no branch of a union', () => {
  const rule = Type.Union([
    Type.String({ minLength: 1 }),
    Type.Object({ command: Type.String() }, { additionalProperties: false }),
  ])
  const schema = Type.Union([Type.Enum(['off', 'on']), Type.Array(rule, { title: 'a list of rules' })])

  it.each<[unknown, ...string[]]>([
    ['maybe', ': expected "off", "on" or a list of rules'],
    [7, ': expected "off", "on" or a list of rules'],
    [{}, ': expected "off", "on" or a list of rules'],
    [[7], '/0: expected a string or an object'],
    [['a', ''], '/1: is empty'],
    [[{}], '/0: the key "command" is missing'],
    [[{ command: 1 }], '/0/command: expected a string, not a number'],
    [
      [{ command: 'a', x: 1 }, null],
      '/0/x: unknown key "x"; known here: command',
      '/1: expected a string or an object',
    ],
  ])('%j gets the errors of the branch that was meant, or those of the union', (value, ...expected) => {
    expect(createValidator(schema)(value).map(({ pointer, message }) => `${pointer}: ${message}`)).toEqual(expected)
  })

  it.each([['off'], [[]], [['a', { command: 'b' }]]])('%j fits', (value) => {
    expect(createValidator(schema)(value)).toEqual([])
  })

  it('gets one message where several branches could have been meant', () => {
    const either = Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })])
    expect(messages(either, {})).toEqual(['expected an object or an object'])
  })

  it('is answered quickly in a hundred thousand places', () => {
    expect(createValidator(schema)(Array.from({ length: 100_000 }, () => null))).toHaveLength(20)
  })
})

describe('making a validator', () => {
  it('costs nothing and throws nothing before its first use', () => {
    const validate = createValidator(Type.Unsafe({ type: 'nonsense' }))
    expect(() => validate(1)).toThrow('nonsense')
  })

  it('works for two schemas of the same $id', () => {
    expect(messages(Type.String({ $id: 'x' }), 'a')).toEqual([])
    expect(messages(Type.Number({ $id: 'x' }), 'a')).toEqual(['expected a number, not a string'])
  })

  it('gives each call its own answer', () => {
    const validate = createValidator(Type.String())
    const first = validate(1)
    expect(validate('a')).toEqual([])
    expect(first).toHaveLength(1)
  })
})
