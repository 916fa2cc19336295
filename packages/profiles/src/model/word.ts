/**
 * A word of a command line that is not wholly known before it runs. Everything is optional, and what is missing counts
 * as the worst. The words of `@poundlock/shell` fit as they are.
 */
export interface DynamicWord {
  /** The word itself, when it is known after all. */
  readonly text?: string | null
  /** What the word surely starts with. */
  readonly prefix?: string
  /** It may become no word, or several. Only `false` promises exactly one. */
  readonly splits?: boolean
  /** The glob pattern, where nothing but globbing makes it dynamic. */
  readonly pattern?: string | null
  /** It is a decimal number, though not known which. */
  readonly integer?: boolean
}

/** A word of a command line: known, or `null` (nothing is known, not even whether it is one word), or in between. */
export type ProfileWord = string | null | DynamicWord

/** The word where it is known, else `null`. */
export function knownText(word: ProfileWord): string | null {
  if (word === null || typeof word === 'string') return word
  return word.text ?? null
}

/** What the word surely starts with, as far as one word of the result is concerned. */
export function knownPrefix(word: ProfileWord): string {
  if (word === null) return ''
  if (typeof word === 'string') return word
  if (word.text !== undefined && word.text !== null) return word.text
  if (word.pattern !== undefined && word.pattern !== null) return literalStart(word.pattern)
  return word.prefix ?? ''
}

/** The glob pattern of a word that is nothing but a glob. */
export function globPattern(word: ProfileWord): string | null {
  if (word === null || typeof word === 'string' || typeof word.text === 'string') return null
  return word.pattern ?? null
}

/**
 * Where the word points to: itself, or its pattern, unless what it matches may lie above its literal start. Many
 * programs expand patterns themselves: `prettier --write '{src,../lib}/*'`.
 */
export function wordTarget(word: ProfileWord): string | null {
  const text = knownText(word)
  if (text !== null) return mayLeadElsewhere(text) ? null : text
  const pattern = globPattern(word)
  return pattern === null || pattern.slice(literalStart(pattern).length).includes('..') ? null : pattern
}

/** May the word become none, or several? */
export function maySplit(word: ProfileWord): boolean {
  if (word === null) return true
  if (typeof word === 'string' || typeof word.text === 'string') return false
  return word.splits !== false || typeof word.pattern === 'string'
}

/**
 * May any word that this becomes begin with `-`? The matches of a glob all begin with its literal start; the second
 * word of a split begins with anything.
 */
export function mayBeOption(word: ProfileWord): boolean {
  if (word === null) return true
  const text = knownText(word)
  if (text !== null) return text.startsWith('-')
  const prefix = knownPrefix(word)
  if (globPattern(word) !== null) return prefix === '' || prefix.startsWith('-')
  if (maySplit(word)) return true
  if (prefix !== '') return prefix.startsWith('-')
  return typeof word === 'object' ? word.integer !== true : false
}

/** Whether an alternative of a group begins at another place than the text does. */
function mayLeadElsewhere(text: string): boolean {
  const start = text.search(/[{(]/)
  return start >= 0 && /[{(,|][/~]|[/{(,|]\.\.(?:[/,|)}]|$)/.test(text.slice(start))
}

function literalStart(pattern: string): string {
  const end = pattern.search(/[*?[\\{]|[!@+]\(/)
  return end < 0 ? pattern : pattern.slice(0, end)
}
