import { linearFinder } from '@poundlock/spec/patterns'
import { patternError } from '../run-ripgrep.ts'
import { CharacterSets } from './character-set.ts'
import { boundaryMarks, markBoundaries, unmark } from './marked-text.ts'
import { readClass } from './rust-class.ts'
import { escapePoint, readEscape } from './rust-escape.ts'
import type { TextPattern } from './search-text.ts'

/** How a pattern is meant. */
export interface PatternOptions {
  readonly ignoresCase: boolean
  readonly isMultiline: boolean
  /** Whether U+FFFD stands for bytes that are no character: nothing fits those. */
  readonly hasBadBytes: boolean
}

/** Characters. A longer pattern is one that somebody made to be slow. */
const LONGEST_PATTERN = 10_000

/**
 * Finds what a pattern finds in ripgrep: characters of Unicode in `\w`, `\d`, `\s` and at `\b`, lines between `^` and
 * `$`, groups with flags. Takes time in proportion to the text. What has no counterpart is refused.
 * Source: the documentation of the crate `regex`.
 *
 * @throws FileToolError `SEARCH_PATTERN`
 */
export function compilePattern(pattern: string, options: PatternOptions): TextPattern {
  if (pattern.length > LONGEST_PATTERN) throw patternError(`it is longer than ${LONGEST_PATTERN} characters`)
  const leading = /^\(\?i\)/.exec(pattern)
  const body = leading === null ? pattern : pattern.slice(leading[0].length)
  const given = { ...options, ignoresCase: options.ignoresCase || leading !== null }
  const translator = new Translator(body, { ...given, isMarked: false })
  const plain = finderOf(translator)
  if (!translator.looksAround) return plain
  let other: TextPattern | undefined
  const marked = () => (other ??= finderOf(new Translator(body, { ...given, isMarked: true })))
  // The engine knows where words of ASCII begin and end.
  const isPlain = (text: string) => /^[\0-\x7F]*$/.test(text)
  return {
    occursIn: (text) => (isPlain(text) ? plain.occursIn(text) : marked().occursIn(markBoundaries(text))),
    places: (text) => (isPlain(text) ? plain.places(text) : unmark(marked().places(markBoundaries(text)), text)),
  }
}

function finderOf(translator: Translator): TextPattern {
  const expression = translator.translate()
  try {
    return linearFinder(expression)
  } catch (error) {
    throw patternError(`${(error as Error).message.slice(0, 500)}; it can be searched for where ripgrep is installed`)
  }
}

/**
 * Whether a pattern could match a line feed, or look at one. Where it could not, ripgrep goes line by line though it is
 * told that matches may span lines: it counts lines then, and reads a file in parts. Source: crate `grep-regex`,
 * `non_matching_bytes`.
 *
 * @returns true also where that is not known
 */
export function takesLineFeed(pattern: string): boolean {
  try {
    const options = { ignoresCase: false, isMultiline: true, hasBadBytes: false, isMarked: false }
    const translator = new Translator(pattern.replace(/^\(\?i\)/, ''), options)
    translator.translate()
    return translator.takesLineFeed
  } catch {
    return true
  }
}

interface TranslationOptions extends PatternOptions {
  /** For a text with a mark before each character and at its end, which says whether a word begins or ends there. */
  readonly isMarked: boolean
}

/** What looks at a place and takes no character. */
interface Anchors {
  readonly lineStart: string
  readonly lineEnd: string
  readonly named: Readonly<Record<string, string>>
}

const { atWord, within, any } = boundaryMarks

const PLAIN: Anchors = {
  lineStart: '(?m:^)',
  lineEnd: '(?m:$)',
  named: { A: String.raw`\A`, z: String.raw`\z`, b: String.raw`\b`, B: String.raw`\B` },
}

/** Behind the mark of the place. */
const MARKED: Anchors = {
  lineStart: String.raw`(?<=(?:\A|\n)${any})`,
  lineEnd: `(?:(?<=${any})(?m:$))`,
  named: {
    A: String.raw`(?<=\A${any})`,
    z: String.raw`(?:(?<=${any})\z)`,
    b: `(?<=${atWord})`,
    B: `(?<=${within})`,
  },
}

class Translator {
  readonly #sets: CharacterSets
  readonly #anchors: Anchors
  readonly #behind: string
  readonly #pattern: string
  readonly #isMultiline: boolean
  #at = 0
  /** Whether something stands before that can be repeated. */
  #isAtom = false
  #dotAll: boolean
  #ignoresCase: boolean
  takesLineFeed = false
  /** Whether it asks where words begin and end. */
  looksAround = false
  /** What holds again after each group that is open. */
  readonly #groups: { readonly dotAll: boolean; readonly ignoresCase: boolean }[] = []

  constructor(pattern: string, { ignoresCase, isMultiline, hasBadBytes, isMarked }: TranslationOptions) {
    this.#sets = new CharacterSets([...(hasBadBytes ? [0xfffd] : []), ...(isMarked ? boundaryMarks.points : [])])
    this.#anchors = isMarked ? MARKED : PLAIN
    this.#behind = isMarked ? any : ''
    this.#pattern = pattern
    this.#isMultiline = isMultiline
    this.#dotAll = isMultiline
    this.#ignoresCase = ignoresCase
  }

