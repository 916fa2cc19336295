import { schemaPattern, type SchemaPattern } from '../patterns/schema-pattern.ts'
import { checkValue, type CheckedSchema } from './check-value.ts'
import { isKnownKeyword, KEYWORD_SHAPES, SUBSCHEMAS } from './schema-keywords.ts'
import type { ValidationIssue } from './validation-issue.ts'

const MOST_PARTS = 20_000
const DEEPEST = 64

/** How a schema is read, and how far. */
export interface ReadSchemaOptions {
  /**
   * What becomes of a keyword that is not known here, or a pattern that no engine matches in linear time: the schema is
   * refused, or that part of it is not checked, and listed as such.
   */
  readonly unknown: 'refuse' | 'leave'
  /** Steps that one check can take. Default: no limit. */
  readonly maxSteps?: number
}

/** A schema that was read. */
export interface ReadSchema {
  /** The problems of a value, at most 20; empty when it fits. */
  check(value: unknown): readonly ValidationIssue[]
  /** Parts that are not checked, as JSON Pointers. */
  readonly unchecked: readonly string[]
}

/** Why a schema cannot be used. */
export interface SchemaFault {
  /** One sentence, with the place in the schema. */
  readonly fault: string
}

/**
 * Reads a JSON Schema (2020-12 and draft 7), so that values can be checked against it. It is interpreted, never compiled
 * into code, and its patterns are matched in linear time.
 */
export function readSchema(
  root: unknown,
  { unknown, maxSteps = Infinity }: ReadSchemaOptions,
): ReadSchema | SchemaFault {
  const reading: Reading = { root, unknown, parts: 0, patterns: new Map(), references: new Map(), unchecked: [] }
  const fault = readPart(root, '#', 0, reading)
  if (fault !== null) return { fault }
  const { patterns, references, unchecked } = reading
  const schema: CheckedSchema = { root, patterns, references, maxSteps }
  return { check: (value) => checkValue(schema, value), unchecked }
}

interface Reading {
  readonly root: unknown
  readonly unknown: 'refuse' | 'leave'
  parts: number
  readonly patterns: Map<string, SchemaPattern | null>
  readonly references: Map<string, unknown>
  readonly unchecked: string[]
}

function readPart(schema: unknown, at: string, depth: number, reading: Reading): string | null {
  if (typeof schema === 'boolean') return null
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return `${at} is not a schema`
  if (++reading.parts > MOST_PARTS) return `it has more than ${MOST_PARTS} parts`
  if (depth > DEEPEST) return `it is nested more than ${DEEPEST} deep`
  for (const [keyword, value] of Object.entries(schema)) {
    const pointer = `${at}/${keyword}`
    if (KEYWORD_SHAPES.get(keyword)?.(value) === false) {
      return `${pointer} is ${shorten(value)}, which is not a value of that keyword`
    }
    if (!isKnownKeyword(keyword) && reading.unknown === 'refuse') return `${pointer} is a keyword that is not known`
    const fault = readKeyword(keyword, value, pointer, depth, reading)
    if (fault !== null) return fault
  }
  return null
}

function readKeyword(keyword: string, value: unknown, pointer: string, depth: number, reading: Reading): string | null {
  if (keyword === '$ref' || keyword === '$dynamicRef' || keyword === '$recursiveRef') {
    return readReference(String(value), pointer, reading)
  }
  if (keyword === 'unevaluatedProperties' || keyword === 'unevaluatedItems') reading.unchecked.push(pointer)
  const patterns = keyword === 'pattern' ? [value as string] : []
  if (keyword === 'patternProperties') patterns.push(...Object.keys(value as object))
  for (const pattern of patterns) {
    const fault = readPattern(pattern, pointer, reading)
    if (fault !== null) return fault
  }
  const kind = SUBSCHEMAS.get(keyword)
  if (kind === undefined) return null
  const parts: readonly (readonly [string, unknown])[] =
    kind === 'map'
      ? Object.entries(value as object)
      : Array.isArray(value)
        ? value.map((part, index) => [String(index), part] as const)
        : [['', value]]
  for (const [name, part] of parts) {
    // Draft 7: names of keys that must be there as well.
    if (keyword === 'dependencies' && Array.isArray(part)) continue
    const fault = readPart(part, name === '' ? pointer : `${pointer}/${name.slice(0, 100)}`, depth + 1, reading)
    if (fault !== null) return fault
  }
  return null
}

function readPattern(pattern: string, pointer: string, { patterns, unchecked, unknown }: Reading): string | null {
  if (!patterns.has(pattern)) {
    try {
      patterns.set(pattern, schemaPattern(pattern))
    } catch (error) {
      if (unknown === 'refuse') return `${pointer}: ${shorten(pattern)}: ${(error as Error).message}`
      patterns.set(pattern, null)
    }
  }
  if (patterns.get(pattern) === null) unchecked.push(pointer)
  return null
}

/** Only references within the schema: a remote part can change, and fetching it reveals this client. */
function readReference(reference: string, pointer: string, { root, references }: Reading): string | null {
  if (references.has(reference)) return null
  const target =
    reference === '#'
      ? root
      : reference.startsWith('#/')
        ? atPointer(root, reference)
        : anchored(root as Readonly<Record<string, unknown>>, reference)
  if (target === undefined) return `${pointer} refers to ${shorten(reference)}, which is not in it`
  references.set(reference, target)
  return null
}

function atPointer(root: unknown, reference: string): unknown {
  let value = root
  for (const token of reference.slice(2).split('/')) {
    const key = decode(token).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

function decode(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

function anchored(root: Readonly<Record<string, unknown>>, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  const definitions = { ...(root['$defs'] as object | undefined), ...(root['definitions'] as object | undefined) }
  return Object.values(definitions).find((part) => {
    const { $anchor, $dynamicAnchor } = (part ?? {}) as Record<string, unknown>
    return [$anchor, $dynamicAnchor].includes(reference.slice(1))
  })
}

const shorten = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 100)
