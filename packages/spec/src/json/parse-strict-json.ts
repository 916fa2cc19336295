import { repeatedKey } from './repeated-key.ts'

export interface StrictJsonOptions {
  /** True where half of a surrogate pair is for others to refuse. */
  readonly brokenText?: boolean
}

/**
 * Reads JSON that something is decided by: a text that two readers could understand differently is refused. Beside what
 * `JSON.parse` refuses, a byte order mark among it, these are a key that stands twice in one object, and text with half
 * of a surrogate pair, which every program replaces in its own way.
 *
 * A caller with bytes decodes them strictly first (`new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })`).
 *
 * @throws SyntaxError
 * @example
 * parseStrictJson('{"command":"ls"}') // { command: 'ls' }
 * parseStrictJson('{"command":"ls","\\u0063ommand":"rm"}') // SyntaxError: the key "command" stands twice
 */
export function parseStrictJson(text: string, { brokenText = false }: StrictJsonOptions = {}): unknown {
  const value: unknown = JSON.parse(text)
  const key = repeatedKey(text)
  if (key !== null) throw new SyntaxError(`the key ${JSON.stringify(key)} stands twice in one object`)
  if (!brokenText && (!text.isWellFormed() || (/\\u[dD]/.test(text) && holdsBrokenText(value)))) {
    throw new SyntaxError('the text has half of a surrogate pair, which is not a character')
  }
  return value
}

function holdsBrokenText(value: unknown): boolean {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') {
      if (!next.isWellFormed()) return true
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, part] of Object.entries(next)) {
        if (!key.isWellFormed()) return true
        left.push(part)
      }
    }
  }
  return false
}
