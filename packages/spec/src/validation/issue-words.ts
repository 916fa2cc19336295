import { quotedText } from '../display/quoted-text.ts'
import { visibleText } from '../display/visible-text.ts'

type Schema = Readonly<Record<string, unknown>>

/** A key that should not be there, and those that can be. */
export function unknownKey(key: string, { properties, patternProperties }: Schema): string {
  return `unknown key ${quote(key)}${knownKeys(properties, patternProperties)}`
}

function knownKeys(properties: unknown, patternProperties: unknown): string {
  if (properties !== undefined) {
    const keys = Object.keys(properties as object)
    return keys.length === 0 ? '; no key is known here' : `; known here: ${keys.join(', ')}`
  }
  return patternProperties === undefined
    ? ''
    : `; a key here fits ${Object.keys(patternProperties as object).join(' or ')}`
}

/** What a schema takes, for a value that it does not. */
export const expectation = (schema: Schema): string => `expected ${or(alternatives(schema))}`

/** The types that a schema takes, and what is there instead. */
export function otherType(type: unknown, value: unknown): string {
  return `expected ${or([type].flat().map(article))}, not ${kindOf(value, type === 'integer')}`
}

/** What a schema takes, in words: its title, its values, or its type. */
function alternatives(schema: unknown): readonly string[] {
  const { anyOf, oneOf, enum: values, const: value, title, type } = (schema ?? {}) as Schema
  const branches = anyOf ?? oneOf
  if (typeof title === 'string') return [title]
  if (Array.isArray(branches)) return branches.flatMap(alternatives)
  if (Array.isArray(values)) return values.map(quote)
  if (value !== undefined) return [quote(value)]
  return type === undefined ? ['another value'] : [type].flat().map(article)
}

function or(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES)
  const others = names.length - shown.length
  if (others > 0) return `${shown.join(', ')} or one of ${others} others`
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`
}

/** A server's list of values can have thousands. */
const MOST_NAMES = 100

/** Patterns that say less than a few words. */
const PATTERN_WORDS: ReadonlyMap<string, string> = new Map([
  ['^[^\\u0000]*$', 'holds a NUL character, at which the system would take it to end; leave that out'],
])

export const unfitPattern = (pattern: string): string =>
  PATTERN_WORDS.get(pattern) ?? `does not fit the pattern ${visibleText(pattern)}`

/** A foreign key or value: it must not fill the message. */
export function quote(value: unknown): string {
  return typeof value === 'string'
    ? quotedText(value)
    : visibleText((JSON.stringify(value) ?? 'undefined').slice(0, 100))
}

const article = (name: unknown) => (/^[aeiou]/.test(String(name)) ? `an ${String(name)}` : `a ${String(name)}`)

function kindOf(value: unknown, expectsInteger: boolean): string {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  if (typeof value === 'number') return expectsInteger || !Number.isFinite(value) ? String(value) : 'a number'
  return article(Array.isArray(value) ? 'array' : typeof value)
}
