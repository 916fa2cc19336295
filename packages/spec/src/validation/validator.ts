import type { JsonSchema } from '../schema/json-schema.ts'
import { readSchema, type ReadSchema } from './read-schema.ts'
import type { ValidationIssue } from './validation-issue.ts'

/** A check of unknown values against one schema. An empty list means that the value fits. */
export type Validator = (value: unknown) => readonly ValidationIssue[]

/**
 * Makes a validator of a JSON Schema (2020-12 and draft 7). The schema is interpreted, so that it works where no code may
 * be generated, and its patterns are matched in linear time. It is read at the first value: making a validator costs
 * nothing.
 *
 * @throws Error at the first value, when the schema is malformed, has a keyword that is not known, or a pattern that
 *   cannot be matched in linear time
 */
export function createValidator(schema: JsonSchema): Validator {
  let read: ReadSchema | undefined
  return (value) => (read ??= readOrThrow(schema)).check(value)
}

function readOrThrow(schema: JsonSchema): ReadSchema {
  const read = readSchema(schema, { unknown: 'refuse' })
  if ('fault' in read) throw new Error(`The schema cannot be used: ${read.fault}.`)
  return read
}
