import { isObject } from '@poundlock/spec'
import type { JsonObject } from './provider.ts'

/**
 * What OpenAI's structured outputs understand of a schema ("Supported schemas" in its guide); a tool with anything else
 * is sent without `strict`.
 */
const UNDERSTOOD = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  'description',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
])

/** What only narrows values or informs people: left out, and still checked when the call comes. */
const LEFT_OUT = new Set([
  'minLength',
  'maxLength',
  'default',
  'title',
  'examples',
  'format',
  '$id',
  '$comment',
  'uniqueItems',
])

/**
 * The schema in the form that `strict` requires: every property required, no others allowed, and optional ones may be
 * `null`. `null` where the schema has no such form.
 */
export function strictSchema(schema: JsonObject): JsonObject | null {
  const strict: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (LEFT_OUT.has(key)) continue
    if (!UNDERSTOOD.has(key)) return null
    strict[key] = value
  }
  if (Object.hasOwn(schema, 'anyOf')) {
    const options = allStrict(schema['anyOf'])
    if (options === null) return null
    strict['anyOf'] = options
  }
  if (Object.hasOwn(schema, 'items')) {
    const items = isObject(schema['items']) ? strictSchema(schema['items']) : null
    if (items === null) return null
    strict['items'] = items
  }
  if (schema['type'] === 'object') {
    if (schema['additionalProperties'] !== false || !isObject(schema['properties'])) return null
    const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [])
    const properties: [string, JsonObject][] = []
    for (const [name, property] of Object.entries(schema['properties'])) {
      const own = isObject(property) ? strictSchema(property) : null
      if (own === null) return null
      properties.push([name, required.has(name) ? own : { anyOf: [own, { type: 'null' }] }])
    }
    strict['properties'] = Object.fromEntries(properties)
    strict['required'] = properties.map(([name]) => name)
  }
  return strict
}

function allStrict(options: unknown): readonly JsonObject[] | null {
  if (!Array.isArray(options)) return null
  const strict = options.map((option) => (isObject(option) ? strictSchema(option) : null))
  return strict.includes(null) ? null : (strict as JsonObject[])
}

/** The input without the `null`s of omitted properties. */
export function withoutNulls(schema: unknown, input: unknown): unknown {
  if (Array.isArray(input)) {
    const items = isObject(schema) ? schema['items'] : undefined
    return input.map((item) => withoutNulls(items, item))
  }
  if (!isObject(input) || !isObject(schema) || !isObject(schema['properties'])) return input
  const { properties, required } = schema
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name)
  const property = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined)
  const entries = Object.entries(input).filter(
    ([name, value]) => value !== null || isRequired(name) || property(name) === undefined || takesNull(property(name)),
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutNulls(property(name), value)]))
}

function takesNull(schema: unknown): boolean {
  if (!isObject(schema)) return false
  const { type, anyOf } = schema
  return (
    type === 'null' || (Array.isArray(type) && type.includes('null')) || (Array.isArray(anyOf) && anyOf.some(takesNull))
  )
}
