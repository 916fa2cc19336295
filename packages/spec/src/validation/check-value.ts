import { sortedJson } from '../json/sorted-json.ts'
import type { SchemaPattern } from '../patterns/schema-pattern.ts'
import { expectation, otherType, quote, unfitPattern, unknownKey } from './issue-words.ts'
import { IssueList, type ValidationIssue } from './validation-issue.ts'

/** A schema whose keywords have the right form, with its patterns and references looked up. */
export interface CheckedSchema {
  readonly root: unknown
  /** `null` for a pattern that cannot be matched in linear time, which is not checked. */
  readonly patterns: ReadonlyMap<string, SchemaPattern | null>
  readonly references: ReadonlyMap<string, unknown>
  /** How long a check can take. */
  readonly maxSteps: number
}

type Schema = Readonly<Record<string, unknown>>

/** Steps of a pattern that take the time of one step here. */
const PATTERN_STEPS = 50
const DEEPEST = 200
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'] as const

/** Thrown where a schema refers to itself without end, or takes too many steps. */
class TooCostly extends Error {}

/** Holds a value against a schema. Every doubt is an issue. */
export function checkValue(schema: CheckedSchema, value: unknown): readonly ValidationIssue[] {
  const check = new ValueCheck(schema)
  try {
    check.value(schema.root, value, '', 0)
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    return [{ pointer: '', message: 'the schema is too costly to check' }]
  }
  return check.issues.list
}

class ValueCheck {
  issues = new IssueList()
  readonly #schema: CheckedSchema
  #steps = 0

  constructor(schema: CheckedSchema) {
    this.#schema = schema
  }

  value(schema: unknown, value: unknown, at: string, depth: number): void {
    this.#count(1)
    if (depth > DEEPEST) throw new TooCostly()
    if (schema === true || this.issues.isFull) return
    if (schema === false) return this.issues.add(at, 'nothing is allowed here')
    const keywords = schema as Schema
    for (const name of REFERENCES) {
      const reference = keywords[name]
      if (reference !== undefined) this.value(this.#schema.references.get(reference as string), value, at, depth + 1)
    }
    if (!isOfType(keywords['type'], value)) {
      return this.issues.add(at, otherType(keywords['type'], value), 'other-kind')
    }
    this.#constants(keywords, value, at)
    this.#combinations(keywords, value, at, depth)
    if (typeof value === 'string') this.#text(keywords, value, at)
    else if (typeof value === 'number') this.#number(keywords, value, at)
    else if (Array.isArray(value)) this.#items(keywords, value, at, depth)
    else if (typeof value === 'object' && value !== null) this.#keys(keywords, value as Schema, at, depth)
  }

  #count(steps: number): void {
    this.#steps += steps
    if (this.#steps > this.#schema.maxSteps) throw new TooCostly()
  }

  /** What is wrong with a value by a schema, for itself. */
  #issuesOf(schema: unknown, value: unknown, at: string, depth: number): IssueList {
    const outer = this.issues
    this.issues = new IssueList()
    this.value(schema, value, at, depth + 1)
    const found = this.issues
    this.issues = outer
    return found
  }

