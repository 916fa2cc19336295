import { patternError } from '../run-ripgrep.ts'

/** `\w` of Unicode. Source: UTS 18, annex C. */
export const WORD = String.raw`[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]`

const CLASSES: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  s: String.raw`\p{White_Space}`,
  S: String.raw`\P{White_Space}`,
  w: WORD,
  W: `[^${WORD.slice(1)}`,
  n: String.raw`\u{a}`,
  t: String.raw`\u{9}`,
  r: String.raw`\u{d}`,
  f: String.raw`\u{c}`,
  v: String.raw`\u{b}`,
  a: String.raw`\u{7}`,
}

/** Reads what begins with a backslash; in a class or outside of one it means the same. */
export function readEscape(pattern: string, at: number): { readonly source: string; readonly end: number } {
  const name = String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0)
  const end = at + 1 + name.length
  if (at + 1 >= pattern.length) throw patternError('incomplete escape sequence, reached end of pattern prematurely')
  if (Object.hasOwn(CLASSES, name)) return { source: CLASSES[name]!, end }
  const rest = pattern.slice(at + 1)
  const code = /^(?:[xuU]\{([\da-fA-F]+)\}|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/.exec(rest)
  if (code !== null) {
    const point = Number.parseInt(
      code.slice(1).find((digits) => digits !== undefined)!,
      16,
    )
    if (point > 0x10ffff) throw patternError('invalid Unicode code point')
    return { source: `\\u{${point.toString(16)}}`, end: at + 1 + code[0].length }
  }
  const property = /^([pP])(?:\{(\^?)([^}]+)\}|([A-Za-z]))/.exec(rest)
  if (property !== null) {
    const [whole, letter = 'p', negation = '', long, short] = property
    const negated = (letter === 'P') !== (negation === '^')
    return { source: propertyOf(long ?? short!, negated), end: at + 1 + whole.length }
  }
  if (/\d/.test(name)) throw patternError('backreferences are not supported')
  if (/^[\\.+*?()|[\]{}^$#&\-~/]$/.test(name)) return { source: escapePoint(name), end }
  throw patternError(`unrecognized escape sequence \\${name}`)
}

/** A character that means itself anywhere. */
export function escapePoint(character: string): string {
  return /^[a-z\d]$/i.test(character) ? character : `\\u{${character.codePointAt(0)!.toString(16)}}`
}

function propertyOf(name: string, negated: boolean): string {
  const letter = negated ? 'P' : 'p'
  const text = name.replace(/^\w+=/, (key) => (/^(?:gc|general_category)=/i.test(key) ? '' : key))
  for (const candidate of [text, `Script=${text}`, `Script=${text[0]!.toUpperCase()}${text.slice(1)}`]) {
    const source = `\\${letter}{${candidate}}`
    try {
      new RegExp(source, 'v')
      return source
    } catch {
      // It is no property; perhaps a script.
    }
  }
  throw patternError(`Unicode property not found: ${name}`)
}
