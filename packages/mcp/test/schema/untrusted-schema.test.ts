import { expect, test } from 'vitest'
import { readUntrustedSchema } from '../../src/schema/untrusted-schema.ts'

test.each<[unknown, RegExp]>([
  [undefined, /it is not an object/],
  [[], /it is not an object/],
  [{ type: 'string' }, /its type is "string"; the input of a tool is an object/],
  [{ properties: { a: { type: 'text' } } }, /#\/properties\/a\/type is "text"/],
  [{ description: 'x'.repeat(600_000) }, /characters/],
])('%# is no schema of a tool', (schema, fault) => {
  expect(readUntrustedSchema(schema)).toEqual({ fault: expect.stringMatching(fault) })
})

test('the input of a tool is an object, and a check ends', () => {
  const read = readUntrustedSchema({ properties: { a: { $ref: '#' }, b: { pattern: '^(?!x)' } } })
  if ('fault' in read) throw new Error(read.fault)
  expect(read.check(1)).toEqual([{ pointer: '', message: 'expected an object, not a number' }])
  expect(read.check({ a: { a: 2 } })).toEqual([{ pointer: '/a/a', message: 'expected an object, not a number' }])
  expect(read.unchecked).toEqual(['#/properties/b/pattern'])
  const endless = readUntrustedSchema({ $ref: '#' })
  if ('fault' in endless) throw new Error(endless.fault)
  expect(endless.check({})).toEqual([{ pointer: '', message: 'the schema is too costly to check' }])
})
