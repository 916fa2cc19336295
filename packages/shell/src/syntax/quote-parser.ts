import { decodeAnsiEscape } from './ansi-quoting.ts'
import {
  END,
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  DOLLAR,
  DOUBLE_QUOTE,
  GREATER,
  LESS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  SEMICOLON,
  SINGLE_QUOTE,
} from './characters.ts'
import { Scanner } from './scanner.ts'
import type { DoubleQuoted, Word, WordPart } from './tree.ts'

/** Quotes, brackets, and text that is read like double quotes. */
export abstract class QuoteParser extends Scanner {
  singleQuoted(parts: WordPart[]): void {
    const start = this.position
    const end = this.source.indexOf("'", start + 1)
    if (end < 0) this.unterminated('a single quote', start)
    this.position = end + 1
    parts.push({ type: 'single', start, end: end + 1, text: this.source.slice(start + 1, end) })
  }

  /** At `$'`. */
  ansiQuoted(parts: WordPart[]): void {
    const { source } = this
    const start = this.position
    let text = ''
    let position = start + 2
    for (;;) {
      const character = source[position]
      if (character === undefined) this.unterminated("$'…'", start)
      if (character === "'") break
      if (character !== '\\') {
        text += character
        position++
        continue
      }
      const escape = decodeAnsiEscape(source, position + 1)
      if (escape === null) {
        this.position = position
        this.ambiguous("this escape in $'…' depends on the locale or the version")
      }
      text += escape.text
      position = escape.end
    }
    this.position = position + 1
    parts.push({ type: 'ansi', start, end: this.position, text })
  }

  /** At the opening `"`. */
  doubleQuoted(translated: boolean): DoubleQuoted {
    const start = this.position
    const parts = this.newParts()
    let from = ++this.position
    for (;;) {
      let at = this.position
      let code = this.at(at)
      while (code !== DOUBLE_QUOTE && code !== DOLLAR && code !== BACKSLASH && code !== BACKTICK && code !== END) {
        code = this.at(++at)
      }
      this.position = at
      if (code === DOLLAR && !this.dollarExpands(true)) {
        this.position++
        continue
      }
      this.flush(parts, from)
      if (code === DOUBLE_QUOTE) {
        this.position++
        const begin = translated ? start - 1 : start
        return { type: 'double', start: begin, end: this.position, translated, parts: this.keepParts(parts) }
      }
      if (code === DOLLAR) this.dollar(parts, true)
      else if (code === BACKTICK) this.backticks(parts, true)
      else if (code === BACKSLASH) this.escapedInDouble(parts)
      else this.unterminated('a double quote', start)
      from = this.position
    }
  }

  /** At a backslash inside double quotes. */
  private escapedInDouble(parts: WordPart[]): void {
    const { source } = this
    const at = this.position
    const next = this.at(at + 1)
    if (next === NEWLINE) {
      if (this.at(at - 1) === DOLLAR) this.ambiguous('a line continuation after $')
      this.position += 2
    } else if (next === DOLLAR || next === BACKTICK || next === DOUBLE_QUOTE || next === BACKSLASH) {
      this.position += 2
      this.pushLiteral(parts, source.charAt(at + 1), at, at + 2)
    } else {
      this.position++
      this.pushLiteral(parts, '\\', at, at + 1)
    }
  }

  /** At `$`, a backtick or `"` in text that is read like double quotes; returns where the next literal starts. */
  expansionIn(parts: WordPart[], from: number, quoted: boolean): number {
    const at = this.position
    const code = this.at(at)
    if (code === DOLLAR) {
      const next = this.at(at + 1)
      if (quoted && (next === SINGLE_QUOTE || next === DOUBLE_QUOTE)) {
        this.unsupported('a quote after $ in an expression')
      }
      if (!this.dollarExpands(quoted)) {
        if (next === BACKTICK) this.unsupported('a $ before a backtick')
        this.position++
        return from
      }
    }
    this.flush(parts, from, at)
    if (code === DOLLAR) this.dollar(parts, quoted)
    else if (code === BACKTICK) this.backticks(parts, quoted)
    else parts.push(this.doubleQuoted(false))
    return this.position
  }

  /**
   * At `[`: everything through the matching `]`, brackets included. `strict` where the text is inside an expansion
   * or an expression, whose end bash finds by other rules than the end of the subscript.
   */
  bracketed(strict: boolean): Word {
    const { source } = this
    const start = this.position
    const parts = this.newParts()
    let from = start
    let depth = 0
    for (;;) {
      const code = this.at(this.position)
      if (code === END) this.unterminated('a subscript', start)
      if (code === BACKSLASH || code === SINGLE_QUOTE) {
        this.flush(parts, from)
        if (code === SINGLE_QUOTE) this.singleQuoted(parts)
        else this.escaped(parts)
        from = this.position
      } else if (code === DOUBLE_QUOTE || code === BACKTICK || code === DOLLAR) {
        from = this.expansionIn(parts, from, false)
      } else if ((code === LESS || code === GREATER) && this.at(this.position + 1) === OPEN_PARENTHESIS) {
        this.unsupported('a process substitution in a subscript')
      } else if (code === NEWLINE) {
        this.unsupported('a newline in a subscript')
      } else if (
        strict &&
        (code === CLOSE_BRACE ||
          code === OPEN_BRACE ||
          code === SEMICOLON ||
          code === OPEN_PARENTHESIS ||
          code === CLOSE_PARENTHESIS)
      ) {
        this.unsupported(`${source.charAt(this.position)} in a subscript`)
      } else {
        this.position++
        if (code === OPEN_BRACKET) depth++
        if (code === CLOSE_BRACKET && --depth === 0) break
      }
    }
    this.flush(parts, from)
    return this.wordOf(parts, start, this.position)
  }

  /** At a backslash outside double quotes. */
  escaped(parts: WordPart[]): void {
    const start = this.position
    const point = this.source.codePointAt(start + 1)
    if (point === undefined) this.refuse('UNTERMINATED', 'a backslash at the end of the input')
    if (point === NEWLINE) this.unsupported('a line continuation here')
    this.position += point > 0xffff ? 3 : 2
    parts.push({ type: 'escaped', start, end: this.position, text: this.source.slice(start + 1, this.position) })
  }

  /** At a `$`: does it start an expansion here, or stand for itself? */
  abstract dollarExpands(quoted: boolean): boolean

  /** At a `$` that expands. */
  abstract dollar(parts: WordPart[], quoted: boolean): void

  /** At the opening backtick. */
  abstract backticks(parts: WordPart[], quoted: boolean): void
}
