const SYNTAX = /[\\^$.*+?()[\]{}|]/g

/** A pattern for `args` that fits these words and nothing else. They must hold no blanks. */
export const escapeArguments = (words: readonly string[]): string => words.join(' ').replaceAll(SYNTAX, '\\$&')

/** The words that a pattern of `escapeArguments` is for; `null` for a pattern that fits more than one text. */
export function literalArguments(pattern: string): readonly string[] | null {
  const text = pattern.replaceAll(/\\([\\^$.*+?()[\]{}|])/g, (_, character: string) => ESCAPED[character]!)
  if (/[\\^$.*+?()[\]{}|]/.test(text)) return null
  const words = text.split(' ').map((word) => Array.from(word, (one) => PLAIN.get(one) ?? one).join(''))
  return text === '' ? [] : words
}

/** Characters of the private use area stand for those that were escaped, so that they are not taken for syntax. */
const ESCAPED: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('\\^$.*+?()[]{}|', (character, index) => [character, String.fromCodePoint(0xe000 + index)]),
)
const PLAIN: ReadonlyMap<string, string> = new Map(Object.entries(ESCAPED).map(([plain, other]) => [other, plain]))
