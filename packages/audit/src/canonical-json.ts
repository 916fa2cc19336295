import { isFrozenThrough } from '@poundlock/spec'
import { AuditError } from './audit-error.ts'

/** Deeper than any record, and far from what would exhaust a stack. */
const MAX_DEPTH = 64
/** Levels of a frozen value whose text is kept. */
const KEPT_DEPTH = 8

/**
 * The one text of a JSON value: keys sorted by UTF-16 code units, no blanks, numbers and strings as ECMAScript writes
 * them (RFC 8785, JSON Canonicalization Scheme). One difference: a lone surrogate, which the RFC refuses, is written as
 * its escape, since commands may hold any bytes and must still be recorded.
 *
 * As in `JSON.stringify`, a property that is `undefined` is left out.
 *
 * @throws AuditError `AUDIT_DATA` for what JSON does not have: functions, `bigint`, NaN, class instances, over 64 levels
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0)
}

function write(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) throw unwritable(`more than ${MAX_DEPTH} levels of nesting`)
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      if (!Number.isFinite(value)) throw unwritable(`the number ${value}`)
      return JSON.stringify(value)
    case 'object':
      break
    default:
      throw unwritable(`a value of type ${typeof value}`)
  }
  if (value === null) return 'null'
  // Further down, a text that is known could reach deeper than is allowed.
  if (!Object.isFrozen(value) || depth > MAX_DEPTH - KEPT_DEPTH) return writeAnew(value, depth)
  const known = frozenTexts.get(value)
  if (known !== undefined) return known
  const text = writeAnew(value, depth)
  if (isFrozenThrough(value, KEPT_DEPTH)) frozenTexts.set(value, text)
  return text
}

/**
 * Texts of values that nobody can change any more. A policy gives most calls of a tool the very same reasons, frozen: to
 * write them anew takes longer than all the rest of a record.
 */
const frozenTexts = new WeakMap<object, string>()

const writeAnew = (value: object, depth: number): string =>
  Array.isArray(value) ? list(value, depth) : members(value, depth)

function list(value: readonly unknown[], depth: number): string {
  let items = ''
  // By index: a hole must not become a gap between two commas.
  for (let index = 0; index < value.length; index++) {
    items += `${index === 0 ? '' : ','}${write(value[index], depth + 1)}`
  }
  return `[${items}]`
}

function members(value: object, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw unwritable('an instance of a class')
  const object = value as Readonly<Record<string, unknown>>
  let text = ''
  for (const key of sorted(Object.keys(object))) {
    const member = object[key]
    if (member === undefined) continue
    text += `${text === '' ? '' : ','}${named(key)}${write(member, depth + 1)}`
  }
  return `{${text}}`
}

/** Nothing that JSON escapes, or may: half of a surrogate pair. */
const PLAIN = /^[ !#-[\]-\uD7FF\uE000-\uFFFF]*$/

const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))

/** Names as they are written: records have few of them, and the same ones again and again. */
const names = new Map<string, string>()
const MOST_NAMES = 512
const LONGEST_NAME = 64

function named(key: string): string {
  const known = names.get(key)
  if (known !== undefined) return known
  const name = `${quoted(key)}:`
  if (key.length > LONGEST_NAME) return name
  if (names.size >= MOST_NAMES) names.clear()
  names.set(key, name)
  return name
}

/** As many keys as records have. Up to here it is three times as fast as a sort that is ready for thousands. */
const FEW = 24

/** By UTF-16 code units, as `<` compares texts. May sort in place. */
function sorted(keys: string[]): string[] {
  if (keys.length > FEW) return keys.toSorted()
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at]!
    let to = at
    for (; to > 0 && keys[to - 1]! > key; to--) keys[to] = keys[to - 1]!
    keys[to] = key
  }
  return keys
}

function unwritable(problem: string): AuditError {
  return new AuditError(`The record holds ${problem}, which JSON does not have.`, {
    code: 'AUDIT_DATA',
    remedy: 'Record plain objects, arrays, strings, finite numbers, booleans and null only.',
  })
}
