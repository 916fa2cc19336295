import { describe, expect, expectTypeOf, it } from 'vitest'
import { closedObject, type Static, Type } from '../../src/schema/index.ts'

const Row = closedObject({
  name: Type.String({ minLength: 1 }),
  kind: Type.Enum(['file', 'folder']),
  size: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  tags: Type.Array(Type.String()),
  span: Type.Tuple([Type.Number(), Type.Literal('x')]),
  also: Type.Intersect([Type.Object({ a: Type.Boolean() }), Type.Object({ b: Type.Optional(Type.Unknown()) })]),
  labels: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.String())),
})

describe('a schema', () => {
  it('is a JSON Schema as it stands', () => {
    expect(JSON.parse(JSON.stringify(Row))).toEqual(Row)
    expect(Row).toEqual({
      type: 'object',
      required: ['name', 'kind', 'tags', 'span', 'also'],
      properties: {
        name: { type: 'string', minLength: 1 },
        kind: { enum: ['file', 'folder'] },
        size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        tags: { type: 'array', items: { type: 'string' } },
        span: {
          type: 'array',
          additionalItems: false,
          items: [{ type: 'number' }, { type: 'string', const: 'x' }],
          minItems: 2,
        },
        also: {
          allOf: [
            { type: 'object', required: ['a'], properties: { a: { type: 'boolean' } } },
            { type: 'object', properties: { b: {} } },
          ],
        },
        labels: { type: 'object', patternProperties: { '^[a-z]+$': { type: 'string' } } },
      },
      additionalProperties: false,
    })
  })

  it('is a type of what fits', () => {
    expectTypeOf<Static<typeof Row>>().toEqualTypeOf<{
      name: string
      kind: 'file' | 'folder'
      size?: number | null
      tags: string[]
      span: [number, 'x']
      also: { a: boolean } & { b?: unknown }
      labels?: Record<string, string>
    }>()
    expectTypeOf<Static<{ readonly type: 'string' }>>().toEqualTypeOf<unknown>()
  })

  it('stays required where only a copy of it was made optional', () => {
    const name = Type.String()
    expect(Type.Object({ name, other: Type.Optional(name) })).toMatchObject({ required: ['name'] })
  })
})
