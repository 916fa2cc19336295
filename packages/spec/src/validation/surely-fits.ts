import { isObject } from '../json/is-object.ts'

/** Keywords that say nothing about which values fit. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples', '$schema'])

type Schema = Readonly<Record<string, unknown>>
type Check = (argument: unknown, value: unknown, schema: Schema) => boolean

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

const isPrimitive = (value: unknown) => value === null || (typeof value !== 'object' && typeof value !== 'function')

/** A bound on numbers: other values are not its business. */
const bound =
  (holds: (value: number, limit: number) => boolean): Check =>
  (limit, value) =>
    typeof value !== 'number' || (typeof limit === 'number' && holds(value, limit))

/** What each keyword asks, where it is certain; JSON Schema 2020-12, Validation. */
const KEYWORDS: ReadonlyMap<string, Check> = new Map(
  Object.entries<Check>({
    type: (type, value) => typeof type === 'string' && Object.hasOwn(TYPES, type) && TYPES[type]!(value),
    enum: (list, value) => Array.isArray(list) && isPrimitive(value) && list.includes(value),
    const: (wanted, value) => isPrimitive(wanted) && wanted === value,
    anyOf: (list, value) => Array.isArray(list) && list.some((schema) => surelyFits(schema, value)),
    minimum: bound((value, limit) => value >= limit),
    maximum: bound((value, limit) => value <= limit),
    exclusiveMinimum: bound((value, limit) => value > limit),
    exclusiveMaximum: bound((value, limit) => value < limit),
    // Lengths count characters, of which a string has at most as many as units and at least half as many.
    minLength: (limit, value) =>
      typeof value !== 'string' ||
      (typeof limit === 'number' && value.length >= 2 * limit) ||
      characters(value) >= Number(limit),
    maxLength: (limit, value) => typeof value !== 'string' || (typeof limit === 'number' && value.length <= limit),
    pattern: (pattern, value) =>
      typeof value !== 'string' || (typeof pattern === 'string' && expression(pattern).test(value)),
    minItems: (limit, value) => !Array.isArray(value) || (typeof limit === 'number' && value.length >= limit),
    maxItems: (limit, value) => !Array.isArray(value) || (typeof limit === 'number' && value.length <= limit),
    items: (schema, value) => !Array.isArray(value) || value.every((item) => surelyFits(schema, item)),
    required: (names, value) =>
      !isObject(value) || (Array.isArray(names) && names.every((name) => Object.hasOwn(value, String(name)))),
    // One look for the three: one for each would be eight times as many three levels down.
    properties: (_, value, schema) => keysFit(value, schema),
    patternProperties: (_, value, schema) => 'properties' in schema || keysFit(value, schema),
    additionalProperties: (_, value, schema) =>
      'properties' in schema || 'patternProperties' in schema || keysFit(value, schema),
  }),
)

/**
 * True only when a value surely fits a schema: a quick look that saves compiling the schema for values that have nothing
 * wrong. Whatever it is not certain of, a keyword it does not know included, is `false` and left to the validator.
 */
export function surelyFits(schema: unknown, value: unknown): boolean {
  if (schema === true) return true
  if (!isObject(schema)) return false
  return Object.keys(schema).every(
    (keyword) => KEYWORDS.get(keyword)?.(schema[keyword], value, schema) ?? ANNOTATIONS.has(keyword),
  )
}

function keysFit(value: unknown, schema: Schema): boolean {
  if (!isObject(value)) return true
  const { properties = {}, patternProperties = {}, additionalProperties = true } = schema
  if (!isObject(properties) || !isObject(patternProperties)) return false
  const patterns = Object.entries(patternProperties)
  return Object.keys(value).every((key) => {
    const part = value[key]
    if (patterns.length === 0) {
      return surelyFits(Object.hasOwn(properties, key) ? properties[key] : additionalProperties, part)
    }
    const schemas = patterns.filter(([pattern]) => expression(pattern).test(key)).map(([, schemaOf]) => schemaOf)
    if (Object.hasOwn(properties, key)) schemas.push(properties[key])
    if (schemas.length === 0) schemas.push(additionalProperties)
    return schemas.every((schemaOf) => surelyFits(schemaOf, part))
  })
}

const expressions = new Map<string, RegExp>()

function expression(pattern: string): RegExp {
  let compiled = expressions.get(pattern)
  if (!compiled) expressions.set(pattern, (compiled = new RegExp(pattern, 'u')))
  return compiled
}

const characters = (text: string) => Array.from(text).length
