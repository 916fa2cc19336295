import { parseStrictJson } from '@poundlock/spec'
import { BusError } from './bus-error.ts'

/**
 * A value as the JSON that is sent or stored.
 *
 * @throws BusError `INVALID_VALUE`, `TOO_LARGE`
 */
export function encodeValue(value: unknown, maxBytes: number): string {
  const text = stringify(value)
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxBytes) return text
  throw new BusError(`The value has ${bytes} bytes; the bus carries ${maxBytes}.`, {
    code: 'TOO_LARGE',
    remedy: 'Send it in parts, or store it elsewhere and send where it is.',
    details: { bytes, maxBytes },
  })
}

/** The value of a text that a peer wrote; `broken` for what is no JSON, or could be read in two ways. */
export function decodeValue(text: string): { readonly value: unknown; readonly broken: boolean } {
  try {
    return { value: parseStrictJson(text), broken: false }
  } catch {
    return { value: undefined, broken: true }
  }
}

function stringify(value: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value, (_, part: unknown) => {
      if (typeof part === 'number' && !Number.isFinite(part)) throw new TypeError('a number is not finite')
      return part
    })
  } catch (error) {
    throw invalid(error)
  }
  if (text === undefined) throw invalid()
  // What the other side would refuse.
  if (text.includes('\\ud') && decodeValue(text).broken) throw invalid()
  return text
}

const invalid = (cause?: unknown) =>
  new BusError('The value cannot be written as JSON.', {
    code: 'INVALID_VALUE',
    remedy: 'Send objects, lists, well-formed text, finite numbers, booleans and null.',
    cause,
  })
