import { visibleText } from '@poundlock/spec'
import { canonicalJson } from './canonical-json.ts'

/** One thing wrong with a value. */
export interface SchemaIssue {
  /** JSON Pointer (RFC 6901) to the place; the empty string is the whole value. */
  readonly pointer: string
  readonly message: string
}

/** A schema whose keywords have the right form, with its patterns and references looked up. */
export interface CheckedSchema {
  readonly root: Schema
  readonly patterns: ReadonlyMap<string, ((text: string) => boolean) | null>
  readonly references: ReadonlyMap<string, unknown>
}

type Schema = Readonly<Record<string, unknown>>

const MOST_ISSUES = 20
const MOST_STEPS = 200_000
/** Characters that a pattern is matched against in the time of one step. */
const CHARACTERS_A_STEP = 50
const DEEPEST = 200

/** Thrown where a schema refers to itself without end, or takes too many steps. */
class TooCostly extends Error {}

/** Holds a value against a schema. Every doubt is an issue. */
export function checkValue(schema: CheckedSchema, value: unknown): readonly SchemaIssue[] {
  const check = new ValueCheck(schema)
  try {
    check.value(schema.root, value, '', 0)
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    return [{ pointer: '', message: 'the schema is too costly to check' }]
  }
  return check.issues
}

class ValueCheck {
  issues: SchemaIssue[] = []
  readonly #schema: CheckedSchema
  #steps = 0

  constructor(schema: CheckedSchema) {
    this.#schema = schema
  }

  value(schema: unknown, value: unknown, at: string, depth: number): void {
    if (++this.#steps > MOST_STEPS || depth > DEEPEST) throw new TooCostly()
    if (schema === true) return
    if (schema === false) return this.#issue(at, 'nothing is allowed here')
    const keywords = schema as Schema
    for (const name of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = keywords[name]
      if (reference !== undefined) this.value(this.#schema.references.get(reference as string), value, at, depth + 1)
    }
    if (!this.#isOfType(keywords['type'], value)) {
      return this.#issue(at, `expected ${[keywords['type']].flat().join(' or ')}, found ${kindOf(value)}`)
    }
    this.#constants(keywords, value, at)
    this.#combinations(keywords, value, at, depth)
    if (typeof value === 'string') this.#text(keywords, value, at)
    else if (typeof value === 'number') this.#number(keywords, value, at)
    else if (Array.isArray(value)) this.#items(keywords, value, at, depth)
    else if (typeof value === 'object' && value !== null) this.#keys(keywords, value as Schema, at, depth)
  }

  #issue(pointer: string, message: string): void {
    if (this.issues.length < MOST_ISSUES) this.issues.push({ pointer, message })
  }

  /** Whether a value fits, without saying why not. */
  #fits(schema: unknown, value: unknown, depth: number): boolean {
    const outerIssues = this.issues
    this.issues = []
    this.value(schema, value, '', depth + 1)
    const fits = this.issues.length === 0
    this.issues = outerIssues
    return fits
  }

