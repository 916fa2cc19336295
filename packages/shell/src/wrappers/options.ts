import type { CommandWord } from '../model/analysis.ts'

/**
 * An option grammar in the notation of getopt(3): `short` is like `ab:c::` (a colon: needs a value; two: takes one that
 * is attached), `long` is like `foreground signal= color=?`. Options end at the first operand.
 */
export interface OptionGrammar {
  readonly short: string
  readonly long: string
}

/** What stood before the operands. */
export interface ParsedOptions {
  /** Index of the first word that is no option. */
  readonly next: number
  /** Options in order, by their short letter or long name, with their values. */
  readonly options: readonly (readonly [name: string, value: CommandWord | null])[]
}

/** Reads options from `words[from]` on. Null when a word leaves open what it is, or is no option of the grammar. */
export function parseOptions(
  grammar: OptionGrammar,
  words: readonly CommandWord[],
  from: number,
): ParsedOptions | null {
  const options: (readonly [string, CommandWord | null])[] = []
  let index = from
  while (index < words.length) {
    const word = words[index]
    if (word === undefined || mayBeOption(word) === 'perhaps') return null
    const text = word.text
    if (text === null || text === '-' || !text.startsWith('-')) {
      // A dynamic word with a certain start that is no dash is an operand; what it splits into is the caller's.
      if (mayBeOption(word) === 'yes') return null
      break
    }
    index++
    if (text === '--') break
    if (text.startsWith('--')) {
      const option = longOption(grammar.long, text)
      if (option === null) return null
      if (option.value !== null) options.push([option.name, valueWord(word, option.value)])
      else if (option.needsValue) {
        const value = words[index++]
        if (value === undefined || value.splits) return null
        options.push([option.name, value])
      } else options.push([option.name, null])
      continue
    }
    for (let at = 1; at < text.length; at++) {
      const letter = text.charAt(at)
      const found = letter === ':' ? -1 : grammar.short.indexOf(letter)
      if (found < 0) return null
      if (grammar.short.charAt(found + 1) !== ':') {
        options.push([letter, null])
        continue
      }
      const attached = text.slice(at + 1)
      if (attached !== '' || grammar.short.charAt(found + 2) === ':') {
        options.push([letter, attached === '' ? null : valueWord(word, attached)])
      } else {
        const value = words[index++]
        if (value === undefined || value.splits) return null
        options.push([letter, value])
      }
      break
    }
  }
  return { next: index, options }
}

/** Could the word be an option? A dynamic one with an unknown start, or one that may vanish, leaves it open. */
export function mayBeOption(word: CommandWord): 'yes' | 'no' | 'perhaps' {
  if (word.text !== null) return word.text.startsWith('-') && word.text !== '-' ? 'yes' : 'no'
  if (word.prefix === '') return 'perhaps'
  return word.prefix.startsWith('-') ? 'perhaps' : 'no'
}

function valueWord(word: CommandWord, text: string): CommandWord {
  return { text, prefix: text, splits: false, pattern: null, integer: false, span: word.span }
}

function longOption(grammar: string, text: string): { name: string; value: string | null; needsValue: boolean } | null {
  const equals = text.indexOf('=')
  const given = equals < 0 ? text.slice(2) : text.slice(2, equals)
  const value = equals < 0 ? null : text.slice(equals + 1)
  const candidates = grammar.split(' ').filter((entry) => entry !== '' && entry.startsWith(given))
  const exact = candidates.find((entry) => entry.replace(/=\??$/, '') === given)
  const entry = exact ?? (candidates.length === 1 ? candidates[0] : undefined)
  if (entry === undefined) return null
  const name = entry.replace(/=\??$/, '')
  if (entry === name && value !== null) return null
  return { name, value, needsValue: entry.endsWith('=') }
}
