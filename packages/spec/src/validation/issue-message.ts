import type { ErrorObject } from 'ajv'
import { quotedText } from '../display/quoted-text.ts'
import { visibleText } from '../display/visible-text.ts'

/** What is wrong and what was expected, as one sentence. Needs Ajv's `verbose`, for the schema and the value. */
export function issueMessage(error: ErrorObject): string {
  const { keyword, params } = error
  const limit = String(params['limit'])
  switch (keyword) {
    case 'additionalProperties':
      return `unknown key ${quote(params['additionalProperty'])}${known(error)}`
    case 'required':
      return `the key ${quote(params['missingProperty'])} is missing`
    case 'enum':
    case 'const':
    case 'anyOf':
    case 'oneOf':
      return `expected ${or(alternatives(error.parentSchema))}`
    case 'type':
      return `expected ${or([params['type']].flat().map(article))}, not ${kindOf(error.data, params['type'] === 'integer')}`
    case 'pattern':
      return PATTERN_WORDS.get(String(params['pattern'])) ?? `does not fit the pattern ${String(params['pattern'])}`
    case 'minLength':
      return params['limit'] === 1 ? 'is empty' : `expected at least ${limit} characters`
    case 'maxLength':
      return `expected at most ${limit} characters`
    case 'minItems':
      return `expected at least ${limit} entries`
    case 'maxItems':
      return `expected at most ${limit} entries`
    case 'minimum':
      return `expected at least ${limit}`
    case 'maximum':
      return `expected at most ${limit}`
    case 'exclusiveMinimum':
      return `expected more than ${limit}`
    case 'exclusiveMaximum':
      return `expected less than ${limit}`
    default:
      return error.message ?? `breaks the rule ${keyword}`
  }
}

function known(error: ErrorObject): string {
  const { properties, patternProperties } = (error.parentSchema ?? {}) as Record<string, object | undefined>
  if (properties) {
    const keys = Object.keys(properties)
    return keys.length === 0 ? '; no key is known here' : `; known here: ${keys.join(', ')}`
  }
  return patternProperties ? `; a key here fits ${Object.keys(patternProperties).join(' or ')}` : ''
}

/** What a schema takes, in words: its values, its title, or its type. */
function alternatives(schema: unknown): readonly string[] {
  const { anyOf, oneOf, enum: values, const: value, title, type } = (schema ?? {}) as Record<string, unknown>
  const branches = anyOf ?? oneOf
  if (typeof title === 'string') return [title]
  if (Array.isArray(branches)) return branches.flatMap(alternatives)
  if (Array.isArray(values)) return values.map(quote)
  if (value !== undefined) return [quote(value)]
  return type === undefined ? ['another value'] : [type].flat().map(article)
}

function or(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** Patterns that say less than a few words. */
const PATTERN_WORDS: ReadonlyMap<string, string> = new Map([
  ['^[^\\u0000]*$', 'holds a NUL character, at which the system would take it to end; leave that out'],
])

/** A foreign key or value: it must not fill the message. */
function quote(value: unknown): string {
  return typeof value === 'string' ? quotedText(value) : visibleText(JSON.stringify(value))
}

const article = (name: unknown) => (/^[aeiou]/.test(String(name)) ? `an ${String(name)}` : `a ${String(name)}`)

function kindOf(value: unknown, expectsNumber: boolean): string {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  if (typeof value === 'number') return expectsNumber || !Number.isFinite(value) ? String(value) : 'a number'
  return article(Array.isArray(value) ? 'array' : typeof value)
}
