import {
  END,
  BACKSLASH,
  BACKTICK,
  CLOSE_PARENTHESIS,
  DOLLAR,
  DOUBLE_QUOTE,
  EQUALS,
  GREATER,
  isDigit,
  isMeta,
  isNamePart,
  isNameStart,
  isOrdinary,
  LESS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  PLUS,
  SINGLE_QUOTE,
} from './characters.ts'
import { ExpansionParser } from './expansion-parser.ts'
import type { ArrayElement, Assignment, Word, WordPart } from './tree.ts'

/** Words, assignments and array literals. */
export abstract class WordParser extends ExpansionParser {
  /** At the first character of a word. `inCommandPosition`: where an alias, keyword or assignment could stand. */
  word(inCommandPosition: boolean): Word {
    const { source } = this
    const start = this.position
    let position = start
    let code = this.at(position)
    while (isOrdinary(code)) code = this.at(++position)
    this.position = position
    if (isMeta(code) && position > start && !this.continuesAtMeta(code)) {
      const text = source.slice(start, position)
      return { type: 'word', start, end: position, parts: [{ type: 'literal', start, end: position, text }] }
    }
    return this.composedWord(start, inCommandPosition)
  }

  /** A word whose first `position - start` characters are ordinary. */
  private composedWord(start: number, inCommandPosition: boolean): Word {
    const parts = this.newParts()
    let from = start
    for (;;) {
      let at = this.position
      let code = this.at(at)
      while (isOrdinary(code)) code = this.at(++at)
      this.position = at
      if (isMeta(code) && !this.continuesAtMeta(code)) break
      if (code === DOLLAR && !this.dollarExpands(false)) {
        if (this.at(at + 1) === BACKTICK) this.unsupported('a $ before a backtick')
        this.position++
        continue
      }
      if (code === OPEN_PARENTHESIS) {
        if (inCommandPosition || at - 1 < from) this.ambiguous('an extended glob here')
        this.flush(parts, from, at - 1)
        this.extendedGlob(parts)
      } else {
        this.flush(parts, from)
        if (code === DOLLAR) this.dollar(parts, false)
        else if (code === DOUBLE_QUOTE) parts.push(this.doubleQuoted(false))
        else if (code === SINGLE_QUOTE) this.singleQuoted(parts)
        else if (code === BACKTICK) this.backticks(parts, false)
        else if (code !== BACKSLASH) parts.push(this.processSubstitution())
        else if (this.at(at + 1) !== NEWLINE) this.escaped(parts)
        else {
          if (inCommandPosition || at === start) this.ambiguous('a line continuation in this word')
          this.continuation()
        }
      }
      from = this.position
    }
    this.flush(parts, from)
    return this.wordOf(parts, start, this.position)
  }

  /** At a meta character: a process substitution or an extended glob goes on with the word. */
  private continuesAtMeta(code: number): boolean {
    if (code === LESS || code === GREATER) return this.code(1) === OPEN_PARENTHESIS
    if (code !== OPEN_PARENTHESIS || !this.bash || this.position === 0) return false
    // The character before must be an unquoted operator of this very word: quotes and blanks come as other codes.
    return '?*+@!'.includes(this.source.charAt(this.position - 1)) && this.source.charAt(this.position - 2) !== '\\'
  }

  /** At a backslash-newline inside a word: bash does not remove it everywhere, so only plain neighbours are read. */
  private continuation(): void {
    const before = this.at(this.position - 1)
    const next = this.at(this.position + 2)
    const afterExpander = before === DOLLAR || before === OPEN_BRACKET || before === OPEN_BRACE
    const beforeOpener =
      next === OPEN_PARENTHESIS || next === BACKSLASH || next === OPEN_BRACE || next === LESS || next === GREATER
    if (afterExpander || beforeOpener || (isDigit(before) && (next === LESS || next === GREATER))) {
      this.ambiguous('a line continuation next to an operator')
    }
    this.position += 2
  }

