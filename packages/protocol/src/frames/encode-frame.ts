import { GatewayError } from '../errors/gateway-error.ts'
import { hasPrototypeKey } from './decode-frame.ts'
import type { Frame } from './frames.ts'

/**
 * The text of a frame. Half of a surrogate pair, as output of programs can end with, becomes U+FFFD.
 *
 * @throws GatewayError `INTERNAL` for what cannot be JSON, or has a key that every reader refuses
 */
export function encodeFrame(frame: Frame): string {
  let text: string
  try {
    text = JSON.stringify(frame)
    if (text.includes('\\ud')) text = JSON.stringify(frame, wellFormed)
  } catch (cause) {
    throw new GatewayError('INTERNAL', 'The frame cannot be written as JSON.', { cause })
  }
  if (text.includes('__proto__') && hasPrototypeKey(text, frame)) {
    throw new GatewayError('INTERNAL', 'The frame has the key "__proto__", which no reader takes.')
  }
  return text
}

function wellFormed(_: string, value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key.toWellFormed(), part]))
}
