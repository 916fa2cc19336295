const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
  "'": "'",
  '"': '"',
  '\\': '\\',
  '?': '?',
}

const NUMERIC_ESCAPES: readonly (readonly [pattern: RegExp, radix: number])[] = [
  [/x([0-9a-fA-F]{1,2})/y, 16],
  [/u([0-9a-fA-F]{1,4})/y, 16],
  [/U([0-9a-fA-F]{1,8})/y, 16],
  [/([0-7]{1,3})/y, 8],
]

/**
 * Decodes one escape of `$'…'`, `position` being just after the backslash. Null for what depends on the locale
 * (anything over ASCII), cuts the string (NUL), or that versions disagree on.
 */
export function decodeAnsiEscape(source: string, position: number): { text: string; end: number } | null {
  const simple = SIMPLE_ESCAPES[source[position] ?? '']
  if (simple !== undefined) return { text: simple, end: position + 1 }
  for (const [pattern, radix] of NUMERIC_ESCAPES) {
    pattern.lastIndex = position
    const match = pattern.exec(source)
    if (match === null) continue
    const value = Number.parseInt(match[1] ?? '', radix)
    return value > 0 && value < 0x80 ? { text: String.fromCharCode(value), end: pattern.lastIndex } : null
  }
  return null
}
