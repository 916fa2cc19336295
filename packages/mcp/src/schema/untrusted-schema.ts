import { linearPattern } from '@poundlock/spec/patterns'
import { checkValue, type CheckedSchema, type SchemaIssue } from './check-value.ts'
import { KEYWORD_SHAPES, SUBSCHEMAS } from './schema-keywords.ts'

const LONGEST_TEXT = 512 * 1024
const MOST_PARTS = 20_000
const DEEPEST = 64

export type { SchemaIssue } from './check-value.ts'

/** A JSON Schema from an untrusted source. It checks values without compiling the schema into code. */
export interface UntrustedSchema {
  /** The problems of a value, at most 20; empty when it fits. */
  check(value: unknown): readonly SchemaIssue[]
  /** Parts that are not checked here, and are left to the server: patterns that only a slow engine knows. */
  readonly unchecked: readonly string[]
}

/** Why a schema cannot be used. */
export interface SchemaFault {
  readonly fault: string
}

/**
 * Reads a schema that came from a server (JSON Schema, 2020-12 and draft 7). Nothing is compiled into code, patterns are
 * matched in linear time, and a schema that multiplies itself runs out of steps.
 */
export function readUntrustedSchema(schema: unknown): UntrustedSchema | SchemaFault {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return { fault: 'it is not an object' }
  const root = schema as Readonly<Record<string, unknown>>
  if (root['type'] !== undefined && root['type'] !== 'object') {
    return { fault: `its type is ${shorten(root['type'])}; the input of a tool is an object` }
  }
  if (JSON.stringify(root).length > LONGEST_TEXT) return { fault: `it has more than ${LONGEST_TEXT} characters` }
  const reading: Reading = { root, parts: 0, patterns: new Map(), references: new Map(), unchecked: [] }
  const fault = readPart(root, '#', 0, reading)
  if (fault !== null) return { fault }
  const { patterns, references, unchecked } = reading
  const checked: CheckedSchema = { root: { type: 'object', ...root }, patterns, references }
  return { check: (value) => checkValue(checked, value), unchecked }
}

interface Reading {
  readonly root: Readonly<Record<string, unknown>>
  parts: number
  readonly patterns: Map<string, ((text: string) => boolean) | null>
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
    const fault = readKeyword(keyword, value, pointer, depth, reading)
    if (fault !== null) return fault
  }
  return null
}

function readKeyword(keyword: string, value: unknown, pointer: string, depth: number, reading: Reading): string | null {
  if (keyword === '$ref' || keyword === '$dynamicRef' || keyword === '$recursiveRef') {
    return readReference(String(value), pointer, reading)
  }
  if (keyword === 'pattern') readPattern(value as string, pointer, reading)
  if (keyword === 'patternProperties') {
    for (const pattern of Object.keys(value as object)) readPattern(pattern, pointer, reading)
  }
  if (keyword === 'unevaluatedProperties' || keyword === 'unevaluatedItems') reading.unchecked.push(pointer)
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

function readPattern(pattern: string, pointer: string, { patterns, unchecked }: Reading): void {
  if (!patterns.has(pattern)) patterns.set(pattern, compilePattern(pattern))
  if (patterns.get(pattern) === null) unchecked.push(pointer)
}

/** `null` where it cannot be matched in linear time. */
function compilePattern(pattern: string): ((text: string) => boolean) | null {
  try {
    const compiled = linearPattern(pattern, 'schema')
    return (text) => compiled.occursIn(text)
  } catch {
    return null
  }
}

/** Only references within the schema: a remote part can change, and fetching it reveals this client. */
function readReference(reference: string, pointer: string, { root, references }: Reading): string | null {
  if (references.has(reference)) return null
  const target =
    reference === '#' ? root : reference.startsWith('#/') ? atPointer(root, reference) : anchored(root, reference)
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
