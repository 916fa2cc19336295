import { quotedText } from '@poundlock/spec'

/** One thing wrong with the shape of a frame. */
export interface ShapeProblem {
  /** JSON Pointer; the empty string is the whole frame. */
  readonly path: string
  readonly expected: string
}

interface Field {
  readonly fits: (value: unknown) => boolean
  readonly expected: string
  readonly optional?: true
}
type Fields = Readonly<Record<string, Field>>

const text = (pattern: RegExp, expected: string): Field => ({
  fits: (value) => typeof value === 'string' && pattern.test(value),
  expected,
})
const optional = (field: Field): Field => ({ ...field, optional: true })
const only = (word: string | boolean): Field => ({
  fits: (value) => value === word,
  expected: typeof word === 'string' ? JSON.stringify(word) : String(word),
})
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const OBJECT: Field = { fits: isObject, expected: 'an object' }
const upTo = (most: number): Field => ({
  fits: (value) => typeof value === 'string' && value.length <= most,
  expected: `a text of at most ${most} characters`,
})
const COUNT: Field = {
  fits: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  expected: 'a whole number that is not negative',
}
const ID = text(/^[A-Za-z0-9_-]{1,64}$/, 'an id of 1 to 64 letters, digits, - or _')
const NAME = text(/^[a-z][A-Za-z0-9.]{0,63}$/, 'a name of letters, digits and full stops')

const REQUEST: Fields = {
  type: only('request'),
  id: ID,
  method: NAME,
  params: OBJECT,
  idempotencyKey: optional(text(/^[A-Za-z0-9._~-]{8,128}$/, 'a key of 8 to 128 letters, digits, -, ., _ or ~')),
  traceparent: optional(text(/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/, 'a traceparent')),
}
const RESULT: Fields = { type: only('response'), id: ID, ok: only(true), result: OBJECT }
const ERROR: Fields = {
  type: only('response'),
  id: { fits: (value) => value === null || ID.fits(value), expected: `null or ${ID.expected}` },
  ok: only(false),
  error: OBJECT,
}
const ERROR_BODY: Fields = {
  code: text(/^[A-Z][A-Z_]{0,63}$/, 'an error code'),
  message: upTo(10_000),
  path: optional(upTo(1000)),
  expected: optional(upTo(2000)),
  retryAfterMs: optional(COUNT),
  details: optional(OBJECT),
}
const EVENT: Fields = {
  type: only('event'),
  event: NAME,
  subscription: optional(ID),
  seq: optional(COUNT),
  data: OBJECT,
}

/**
 * What is wrong with a value that should be a frame; `null` where it is one. Closed: a field that a frame does not have
 * is refused. Says the same as the schemas of `frames.ts`, which tests hold it to, and needs no schema library: a client
 * in a page runs it for every frame.
 */
export function shapeProblem(value: unknown): ShapeProblem | null {
  if (!isObject(value)) return { path: '', expected: 'an object' }
  switch (value['type']) {
    case 'request':
      return fieldProblem(value, REQUEST)
    case 'event':
      return fieldProblem(value, EVENT)
    case 'response':
      if (value['ok'] === true) return fieldProblem(value, RESULT)
      if (value['ok'] !== false) return { path: '/ok', expected: 'true or false' }
      return (
        fieldProblem(value, ERROR) ??
        fieldProblem(value['error'] as Readonly<Record<string, unknown>>, ERROR_BODY, '/error')
      )
    default:
      return { path: '/type', expected: '"request", "response" or "event"' }
  }
}

function fieldProblem(value: Readonly<Record<string, unknown>>, fields: Fields, at = ''): ShapeProblem | null {
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(fields, key)) continue
    const path = `${at}/${key.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`
    return { path, expected: `no ${quotedText(key)}; known here: ${Object.keys(fields).join(', ')}` }
  }
  for (const [key, field] of Object.entries(fields)) {
    if (!Object.hasOwn(value, key)) {
      if (field.optional) continue
      return { path: `${at}/${key}`, expected: field.expected }
    }
    if (!field.fits(value[key])) return { path: `${at}/${key}`, expected: field.expected }
  }
  return null
}
