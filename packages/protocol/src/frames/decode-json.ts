import { parseStrictJson, visibleText } from '@poundlock/spec'
import { GatewayError } from '../errors/gateway-error.ts'
import { brokenLimit, type FrameLimits } from './frame-limits.ts'

// Every place where this package runs has it; the types of core packages name nothing that Node or a page brings.
declare const TextDecoder: new (
  label: 'utf-8',
  options: { fatal: boolean; ignoreBOM: boolean },
) => {
  decode(bytes: Uint8Array): string
}

const LIMIT_WORDS: Readonly<Record<keyof FrameLimits, string>> = {
  maxBytes: 'bytes',
  maxDepth: 'levels of objects and arrays',
  maxValues: 'members and entries',
}

/**
 * Reads JSON that can be read in one way only: limits before anything else, strict UTF-8, no key twice, no half of a
 * surrogate pair, no key `__proto__`.
 *
 * @param name what it is called in errors
 * @throws GatewayError `BAD_FRAME`, `FRAME_TOO_LARGE`; no other error, whatever the text
 */
export function decodeJson(source: string | Uint8Array, limits: FrameLimits, name = 'frame'): unknown {
  if (typeof source !== 'string' && source.length > limits.maxBytes) throw tooLarge('maxBytes', limits, name)
  const text = typeof source === 'string' ? source : strictText(source, name)
  const broken = brokenLimit(text, limits)
  if (broken !== null) throw tooLarge(broken, limits, name)
  return strictValue(text, name)
}

function strictText(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new GatewayError(`The ${name} is not UTF-8.`, { code: 'BAD_FRAME', path: '', expected: 'UTF-8', cause })
  }
}

function strictValue(text: string, name: string): unknown {
  let value: unknown
  try {
    value = parseStrictJson(text)
  } catch (cause) {
    // What the engine says of a text may quote it.
    const problem = cause instanceof SyntaxError ? visibleText(cause.message).slice(0, 300) : 'it cannot be read'
    throw new GatewayError(`The ${name} is not strict JSON: ${problem}.`, {
      code: 'BAD_FRAME',
      path: '',
      expected: 'JSON',
      cause,
    })
  }
  if (hasPrototypeKey(text, value)) {
    throw new GatewayError(`The ${name} has the key "__proto__".`, {
      code: 'BAD_FRAME',
      path: '',
      expected: 'no key "__proto__", at any depth',
    })
  }
  return value
}

/** A key that would change the prototype of the object that it is copied to, in a program that copies carelessly. */
export function hasPrototypeKey(text: string, value: unknown): boolean {
  // The key can be written with escapes.
  if (!text.includes('__proto__') && !/\\u00(5[fF]|[67])/.test(text)) return false
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) return true
    for (const part of Object.values(next)) left.push(part)
  }
  return false
}

function tooLarge(limit: keyof FrameLimits, limits: FrameLimits, name: string): GatewayError {
  const expected = `at most ${limits[limit]} ${LIMIT_WORDS[limit]}`
  return new GatewayError(`The ${name} is too large: expected ${expected}.`, {
    code: 'FRAME_TOO_LARGE',
    path: '',
    expected,
    details: { limit, value: limits[limit] },
  })
}