  translate(): string {
    const flag = this.#ignoresCase ? '(?i)' : ''
    let source = ''
    while (this.#at < this.#pattern.length) source += this.#next()
    if (this.#groups.length > 0) throw patternError('unclosed group')
    return flag + source
  }

  #next(): string {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at)!)
    this.#at += character.length
    if ('*+?{'.includes(character)) return this.#repetition(character)
    this.#isAtom = true
    switch (character) {
      case '\\':
        return this.#escape()
      case '[': {
        const { source, end } = readClass(this.#pattern, this.#at - 1)
        this.#at = end
        return this.#set(source)
      }
      case '.':
        return this.#set(this.#dotAll ? String.raw`[\u{0}-\u{10ffff}]` : String.raw`[^\u{a}]`)
      case '^':
        this.takesLineFeed = true
        return this.#anchors.lineStart
      case '$':
        this.takesLineFeed = true
        return this.#anchors.lineEnd
      case '(':
        this.#isAtom = false
        return this.#group()
      case ')':
        return this.#endGroup()
      case '|':
        this.#isAtom = false
        return '|'
      case '\n':
        this.#demandMultiline()
        return this.#character(escapePoint(character))
      default:
        return this.#character(escapePoint(character))
    }
  }

  /** One character of a set, as `RegExp` takes it with the flag `v`. */
  #set(source: string): string {
    this.takesLineFeed ||= new RegExp(`^${source}$`, 'v').test('\n')
    return this.#taken(this.#sets.write(source, this.#ignoresCase))
  }

  /** A character that stands for itself, as a point or a letter. */
  #character(source: string): string {
    this.takesLineFeed ||= source === String.raw`\u{a}`
    return this.#taken(source.replace(String.raw`\u{`, String.raw`\x{`))
  }

  #taken(source: string): string {
    return this.#behind === '' ? source : `(?:${source}${this.#behind})`
  }

  #demandMultiline(): void {
    if (!this.#isMultiline) throw patternError('the literal "\\n" is not allowed in a regex; set multiline')
  }

  #escape(): string {
    const name = this.#pattern[this.#at] ?? ''
    if (Object.hasOwn(this.#anchors.named, name)) {
      this.#at++
      this.looksAround ||= name === 'b' || name === 'B'
      return this.#anchors.named[name]!
    }
    if (name === 'n') this.#demandMultiline()
    const { source, end } = readEscape(this.#pattern, this.#at - 1)
    this.#at = end
    return /^(?:\[|\\[pP])/.test(source) ? this.#set(source) : this.#character(source)
  }

  #repetition(character: string): string {
    if (!this.#isAtom) throw patternError('repetition operator missing expression')
    // Repeating what is repeated has no counterpart.
    this.#isAtom = false
    let source = character
    if (character === '{') {
      const counts = /^\{\s*\d+\s*(?:,\s*\d*\s*)?\}/.exec(this.#pattern.slice(this.#at - 1))
      if (counts === null) throw patternError('repetition quantifier expects a valid decimal')
      this.#at += counts[0].length - 1
      source = counts[0].replaceAll(/\s/g, '')
    }
    if (this.#pattern[this.#at] === '?') {
      this.#at++
      source += '?'
    }
    return source
  }

  #group(): string {
    const rest = this.#pattern.slice(this.#at)
    const named = /^\?P?<([A-Za-z_]\w*)>/.exec(rest)
    const flagged = /^\?([a-zA-Z]*)(?:-([a-zA-Z]+))?([:)])/.exec(rest)
    if (rest.startsWith('?') && named === null && flagged === null) {
      throw patternError('look-around, including look-ahead and look-behind, is not supported')
    }
    if (named !== null || flagged === null) {
      this.#at += named?.[0].length ?? 0
      this.#open()
      // Nothing refers to it.
      return '(?:'
    }
    const [whole, on = '', off = '', end] = flagged
    if (!/^[ism]*$/.test(on) || !/^[is]*$/.test(off)) {
      throw patternError(`the flags in (${whole} can be used where ripgrep is installed`)
    }
    this.#at += whole.length
    // Flags alone hold to the end of the group that they stand in.
    if (end === ':') this.#open()
    this.#dotAll = on.includes('s') || (this.#dotAll && !off.includes('s'))
    this.#ignoresCase = on.includes('i') || (this.#ignoresCase && !off.includes('i'))
    return `(?${this.#ignoresCase ? 'i' : '-i'}${end!}`
  }

  #open(): void {
    this.#groups.push({ dotAll: this.#dotAll, ignoresCase: this.#ignoresCase })
  }

  #endGroup(): string {
    const group = this.#groups.pop()
    if (group === undefined) throw patternError('unopened group')
    this.#dotAll = group.dotAll
    this.#ignoresCase = group.ignoresCase
    return ')'
  }
}
