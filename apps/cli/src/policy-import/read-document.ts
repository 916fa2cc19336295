import { parseDocument } from '@poundlock/config'
import { isObject } from '@poundlock/spec'

/**
 * The object in a file of another agent, with comments allowed.
 *
 * @throws ConfigError, TypeError
 */
export function readDocument(text: string, file: string): Readonly<Record<string, unknown>> {
  const { value } = parseDocument(text, file, () => [])
  if (!isObject(value)) throw new TypeError('expected an object')
  return value
}
