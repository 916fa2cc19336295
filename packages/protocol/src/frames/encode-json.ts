import { GatewayError } from '../errors/gateway-error.ts'
import { hasPrototypeKey } from './decode-json.ts'

/**
 * A value as JSON that `decodeJson` reads. Half of a surrogate pair, as output of programs can end with, becomes U+FFFD.
 *
 * @param name what it is called in errors
 * @throws GatewayError `INTERNAL` for what cannot be JSON, or has a key that every reader refuses
 */
export function encodeJson(value: object, name = 'frame'): string {
  let text: string
  try {
    text = JSON.stringify(value)
    if (text.includes('\\ud')) text = JSON.stringify(value, wellFormed)
  } catch (cause) {
    throw new GatewayError(`The ${name} cannot be written as JSON.`, { code: 'INTERNAL', cause })
  }
  if (text.includes('__proto__') && hasPrototypeKey(text, value)) {
    throw new GatewayError(`The ${name} has the key "__proto__", which no reader takes.`, { code: 'INTERNAL' })
  }
  return text
}

function wellFormed(_: string, value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key.toWellFormed(), part]))
}