  /** At the `(` of `@(…)`; the operator stands before it. */
  private extendedGlob(parts: WordPart[]): void {
    const { source } = this
    const start = this.position - 1
    this.enter()
    const inner = this.newParts()
    const begin = ++this.position
    let from = begin
    let depth = 1
    for (;;) {
      const code = this.at(this.position)
      if (code === END) this.unterminated('an extended glob', start)
      if (code === OPEN_PARENTHESIS) {
        depth++
        this.position++
      } else if (code === CLOSE_PARENTHESIS) {
        if (--depth === 0) break
        this.position++
      } else if (code === SINGLE_QUOTE || code === BACKSLASH) {
        this.flush(inner, from)
        if (code === SINGLE_QUOTE) this.singleQuoted(inner)
        else this.escaped(inner)
        from = this.position
      } else if (code === DOLLAR || code === BACKTICK || code === DOUBLE_QUOTE) {
        from = this.expansionIn(inner, from, false)
      } else if (code === LESS || code === GREATER || code === NEWLINE) {
        this.unsupported('this character in an extended glob')
      } else {
        this.position++
      }
    }
    this.flush(inner, from)
    const pattern = this.wordOf(inner, begin, this.position)
    this.position++
    parts.push({ type: 'extended-glob', start, end: this.position, operator: source.charAt(start), pattern })
    this.leave()
  }

  /** At a word in assignment position: the assignment, or null with nothing consumed. */
  assignment(): Assignment | null {
    const { source } = this
    const start = this.position
    let position = start
    if (!isNameStart(this.at(position))) return null
    do position++
    while (isNamePart(this.at(position)))
    const code = this.at(position)
    if (code !== EQUALS && code !== PLUS && code !== OPEN_BRACKET) return null
    const name = source.slice(start, position)
    let subscript: Word | null = null
    let append = false
    if (code === PLUS) {
      if (this.at(position + 1) !== EQUALS) return null
      if (!this.bash) this.ambiguous('+= is an assignment only in some shells')
      append = true
      position++
    } else if (code === OPEN_BRACKET) {
      if (!this.bash) this.ambiguous('a subscript outside bash')
      this.position = position
      subscript = this.bracketed(false)
      position = this.position
      if (this.at(position) === PLUS) {
        append = true
        position++
      }
      if (this.at(position) !== EQUALS) this.ambiguous('a subscript that is not assigned', start)
    }
    this.position = position + 1
    const value = this.assignedValue(subscript === null)
    return { type: 'assignment', start, end: this.position, name, subscript, append, value }
  }

  /** After the `=`. */
  assignedValue(arrayAllowed: boolean): Word {
    const at = this.position
    if (this.code() === OPEN_PARENTHESIS && arrayAllowed) {
      if (!this.bash) this.syntax('POSIX shells have no arrays')
      return this.arrayLiteral()
    }
    if (isMeta(this.code()) && !this.continuesAtMeta(this.code())) return this.wordOf([], at, at)
    return this.word(true)
  }

  /** At the `(` after `name=`. */
  arrayLiteral(): Word {
    const start = this.position
    this.enter()
    this.position++
    const elements: ArrayElement[] = []
    for (;;) {
      this.skipNewlinesWithin('an array')
      const code = this.code()
      if (code === CLOSE_PARENTHESIS) break
      if (code === END) this.unterminated('an array', start)
      elements.push(this.arrayElement())
    }
    this.position++
    this.leave()
    if (!isMeta(this.code()) || this.code() === OPEN_PARENTHESIS || this.continuesAtMeta(this.code())) {
      this.ambiguous('text glued to an array')
    }
    return this.wordOf([{ type: 'array', start, end: this.position, elements }], start, this.position)
  }

  private arrayElement(): ArrayElement {
    const start = this.position
    const code = this.code()
    let subscript: Word | null = null
    let append = false
    if (code === OPEN_BRACKET) {
      subscript = this.bracketed(true)
      if (this.code() === PLUS) {
        append = true
        this.position++
      }
      if (this.code() !== EQUALS) this.unsupported('an array element that starts with a bracket', start)
      this.position++
    } else if (isMeta(code) && !this.continuesAtMeta(code)) {
      this.syntax('an operator in an array')
    }
    const value = subscript === null ? this.plainWord() : this.assignedValue(false)
    if (this.code() === OPEN_PARENTHESIS) this.syntax('a ( in an array')
    return { type: 'element', start, end: this.position, subscript, append, value }
  }

  /** At a word that is an argument, an element or a pattern; refuses an operator in its place. */
  plainWord(): Word {
    if (isMeta(this.code()) && !this.continuesAtMeta(this.code())) this.syntax('a word is missing here')
    return this.word(false)
  }
}
