import { parseStrictJson } from '@poundlock/spec'
import type { JsonSchema, Static } from '@poundlock/spec/schema'
import { createValidator } from '@poundlock/spec/validation'
import { readOwnText } from '@poundlock/state-files/node'
import { GatewayHostError } from '../gateway-host-error.ts'

const MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads a file of the gateway's state. What is broken, of another version, or open to others is refused and left as it
 * is: beginning anew would let in whom nobody let in, or throw out whom somebody did.
 *
 * @param remedy what to do about a broken one
 * @returns `null` where there is none
 * @throws GatewayHostError `GATEWAY_STATE`; StateFileError
 */
export function readState<Schema extends JsonSchema>(
  file: string,
  schema: Schema,
  remedy: string = PAIR_AGAIN,
): Static<Schema> | null {
  const text = readOwnText(file, { ownership: 'private', maxBytes: MAX_BYTES })
  if (text === null) return null
  let value: unknown
  try {
    value = parseStrictJson(text)
  } catch (cause) {
    throw brokenState(file, 'is not JSON', remedy, cause)
  }
  const [issue] = createValidator(schema)(value)
  if (issue !== undefined) {
    throw brokenState(file, `${issue.pointer === '' ? '' : `${issue.pointer}: `}${issue.message}`, remedy)
  }
  return value as Static<Schema>
}

const PAIR_AGAIN = 'Restore it from a backup. Without it every device has to be paired again: then move it away.'

/** The error for a file of the state that cannot be relied on. */
export const brokenState = (file: string, problem: string, remedy: string, cause?: unknown): GatewayHostError =>
  new GatewayHostError(`${file}: ${problem}`, { code: 'GATEWAY_STATE', remedy, details: { path: file }, cause })
