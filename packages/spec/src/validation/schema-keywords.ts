import { isObject } from '../json/is-object.ts'

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0
const isNumber = (value: unknown) => Number.isFinite(value)
const isText = (value: unknown) => typeof value === 'string'
const isBoolean = (value: unknown) => typeof value === 'boolean'
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const isSchema = (value: unknown) => isObject(value) || isBoolean(value)
const areSchemas = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isSchema)

const TYPE_NAMES: readonly string[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
const isType = (value: unknown) => isText(value) && TYPE_NAMES.includes(value)

type Shape = (value: unknown) => boolean

/** What the value of a keyword must be. Source: JSON Schema 2020-12, Validation and Core; draft 7 for the older ones. */
export const KEYWORD_SHAPES: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['type', (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType))],
  ['enum', Array.isArray],
  ['const', () => true],
  ['minimum', isNumber],
  ['maximum', isNumber],
  // In draft 4, whether the bound itself is left out.
  ['exclusiveMinimum', (value) => isNumber(value) || isBoolean(value)],
  ['exclusiveMaximum', (value) => isNumber(value) || isBoolean(value)],
  ['multipleOf', (value) => isNumber(value) && (value as number) > 0],
  ['minLength', isCount],
  ['maxLength', isCount],
  ['pattern', isText],
  ['minItems', isCount],
  ['maxItems', isCount],
  ['uniqueItems', isBoolean],
  ['minContains', isCount],
  ['maxContains', isCount],
  ['minProperties', isCount],
  ['maxProperties', isCount],
  ['required', areTexts],
  ['properties', isObject],
  ['patternProperties', isObject],
  ['additionalProperties', isSchema],
  ['propertyNames', isSchema],
  ['dependentRequired', (value) => isObject(value) && Object.values(value as object).every(areTexts)],
  ['dependentSchemas', isObject],
  ['dependencies', isObject],
  ['items', (value) => isSchema(value) || (Array.isArray(value) && value.every(isSchema))],
  ['prefixItems', areSchemas],
  ['additionalItems', isSchema],
  ['contains', isSchema],
  ['anyOf', areSchemas],
  ['oneOf', areSchemas],
  ['allOf', areSchemas],
  ['not', isSchema],
  ['if', isSchema],
  ['then', isSchema],
  ['else', isSchema],
  ['$defs', isObject],
  ['definitions', isObject],
  ['$ref', isText],
  ['$dynamicRef', isText],
  ['$recursiveRef', isText],
])

const MAPS = 'properties patternProperties dependentSchemas dependencies $defs definitions'
const SCHEMAS =
  'additionalProperties propertyNames items prefixItems additionalItems contains anyOf oneOf allOf not if then else'

/** Keywords that hold schemas: one or a list, or a map of them. */
export const SUBSCHEMAS: ReadonlyMap<string, 'schemas' | 'map'> = new Map([
  ...MAPS.split(' ').map((keyword) => [keyword, 'map'] as const),
  ...SCHEMAS.split(' ').map((keyword) => [keyword, 'schemas'] as const),
])

/** Keywords that say nothing about which values fit, or nothing that is checked here. */
const ANNOTATIONS: ReadonlySet<string> = new Set(
  (
    'title description default examples deprecated readOnly writeOnly format contentEncoding contentMediaType ' +
    'contentSchema $schema $id $comment $anchor $dynamicAnchor $recursiveAnchor $vocabulary'
  ).split(' '),
)

/** Whether what a keyword asks is known here. Extensions begin with `x-`. */
export const isKnownKeyword = (keyword: string): boolean =>
  KEYWORD_SHAPES.has(keyword) || ANNOTATIONS.has(keyword) || keyword.startsWith('x-')
