import { expect, test } from 'vitest'
import { fillGeneratedParts } from '../docs/generated-parts.ts'
import { schemaText, type JsonSchema } from '../docs/schema-text.ts'

const page = (text: string) =>
  `Before\n\n<!-- generated: table -->\n${text}<!-- end of table -->\n\n<!-- generated: other -->\n<!-- end of other -->\n`
const PARTS = new Map([
  ['table', '| a |'],
  ['other', 'x'],
])

test('what stands between the marks of a part is made anew, once', () => {
  const filled = fillGeneratedParts(page('old\n'), PARTS)
  expect(filled).toContain('<!-- generated: table -->\n\n| a |\n\n<!-- end of table -->')
  expect(filled).not.toContain('old')
  expect(fillGeneratedParts(filled, PARTS)).toBe(filled)
})

test('a part that nobody makes is an error that names it', () => {
  expect(() => fillGeneratedParts(page(''), new Map([['table', '']]))).toThrow('nobody makes the part other')
})

const NAMED: JsonSchema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
const names = new Map([[JSON.stringify(NAMED), 'Thing']])

test.each<[JsonSchema, string]>([
  [{ type: 'string' }, 'string'],
  [{ const: 'a' }, '"a"'],
  [{ enum: ['a', 1] }, '"a" | 1'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [{ type: 'array', items: NAMED }, 'Thing[]'],
  [{ type: 'object' }, 'object'],
  [{ type: 'object', additionalProperties: false }, '{}'],
  [{ type: 'object', properties: { a: NAMED, b: { type: 'null' } }, required: ['a'] }, '{ a: Thing, b?: null }'],
  [{ type: 'object', patternProperties: { '^.*$': { type: 'string' } } }, '{ [name: string]: string }'],
  [{ allOf: [NAMED, { type: 'object', additionalProperties: false }] }, 'Thing & {}'],
  [{}, 'unknown'],
])('%j is written %s', (schema, text) => {
  expect(schemaText(schema, { names })).toBe(text)
})

test('what is too long for a line has a line for each field', () => {
  const properties = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`field${index}`, { type: 'string' }]))
  const text = schemaText({ type: 'object', properties, required: Object.keys(properties) }, { names })
  expect(text.split('\n')).toHaveLength(14)
})
