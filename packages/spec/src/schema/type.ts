import type {
  ArrayOptions,
  JsonSchema,
  NumberOptions,
  ObjectOptions,
  ObjectSchema,
  OptionalSchema,
  SchemaOptions,
  SchemaProperties,
  Static,
  StringOptions,
  TypedSchema,
} from './json-schema.ts'

/** Marks a schema of a key that can be absent. Shared by all copies of this package, and left out of JSON. */
const OPTIONAL = Symbol.for('poundlock.schema.optional')

const make = (schema: object): TypedSchema<never> => schema

function objectSchema<const Properties extends SchemaProperties>(
  properties: Properties,
  options: ObjectOptions = {},
): ObjectSchema<Properties> {
  const required = Object.keys(properties).filter((key) => !(OPTIONAL in properties[key]!))
  const schema = { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  return schema as unknown as ObjectSchema<Properties>
}

/** A copy of the schema, for a key that can be absent. */
function optional<Schema extends JsonSchema>(schema: Schema): OptionalSchema<Schema> {
  return Object.defineProperty({ ...schema }, OPTIONAL, { value: true })
}

/** An object of any keys that fit the schema of keys. */
function record<Value extends JsonSchema>(
  key: TypedSchema<string>,
  value: Value,
  options: ObjectOptions = {},
): TypedSchema<Record<string, Static<Value>>> {
  const { pattern = '^.*$' } = key as StringOptions
  return make({ type: 'object', patternProperties: { [pattern]: value }, ...options })
}

function tuple<const Items extends readonly JsonSchema[]>(
  items: Items,
  options: SchemaOptions = {},
): TypedSchema<{ -readonly [Index in keyof Items]: Static<Items[Index]> }> {
  return make({ type: 'array', additionalItems: false, items, minItems: items.length, ...options })
}

type Intersected<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest]
  ? Static<First> & Intersected<Rest>
  : unknown

/**
 * Makes JSON Schemas that are TypeScript types, too: `Static<typeof schema>` is the type of what fits. Each is a plain
 * object, which is its own JSON.
 */
export const Type = {
  Array: <Item extends JsonSchema>(items: Item, options: ArrayOptions = {}): TypedSchema<Static<Item>[]> =>
    make({ type: 'array', items, ...options }),
  Boolean: (options: SchemaOptions = {}): TypedSchema<boolean> => make({ type: 'boolean', ...options }),
  /** One of these values. */
  Enum: <const Value extends string | number>(
    values: readonly Value[],
    options: SchemaOptions = {},
  ): TypedSchema<Value> => make({ enum: [...values], ...options }),
  Integer: (options: NumberOptions = {}): TypedSchema<number> => make({ type: 'integer', ...options }),
  /** All of these at once. */
  Intersect: <const Parts extends readonly JsonSchema[]>(parts: Parts): TypedSchema<Intersected<Parts>> =>
    make({ allOf: parts }),
  Literal: <const Value extends string | number | boolean>(
    value: Value,
    options: SchemaOptions = {},
  ): TypedSchema<Value> => make({ type: typeof value, const: value, ...options }),
  Null: (options: SchemaOptions = {}): TypedSchema<null> => make({ type: 'null', ...options }),
  Number: (options: NumberOptions = {}): TypedSchema<number> => make({ type: 'number', ...options }),
  Object: objectSchema,
  Optional: optional,
  Record: record,
  String: (options: StringOptions = {}): TypedSchema<string> => make({ type: 'string', ...options }),
  Tuple: tuple,
  /** One of these, or several. */
  Union: <const Parts extends readonly JsonSchema[]>(
    parts: Parts,
    options: SchemaOptions = {},
  ): TypedSchema<Static<Parts[number]>> => make({ anyOf: parts, ...options }),
  /** Any value. */
  Unknown: (options: SchemaOptions = {}): TypedSchema<unknown> => make({ ...options }),
  /** A schema that is written out, whose values are said to have this type. */
  Unsafe: <Value = unknown>(schema: JsonSchema): TypedSchema<Value> => make(schema),
} as const

/** An object of these keys and no others. */
export const closedObject = <const Properties extends SchemaProperties>(
  properties: Properties,
  options: Omit<ObjectOptions, 'additionalProperties'> = {},
): ObjectSchema<Properties> => objectSchema(properties, { additionalProperties: false, ...options })
