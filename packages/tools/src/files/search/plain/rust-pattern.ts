import { patternError } from '../run-ripgrep.ts'
import { readClass } from './rust-class.ts'
import { readEscape, WORD } from './rust-escape.ts'

/** How a pattern is meant. */
export interface PatternOptions {
  readonly ignoresCase: boolean
  readonly isMultiline: boolean
  /** Whether U+FFFD stands for bytes that are no character: nothing fits those. */
  readonly hasBadBytes: boolean
}

/**
 * An expression of JavaScript that finds what a pattern finds in ripgrep: characters of Unicode in `\w`, `\d` and `\s`,
 * lines between `^` and `$`, groups with flags. What has no counterpart is refused, and so is what only JavaScript knows.
 * Source: the documentation of the crate `regex`.
 *
 * @throws FileToolError `SEARCH_PATTERN`
 */
export function translatePattern(pattern: string, { ignoresCase, isMultiline, hasBadBytes }: PatternOptions): RegExp {
  const leading = /^\(\?i\)/.exec(pattern)
  const body = leading === null ? pattern : pattern.slice(leading[0].length)
  const source = new Translator(body, isMultiline, hasBadBytes ? withoutBadBytes : asItIs).translate()
  try {
    return new RegExp(source, `g${ignoresCase || leading !== null ? 'i' : ''}v`)
  } catch (error) {
    throw patternError(`${(error as Error).message}; it can be searched for where ripgrep is installed`)
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
    const translator = new Translator(pattern.replace(/^\(\?i\)/, ''), true, asItIs)
    translator.translate()
    return translator.takesLineFeed
  } catch {
    return true
  }
}

const LINE_START = String.raw`(?<![^\n])`
const LINE_END = String.raw`(?![^\n])`
const TEXT_START = '(?<![^])'
const TEXT_END = '(?![^])'
const BOUNDARY = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`
const NO_BOUNDARY = `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`

const ANCHORS: Readonly<Record<string, string>> = { A: TEXT_START, z: TEXT_END, b: BOUNDARY, B: NO_BOUNDARY }

const asItIs = (source: string) => source
const withoutBadBytes = (source: string) => String.raw`[${source}--\u{fffd}]`

class Translator {
  readonly #characters: (source: string) => string
  readonly #pattern: string
  readonly #isMultiline: boolean
  #at = 0
  /** Whether something stands before that can be repeated. */
  #isAtom = false
  #dotAll: boolean
  takesLineFeed = false
  /** What groups end with, and what holds again after them. */
  readonly #groups: { readonly close: string; readonly dotAll: boolean }[] = []

  constructor(pattern: string, isMultiline: boolean, characters: (source: string) => string) {
    this.#characters = characters
    this.#pattern = pattern
    this.#isMultiline = isMultiline
    this.#dotAll = isMultiline
  }

  translate(): string {
    let source = ''
    while (this.#at < this.#pattern.length) source += this.#next()
    if (this.#groups.some(({ close }) => !close.startsWith('!'))) throw patternError('unclosed group')
    return source + this.#groups.map(({ close }) => close.slice(1)).join('')
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
        return this.#noted(this.#characters(source))
      }
      case '.':
        return this.#noted(this.#characters(this.#dotAll ? '[^]' : String.raw`[^\n]`))
      case '^':
        this.takesLineFeed = true
        return LINE_START
      case '$':
        this.takesLineFeed = true
        return LINE_END
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
        return this.#noted(String.raw`\n`)
      default:
        return /[}\]/]/.test(character) ? `\\${character}` : character
    }
  }

  /** Notes whether one character can be a line feed. */
  #noted(source: string): string {
    this.takesLineFeed ||= new RegExp(`^${source}$`, 'v').test('\n')
    return source
  }

  #demandMultiline(): void {
    if (!this.#isMultiline) throw patternError('the literal "\\n" is not allowed in a regex; set multiline')
  }

  #escape(): string {
    const name = this.#pattern[this.#at] ?? ''
    if (Object.hasOwn(ANCHORS, name)) {
      this.#at++
      return ANCHORS[name]!
    }
    if (name === 'n') this.#demandMultiline()
    const { source, end } = readEscape(this.#pattern, this.#at - 1)
    this.#at = end
    return this.#noted(/^(?:\[|\\P)/.test(source) ? this.#characters(source) : source)
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
    if (named !== null) {
      this.#at += named[0].length
      this.#push(')')
      return `(?<${named[1]!}>`
    }
    if (flagged === null) {
      this.#push(')')
      // Nothing refers to it.
      return '(?:'
    }
    const [whole, on = '', off = '', end] = flagged
    if (!/^[ism]*$/.test(on) || !/^[is]*$/.test(off)) {
      throw patternError(`the flags in (${whole} can be used where ripgrep is installed`)
    }
    this.#at += whole.length
    const before = this.#dotAll
    const dotAll = on.includes('s') || (before && !off.includes('s'))
    const cased = `${on.includes('i') ? 'i' : ''}${off.includes('i') ? '-i' : ''}`
    // Flags alone hold to the end of the group that they stand in.
    if (end === ')') this.#groups.push({ close: '!)', dotAll: before })
    else this.#push(')')
    this.#dotAll = dotAll
    return `(?${cased}:`
  }

  #push(close: string): void {
    this.#groups.push({ close, dotAll: this.#dotAll })
  }

  #endGroup(): string {
    let source = ''
    for (let group = this.#groups.pop(); ; group = this.#groups.pop()) {
      if (group === undefined) throw patternError('unopened group')
      this.#dotAll = group.dotAll
      if (!group.close.startsWith('!')) return source + group.close
      source += group.close.slice(1)
    }
  }
}
