import { parseStrictJson } from '@poundlock/spec'
import { createValidator } from '@poundlock/spec/validation'
import { readOwnText } from '@poundlock/state-files/node'
import type { Static, TSchema } from 'typebox'
import { GatewayHostError } from '../gateway-host-error.ts'

const MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads a file of the gateway's state. What is broken, of another version, or open to others is refused and left as it
 * is: beginning anew would let in whom nobody let in, or throw out whom somebody did.
 *
 * @returns `null` where there is none
 * @throws GatewayHostError `GATEWAY_STATE`; StateFileError
 */
export function readState<Schema extends TSchema>(file: string, schema: Schema): Static<Schema> | null {
  const text = readOwnText(file, { ownership: 'private', maxBytes: MAX_BYTES })
  if (text === null) return null
  let value: unknown
  try {
    value = parseStrictJson(text)
  } catch (cause) {
    throw broken(file, 'is not JSON', cause)
  }
  const [issue] = createValidator(schema)(value)
  if (issue !== undefined) throw broken(file, `${issue.pointer === '' ? '' : `${issue.pointer}: `}${issue.message}`)
  return value as Static<Schema>
}

const broken = (file: string, problem: string, cause?: unknown) =>
  new GatewayHostError('GATEWAY_STATE', `${file}: ${problem}`, {
    remedy: 'Restore it from a backup. Without it every device has to be paired again: then move it away.',
    details: { path: file },
    cause,
  })