  #fits(schema: unknown, value: unknown, depth: number): boolean {
    return this.#issuesOf(schema, value, '', depth).isEmpty
  }

  #constants(schema: Schema, value: unknown, at: string): void {
    const isOther = 'const' in schema && !equal(schema['const'], value)
    const values = schema['enum'] as readonly unknown[] | undefined
    if (values !== undefined) this.#count(values.length)
    if (isOther || (values !== undefined && !values.some((one) => equal(one, value)))) {
      this.issues.add(at, expectation(schema), 'other-kind')
    }
  }

  #combinations(schema: Schema, value: unknown, at: string, depth: number): void {
    const list = (name: string) => schema[name] as readonly unknown[] | undefined
    for (const part of list('allOf') ?? []) this.value(part, value, at, depth + 1)
    const any = list('anyOf')
    if (any) this.#anyOf(any, schema, value, at, depth)
    const one = list('oneOf')
    if (one) this.#oneOf(one, schema, value, at, depth)
    if (schema['not'] !== undefined && this.#fits(schema['not'], value, depth)) this.issues.add(at, 'is ruled out')
    if (schema['if'] !== undefined) {
      const branch = this.#fits(schema['if'], value, depth) ? schema['then'] : schema['else']
      if (branch !== undefined) this.value(branch, value, at, depth + 1)
    }
  }

  #anyOf(parts: readonly unknown[], schema: Schema, value: unknown, at: string, depth: number): void {
    const found: IssueList[] = []
    for (const part of parts) {
      const issues = this.#issuesOf(part, value, at, depth)
      if (issues.isEmpty) return
      found.push(issues)
    }
    this.#noneFits(found, schema, at)
  }

  #oneOf(parts: readonly unknown[], schema: Schema, value: unknown, at: string, depth: number): void {
    const found = parts.map((part) => this.#issuesOf(part, value, at, depth))
    const fitting = found.filter(({ isEmpty }) => isEmpty).length
    if (fitting > 1) this.issues.add(at, `fits ${fitting} of the alternatives, and should fit one`, 'other-kind')
    if (fitting === 0) this.#noneFits(found, schema, at)
  }

  /** The issues of the one branch that was meant, or what the union takes where none or several could have been. */
  #noneFits(branches: readonly IssueList[], schema: Schema, at: string): void {
    const meant = branches.filter((issues) => !issues.isOfOtherKind(at))
    if (meant.length === 1) this.issues.addAll(meant[0]!)
    else this.issues.add(at, expectation(schema), 'other-kind')
  }

  #text(schema: Schema, value: string, at: string): void {
    const { minLength, maxLength, pattern } = schema as { minLength?: number; maxLength?: number; pattern?: string }
    if (minLength !== undefined && !hasCharacters(value, minLength)) {
      this.issues.add(at, minLength === 1 ? 'is empty' : `expected at least ${minLength} characters`)
    }
    if (maxLength !== undefined && hasCharacters(value, maxLength + 1))
      this.issues.add(at, `expected at most ${maxLength} characters`)
    if (pattern !== undefined && this.#matches(pattern, value) === false) this.issues.add(at, unfitPattern(pattern))
  }

  /** Whether a pattern occurs in a text; `null` where the pattern cannot be matched. The steps grow with the text. */
  #matches(pattern: string, text: string): boolean | null {
    this.#count(1 + text.length / PATTERN_STEPS)
    return this.#schema.patterns.get(pattern)?.(text) ?? null
  }

  #number(schema: Schema, value: number, at: string): void {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Record<
      string,
      number | boolean
    >
    const above = exclusiveMinimum === true ? minimum : exclusiveMinimum
    const below = exclusiveMaximum === true ? maximum : exclusiveMaximum
    if (typeof minimum === 'number' && value < minimum) this.issues.add(at, `expected at least ${minimum}`)
    if (typeof maximum === 'number' && value > maximum) this.issues.add(at, `expected at most ${maximum}`)
    if (typeof above === 'number' && value <= above) this.issues.add(at, `expected more than ${above}`)
    if (typeof below === 'number' && value >= below) this.issues.add(at, `expected less than ${below}`)
    if (typeof multipleOf === 'number') {
      const quotient = value / multipleOf
      if (Math.abs(quotient - Math.round(quotient)) > 1e-8 * Math.max(1, Math.abs(quotient))) {
        this.issues.add(at, `expected a multiple of ${multipleOf}`)
      }
    }
  }

  #items(schema: Schema, value: readonly unknown[], at: string, depth: number): void {
    const { minItems, maxItems, uniqueItems, contains, items, prefixItems, additionalItems } = schema
    if (typeof minItems === 'number' && value.length < minItems)
      this.issues.add(at, `expected at least ${minItems} entries`)
    if (typeof maxItems === 'number' && value.length > maxItems)
      this.issues.add(at, `expected at most ${maxItems} entries`)
    if (uniqueItems === true && new Set(value.map(sortedJson)).size < value.length) {
      this.issues.add(at, 'expected no entry twice')
    }
    const first = (Array.isArray(items) ? items : (prefixItems ?? [])) as readonly unknown[]
    const rest = Array.isArray(items) ? additionalItems : items
    for (const [index, item] of value.entries()) {
      if (this.issues.isFull) return
      const part = index < first.length ? first[index] : rest
      if (part !== undefined) this.value(part, item, `${at}/${index}`, depth + 1)
    }
    if (contains === undefined) return
    const found = value.filter((item) => this.#fits(contains, item, depth)).length
    const { minContains = 1, maxContains = Infinity } = schema as { minContains?: number; maxContains?: number }
    if (found < minContains) this.issues.add(at, `expected at least ${minContains} entries of a certain kind`)
    if (found > maxContains) this.issues.add(at, `expected at most ${maxContains} entries of a certain kind`)
  }

  #keys(schema: Schema, value: Schema, at: string, depth: number): void {
    const { required, propertyNames, minProperties, maxProperties } = schema
    const names = Object.keys(value)
    for (const name of (required ?? []) as readonly string[]) {
      if (!Object.hasOwn(value, name)) this.issues.add(at, `the key ${quote(name)} is missing`)
    }
    if (typeof minProperties === 'number' && names.length < minProperties)
      this.issues.add(at, `expected at least ${minProperties} keys`)
    if (typeof maxProperties === 'number' && names.length > maxProperties)
      this.issues.add(at, `expected at most ${maxProperties} keys`)
    this.#dependencies(schema, value, at, depth)
    const known = new Map(names.map((name) => [name, this.#schemasOfKey(schema, name)]))
    for (const [name, schemas] of known) {
      if (schemas === null) this.issues.add(below(at, name), unknownKey(name, schema))
    }
    for (const [name, schemas] of known) {
      if (this.issues.isFull) return
      if (propertyNames !== undefined) this.value(propertyNames, name, below(at, name), depth + 1)
      for (const part of schemas ?? []) this.value(part, value[name], below(at, name), depth + 1)
    }
  }

  /** The schemas of a key's value; `null` for a key that should not be there. */
  #schemasOfKey({ properties, patternProperties, additionalProperties }: Schema, name: string): unknown[] | null {
    const schemas: unknown[] = []
    let isNamed = false
    if (properties !== undefined && Object.hasOwn(properties as object, name)) {
      isNamed = true
      schemas.push((properties as Schema)[name])
    }
    for (const [pattern, part] of Object.entries((patternProperties ?? {}) as Schema)) {
      const matches = this.#matches(pattern, name)
      // A pattern that cannot be matched here may name the key.
      isNamed ||= matches !== false
      if (matches === true) schemas.push(part)
    }
    if (isNamed || additionalProperties === undefined) return schemas
    return additionalProperties === false ? null : [additionalProperties]
  }

  #dependencies(schema: Schema, value: Schema, at: string, depth: number): void {
    for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
      for (const [name, needed] of Object.entries((schema[keyword] ?? {}) as Schema)) {
        this.#count(1)
        if (!Object.hasOwn(value, name)) continue
        if (!Array.isArray(needed)) this.value(needed, value, at, depth + 1)
        else {
          for (const other of needed as readonly string[]) {
            if (!Object.hasOwn(value, other))
              this.issues.add(at, `the key ${quote(other)} is missing, which goes with ${quote(name)}`)
          }
        }
      }
    }
  }
}

const OF_TYPE: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

const isOfType = (type: unknown, value: unknown) =>
  type === undefined || [type].flat().some((name) => OF_TYPE[name as string]!(value))

const below = (at: string, key: string) => `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`

const equal = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && sortedJson(a) === sortedJson(b))

/** Characters are counted, of which a text has at most as many as units and at least half as many. */
function hasCharacters(text: string, count: number): boolean {
  if (text.length < count) return false
  return text.length >= 2 * count || Array.from(text).length >= count
}