  #isOfType(type: unknown, value: unknown): boolean {
    return type === undefined || [type].flat().some((name) => OF_TYPE[name as string]!(value))
  }

  #constants(schema: Schema, value: unknown, at: string): void {
    if ('const' in schema && !equal(schema['const'], value)) this.#issue(at, `expected ${shown(schema['const'])}`)
    const values = schema['enum'] as readonly unknown[] | undefined
    if (values !== undefined) {
      this.#steps += values.length
      if (!values.some((one) => equal(one, value))) {
        this.#issue(at, `expected one of ${values.slice(0, 20).map(shown).join(', ')}`)
      }
    }
  }

  #combinations(schema: Schema, value: unknown, at: string, depth: number): void {
    const list = (name: string) => schema[name] as readonly unknown[] | undefined
    for (const part of list('allOf') ?? []) this.value(part, value, at, depth + 1)
    const any = list('anyOf')
    if (any && !any.some((part) => this.#fits(part, value, depth))) this.#alternatives(any, value, at, depth)
    const one = list('oneOf')
    if (one) {
      const fitting = one.filter((part) => this.#fits(part, value, depth)).length
      if (fitting > 1) this.#issue(at, `fits ${fitting} of the alternatives, and should fit one`)
      if (fitting === 0) this.#alternatives(one, value, at, depth)
    }
    if (schema['not'] !== undefined && this.#fits(schema['not'], value, depth)) this.#issue(at, 'is ruled out')
    if (schema['if'] !== undefined) {
      const branch = this.#fits(schema['if'], value, depth) ? schema['then'] : schema['else']
      if (branch !== undefined) this.value(branch, value, at, depth + 1)
    }
  }

  /** The problems of the one alternative with the value's type, or a message that none fits. */
  #alternatives(parts: readonly unknown[], value: unknown, at: string, depth: number): void {
    const candidates = parts.filter(
      (part) => typeof part === 'object' && this.#isOfType((part as Schema)['type'], value),
    )
    if (candidates.length === 1) this.value(candidates[0], value, at, depth + 1)
    else this.#issue(at, `fits none of the ${parts.length} alternatives`)
  }

  #text(schema: Schema, value: string, at: string): void {
    const { minLength, maxLength, pattern } = schema as { minLength?: number; maxLength?: number; pattern?: string }
    if (minLength !== undefined && !hasCharacters(value, minLength))
      this.#issue(at, `expected at least ${minLength} characters`)
    if (maxLength !== undefined && hasCharacters(value, maxLength + 1))
      this.#issue(at, `expected at most ${maxLength} characters`)
    if (pattern !== undefined && this.#matches(pattern, value) === false) {
      this.#issue(at, `expected text that fits ${shown(pattern)}`)
    }
  }

  /** Whether a pattern occurs in a text; `null` where the pattern cannot be matched. The steps grow with the text. */
  #matches(pattern: string, text: string): boolean | null {
    this.#steps += 1 + text.length / CHARACTERS_A_STEP
    if (this.#steps > MOST_STEPS) throw new TooCostly()
    return this.#schema.patterns.get(pattern)?.(text) ?? null
  }

  #number(schema: Schema, value: number, at: string): void {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Record<
      string,
      number | boolean
    >
    const above = exclusiveMinimum === true ? minimum : exclusiveMinimum
    const below = exclusiveMaximum === true ? maximum : exclusiveMaximum
    if (typeof minimum === 'number' && value < minimum) this.#issue(at, `expected at least ${minimum}`)
    if (typeof maximum === 'number' && value > maximum) this.#issue(at, `expected at most ${maximum}`)
    if (typeof above === 'number' && value <= above) this.#issue(at, `expected more than ${above}`)
    if (typeof below === 'number' && value >= below) this.#issue(at, `expected less than ${below}`)
    if (typeof multipleOf === 'number') {
      const quotient = value / multipleOf
      if (Math.abs(quotient - Math.round(quotient)) > 1e-8 * Math.max(1, Math.abs(quotient))) {
        this.#issue(at, `expected a multiple of ${multipleOf}`)
      }
    }
  }

  #items(schema: Schema, value: readonly unknown[], at: string, depth: number): void {
    const { minItems, maxItems, uniqueItems, contains, items, prefixItems, additionalItems } = schema
    if (typeof minItems === 'number' && value.length < minItems) this.#issue(at, `expected at least ${minItems} items`)
    if (typeof maxItems === 'number' && value.length > maxItems) this.#issue(at, `expected at most ${maxItems} items`)
    if (uniqueItems === true && new Set(value.map(canonicalJson)).size < value.length) {
      this.#issue(at, 'expected no item twice')
    }
    const first = (Array.isArray(items) ? items : (prefixItems ?? [])) as readonly unknown[]
    const rest = Array.isArray(items) ? additionalItems : items
    for (const [index, item] of value.entries()) {
      const part = index < first.length ? first[index] : rest
      if (part !== undefined) this.value(part, item, `${at}/${index}`, depth + 1)
    }
    if (contains === undefined) return
    const found = value.filter((item) => this.#fits(contains, item, depth)).length
    const { minContains = 1, maxContains = Infinity } = schema as { minContains?: number; maxContains?: number }
    if (found < minContains) this.#issue(at, `expected at least ${minContains} items of a certain kind`)
    if (found > maxContains) this.#issue(at, `expected at most ${maxContains} items of a certain kind`)
  }

  #keys(schema: Schema, value: Schema, at: string, depth: number): void {
    const { required, properties, patternProperties, additionalProperties, propertyNames } = schema
    const names = Object.keys(value)
    for (const name of (required ?? []) as readonly string[]) {
      if (!Object.hasOwn(value, name)) this.#issue(at, `the key ${shown(name)} is missing`)
    }
    const { minProperties, maxProperties } = schema
    if (typeof minProperties === 'number' && names.length < minProperties)
      this.#issue(at, `expected at least ${minProperties} keys`)
    if (typeof maxProperties === 'number' && names.length > maxProperties)
      this.#issue(at, `expected at most ${maxProperties} keys`)
    this.#dependencies(schema, value, at, depth)
    const patterns = Object.entries((patternProperties ?? {}) as Schema)
    for (const name of names) {
      const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (propertyNames !== undefined) this.value(propertyNames, name, pointer, depth + 1)
      let isNamed = false
      if (properties !== undefined && Object.hasOwn(properties as object, name)) {
        isNamed = true
        this.value((properties as Schema)[name], value[name], pointer, depth + 1)
      }
      for (const [pattern, part] of patterns) {
        const matches = this.#matches(pattern, name)
        // A pattern that cannot be matched here may name the key; the server decides.
        isNamed ||= matches !== false
        if (matches === true) this.value(part, value[name], pointer, depth + 1)
      }
      if (isNamed || additionalProperties === undefined) continue
      if (additionalProperties === false) this.#issue(pointer, 'there is no such key')
      else this.value(additionalProperties, value[name], pointer, depth + 1)
    }
  }

  #dependencies(schema: Schema, value: Schema, at: string, depth: number): void {
    for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
      for (const [name, needed] of Object.entries((schema[keyword] ?? {}) as Schema)) {
        this.#steps++
        if (!Object.hasOwn(value, name)) continue
        if (!Array.isArray(needed)) this.value(needed, value, at, depth + 1)
        else {
          for (const other of needed as readonly string[]) {
            if (!Object.hasOwn(value, other))
              this.#issue(at, `the key ${shown(other)} is missing, which goes with ${shown(name)}`)
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
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const equal = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && canonicalJson(a) === canonicalJson(b))

/** Characters are counted, of which a text has at most as many as units and at least half as many. */
function hasCharacters(text: string, count: number): boolean {
  if (text.length < count) return false
  return text.length >= 2 * count || Array.from(text).length >= count
}

const shown = (value: unknown) => visibleText((JSON.stringify(value) ?? 'undefined').slice(0, 80))
