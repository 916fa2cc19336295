import { decodeAnsiEscape } from './ansi-quoting.ts'
import {
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  DOLLAR,
  DOUBLE_QUOTE,
  GREATER,
  isDigit,
  isNamePart,
  isNameStart,
  LESS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  SEMICOLON,
  SINGLE_QUOTE,
} from './characters.ts'
import { Scanner } from './scanner.ts'
import type { DoubleQuoted, ProcessSubstitution, Script, Word, WordPart } from './tree.ts'

const specialParameters = '@*#?-$!'
const transformations = 'UuLQEPAKak'

/** Quotes and everything that starts with `$` or a backtick. */
export abstract class ExpansionParser extends Scanner {
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
        this.refuse('AMBIGUOUS', "this escape in $'…' depends on the locale or the version")
      }
      text += escape.text
      position = escape.end
    }
    this.position = position + 1
    parts.push({ type: 'ansi', start, end: this.position, text })
  }

  /** At the opening `"`. */
  doubleQuoted(translated: boolean): DoubleQuoted {
    const { source } = this
    const start = this.position
    const parts: WordPart[] = []
    let from = ++this.position
    for (;;) {
      const code = source.charCodeAt(this.position)
      if (code === DOUBLE_QUOTE) {
        this.pushText(parts, 'literal', source.slice(from, this.position), from, this.position)
        this.position++
        return { type: 'double', start: translated ? start - 1 : start, end: this.position, translated, parts }
      }
      if (code === BACKSLASH) {
        this.pushText(parts, 'literal', source.slice(from, this.position), from, this.position)
        const next = source.charCodeAt(this.position + 1)
        from = this.position
        if (next === NEWLINE) {
          if (source.charCodeAt(from - 1) === DOLLAR) this.refuse('AMBIGUOUS', 'a line continuation after $')
          from += 2
        } else if (next === DOLLAR || next === BACKTICK || next === DOUBLE_QUOTE || next === BACKSLASH) {
          from++
          this.pushText(parts, 'literal', source.charAt(from), from - 1, from + 1)
          from++
        } else {
          this.pushText(parts, 'literal', '\\', from, from + 1)
          from++
        }
        this.position = from
      } else if (code === DOLLAR || code === BACKTICK) {
        const at = this.position
        if (code === DOLLAR && !this.dollarExpands(true)) {
          this.position++
          continue
        }
        this.pushText(parts, 'literal', source.slice(from, at), from, at)
        if (code === DOLLAR) this.dollar(parts, true)
        else this.backticks(parts, true)
        from = this.position
      } else if (code !== code) {
        this.unterminated('a double quote', start)
      } else {
        this.position++
      }
    }
  }

  /** At a `$`: does it start an expansion here, or stand for itself? `$'` and `$"` are the caller's. */
  dollarExpands(quoted: boolean): boolean {
    const next = this.code(1)
    if (next === OPEN_PARENTHESIS || next === OPEN_BRACE || isNamePart(next)) return true
    if (next === OPEN_BRACKET) {
      if (!this.bash) this.refuse('AMBIGUOUS', '$[ is arithmetic in some shells')
      return true
    }
    if (next === BACKSLASH && this.code(2) === NEWLINE) this.refuse('AMBIGUOUS', 'a line continuation after $')
    if (next === SINGLE_QUOTE || next === DOUBLE_QUOTE) {
      if (quoted) return false
      return true
    }
    return next === next && specialParameters.includes(String.fromCharCode(next))
  }

  /** At a `$` that expands. */
  dollar(parts: WordPart[], quoted: boolean): void {
    const { source } = this
    const start = this.position
    const next = source.charCodeAt(start + 1)
    if (next === OPEN_PARENTHESIS) {
      if (source.charCodeAt(start + 2) === OPEN_PARENTHESIS) {
        this.position += 3
        const expression = this.arithmetic(CLOSE_PARENTHESIS)
        parts.push({ type: 'arithmetic', start, end: this.position, expression })
      } else {
        this.position += 2
        const script = this.substitution(start)
        parts.push({ type: 'command', start, end: this.position, script })
      }
    } else if (next === OPEN_BRACE) {
      this.position += 2
      this.parameter(parts, start, quoted)
    } else if (next === OPEN_BRACKET) {
      this.position += 2
      const expression = this.arithmetic(CLOSE_BRACKET)
      parts.push({ type: 'arithmetic', start, end: this.position, expression })
    } else if (next === SINGLE_QUOTE) {
      if (!this.bash) this.refuse('AMBIGUOUS', "$'…' is not quoting in every POSIX shell")
      this.ansiQuoted(parts)
    } else if (next === DOUBLE_QUOTE) {
      if (!this.bash) this.refuse('AMBIGUOUS', '$"…" is not quoting in every POSIX shell')
      this.position++
      parts.push(this.doubleQuoted(true))
    } else {
      let end = start + 2
      if (isNameStart(next)) while (isNamePart(source.charCodeAt(end))) end++
      this.position = end
      this.pushParameter(parts, start, source.slice(start + 1, end))
    }
  }

  pushParameter(parts: WordPart[], start: number, name: string): void {
    parts.push({
      type: 'parameter',
      start,
      end: this.position,
      name,
      length: false,
      indirect: false,
      subscript: null,
      operator: null,
      operand: null,
    })
  }

  /** After the opening parenthesis; consumes the closing one. */
  substitution(start: number): Script {
    this.enter()
    const pending = this.pendingHereDocuments
    this.pendingHereDocuments = []
    this.substitutionDepth++
    const script = this.script(null)
    this.substitutionDepth--
    if (this.code() !== CLOSE_PARENTHESIS) this.unterminated('a substitution', start)
    if (this.pendingHereDocuments.length > 0) this.refuse('AMBIGUOUS', 'a here-document that is not read before the )')
    this.pendingHereDocuments = pending
    this.position++
    this.leave()
    return script
  }

  /** At `<(` or `>(`. */
  processSubstitution(): ProcessSubstitution {
    const start = this.position
    if (!this.bash) this.refuse('SYNTAX', 'POSIX shells have no process substitution')
    const direction = this.code() === LESS ? '<' : '>'
    this.position += 2
    const script = this.substitution(start)
    return { type: 'process', start, end: this.position, direction, script }
  }

  /** At the opening backtick. The shell removes backslashes first and parses what is left on its own. */
  backticks(parts: WordPart[], quoted: boolean): void {
    const { source } = this
    const start = this.position
    this.enter()
    let text = ''
    let from = start + 1
    let position = from
    /** For each removed backslash: the offset in `text` after which everything is one further to the right. */
    const removed: number[] = []
    for (;;) {
      const code = source.charCodeAt(position)
      if (code === BACKTICK) break
      if (code !== code) this.unterminated('a backtick', start)
      if (code === BACKSLASH) {
        const next = source.charCodeAt(position + 1)
        if (next === BACKTICK || next === BACKSLASH || next === DOLLAR || (quoted && next === DOUBLE_QUOTE)) {
          text += source.slice(from, position)
          removed.push(text.length)
          from = position + 1
        }
        position += next === next ? 2 : 1
      } else {
        position++
      }
    }
    text += source.slice(from, position)
    this.substitutionDepth++
    let script: Script
    if (removed.length === 0) {
      script = this.isolated(from, position, () => this.wholeScript())
    } else {
      const inner = this.nested(text)
      script = this.within(start + 1, removed, () => inner.wholeScript())
    }
    this.substitutionDepth--
    this.position = position + 1
    parts.push({ type: 'command', start, end: this.position, script })
    this.leave()
  }

  /** Runs a nested parse and moves the spans of its tree, or of its refusal, to where they are in this source. */
  abstract within<T>(base: number, removed: readonly number[], parse: () => T): T

  /**
   * After `$((` or `$[`, or `((`; consumes the closing `))` or `]`. What can also be read as nested subshells is
   * refused: whether bash takes `$((` as arithmetic is decided only when it expands.
   */
  arithmetic(close: number): Word {
    const { source } = this
    const start = this.position
    this.enter()
    this.arithmeticDepth++
    const parts: WordPart[] = []
    let from = start
    let open = 0
    for (;;) {
      const code = source.charCodeAt(this.position)
      if (code !== code) this.unterminated('an arithmetic expression', start)
      if (code === close && open === 0) break
      if (code === OPEN_PARENTHESIS) {
        open++
        this.position++
      } else if (code === CLOSE_PARENTHESIS || (close === CLOSE_BRACKET && code === CLOSE_BRACKET)) {
        if (open === 0 || code === CLOSE_BRACKET)
          this.refuse('AMBIGUOUS', 'an unmatched bracket in an arithmetic expression')
        open--
        this.position++
      } else if (code === DOLLAR || code === BACKTICK || code === DOUBLE_QUOTE) {
        from = this.expansionIn(parts, from, true)
      } else if (code === SINGLE_QUOTE || code === BACKSLASH || code === SEMICOLON) {
        this.refuse('UNSUPPORTED', `${source.charAt(this.position)} in an arithmetic expression`)
      } else if (code === OPEN_BRACKET) {
        this.pushText(parts, 'literal', source.slice(from, this.position), from, this.position)
        for (const part of this.bracketed(true).parts) {
          if (part.type === 'literal') this.pushText(parts, 'literal', part.text, part.start, part.end)
          else parts.push(part)
        }
        from = this.position
      } else {
        this.position++
      }
    }
    const end = this.position
    if (close === CLOSE_PARENTHESIS && source.charCodeAt(end + 1) !== CLOSE_PARENTHESIS) {
      this.refuse('AMBIGUOUS', '(( that is not closed by )): arithmetic or nested subshells')
    }
    this.pushText(parts, 'literal', source.slice(from, end), from, end)
    this.position += close === CLOSE_PARENTHESIS ? 2 : 1
    this.arithmeticDepth--
    this.leave()
    return this.wordOf(parts, start, end)
  }

  /** At `$`, a backtick or `"` in text that is read like double quotes; returns where the next literal starts. */
  expansionIn(parts: WordPart[], from: number, quoted: boolean): number {
    const { source } = this
    const at = this.position
    const code = source.charCodeAt(at)
    if (code === DOLLAR) {
      const next = source.charCodeAt(at + 1)
      if (quoted && (next === SINGLE_QUOTE || next === DOUBLE_QUOTE)) {
        this.refuse('UNSUPPORTED', 'a quote after $ in an expression')
      }
      if (!this.dollarExpands(quoted)) {
        if (next === BACKTICK) this.refuse('UNSUPPORTED', 'a $ before a backtick')
        this.position++
        return from
      }
    }
    this.pushText(parts, 'literal', source.slice(from, at), from, at)
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
    const parts: WordPart[] = []
    let from = start
    let depth = 0
    for (;;) {
      const code = source.charCodeAt(this.position)
      if (code !== code) this.unterminated('a subscript', start)
      if (code === BACKSLASH || code === SINGLE_QUOTE) {
        this.pushText(parts, 'literal', source.slice(from, this.position), from, this.position)
        if (code === SINGLE_QUOTE) this.singleQuoted(parts)
        else this.escaped(parts)
        from = this.position
      } else if (code === DOUBLE_QUOTE || code === BACKTICK || code === DOLLAR) {
        from = this.expansionIn(parts, from, false)
      } else if ((code === LESS || code === GREATER) && source.charCodeAt(this.position + 1) === OPEN_PARENTHESIS) {
        this.refuse('UNSUPPORTED', 'a process substitution in a subscript')
      } else if (code === NEWLINE) {
        this.refuse('UNSUPPORTED', 'a newline in a subscript')
      } else if (
        strict &&
        (code === CLOSE_BRACE ||
          code === OPEN_BRACE ||
          code === SEMICOLON ||
          code === OPEN_PARENTHESIS ||
          code === CLOSE_PARENTHESIS)
      ) {
        this.refuse('UNSUPPORTED', `${source.charAt(this.position)} in a subscript`)
      } else {
        this.position++
        if (code === OPEN_BRACKET) depth++
        if (code === CLOSE_BRACKET && --depth === 0) break
      }
    }
    this.pushText(parts, 'literal', source.slice(from, this.position), from, this.position)
    return this.wordOf(parts, start, this.position)
  }

  /** At a backslash outside double quotes. */
  escaped(parts: WordPart[]): void {
    const start = this.position
    const point = this.source.codePointAt(start + 1)
    if (point === undefined) this.refuse('UNTERMINATED', 'a backslash at the end of the input')
    if (point === NEWLINE) this.refuse('UNSUPPORTED', 'a line continuation here')
    this.position += point > 0xffff ? 3 : 2
    parts.push({ type: 'escaped', start, end: this.position, text: this.source.slice(start + 1, this.position) })
  }

  /** After `${`; consumes the `}`. */
  parameter(parts: WordPart[], start: number, quoted: boolean): void {
    const { source } = this
    this.enter()
    let length = false
    let indirect = false
    let character = source.charAt(this.position)
    const following = source.charAt(this.position + 1)
    if (character === '#' && following !== '}') {
      length = true
      character = source.charAt(++this.position)
    } else if (character === '!' && this.bash && following !== '}') {
      indirect = true
      character = source.charAt(++this.position)
    }
    const from = this.position
    const first = source.charCodeAt(from)
    if (isNameStart(first)) while (isNamePart(this.code())) this.position++
    else if (isDigit(first)) while (isDigit(this.code())) this.position++
    else if (character !== '' && specialParameters.includes(character)) this.position++
    else this.refuse('UNSUPPORTED', 'this kind of ${…}', start)
    const name = source.slice(from, this.position)
    const special = !isNamePart(first)
    if (special && length && this.code() !== CLOSE_BRACE) this.refuse('AMBIGUOUS', 'length or parameter #', start)
    if (special && indirect && name !== '#') this.refuse('AMBIGUOUS', 'indirection or parameter !', start)
    let subscript: Word | null = null
    if (this.code() === OPEN_BRACKET) {
      if (!this.bash || special) this.refuse('SYNTAX', 'a subscript on this parameter')
      subscript = this.bracketed(true)
    }
    let operator: string | null = null
    let operand: Word | null = null
    if (this.code() === CLOSE_BRACE) {
      this.position++
    } else {
      if (length) this.refuse('SYNTAX', 'an operator after ${#name', start)
      operator = this.parameterOperator(name, indirect)
      operand = this.operand(quoted, start)
    }
    parts.push({ type: 'parameter', start, end: this.position, name, length, indirect, subscript, operator, operand })
    this.leave()
  }

  /**
   * At a `'` in the operand of an expansion inside double quotes. Whether it quotes depends on the operator and the
   * shell, so only a pair is read whose content means the same either way; it is kept as it stands.
   */
  private quotesWithin(): void {
    const end = this.source.indexOf("'", this.position + 1)
    if (end < 0 || /[}{"\\`$\n]/.test(this.source.slice(this.position + 1, end))) {
      this.refuse('AMBIGUOUS', "a ' in ${…} inside double quotes")
    }
    this.position = end + 1
  }

  private parameterOperator(name: string, indirect: boolean): string {
    const { source } = this
    const start = this.position
    const one = source.charAt(start)
    const two = source.slice(start, start + 2)
    let operator: string
    if (':-=+?%#^,/@*'.indexOf(one) < 0 || one === '') this.refuse('UNSUPPORTED', 'this operator in ${…}')
    if (two === ':-' || two === ':=' || two === ':+' || two === ':?' || two === '%%' || two === '##') operator = two
    else if (two === '//' || two === '/#' || two === '/%' || two === '^^' || two === ',,') operator = two
    else if (one === '@') {
      const transformation = source.charAt(start + 1)
      const prefixNames = indirect && transformation === '}'
      if (!prefixNames && !(transformations.includes(transformation) && source.charAt(start + 2) === '}')) {
        this.refuse('UNSUPPORTED', 'this transformation in ${…@…}')
      }
      operator = prefixNames ? '@' : two
    } else if (one === '*') {
      if (!indirect || source.charAt(start + 1) !== '}') this.refuse('UNSUPPORTED', 'this operator in ${…}')
      operator = '*'
    } else operator = one
    if (!this.bash && !/^:?[-=+?]$|^%%?$|^##?$/.test(operator)) {
      this.refuse('SYNTAX', `the operator ${operator} is not in POSIX shells`)
    }
    if (!isNamePart(name.charCodeAt(0)) && (operator === '=' || operator === ':=')) {
      this.refuse('SYNTAX', 'an assignment to a special parameter')
    }
    this.position += operator.length
    return operator
  }

  /** After the operator; consumes the `}`. */
  private operand(quoted: boolean, start: number): Word {
    const { source } = this
    const begin = this.position
    const parts: WordPart[] = []
    let from = begin
    for (;;) {
      const code = source.charCodeAt(this.position)
      if (code === CLOSE_BRACE) break
      if (code !== code) this.unterminated('${', start)
      if (code === BACKSLASH) {
        this.pushText(parts, 'literal', source.slice(from, this.position), from, this.position)
        this.escaped(parts)
        from = this.position
      } else if (code === SINGLE_QUOTE) {
        if (quoted) {
          this.quotesWithin()
          continue
        }
        this.pushText(parts, 'literal', source.slice(from, this.position), from, this.position)
        this.singleQuoted(parts)
        from = this.position
      } else if (code === DOUBLE_QUOTE || code === BACKTICK || code === DOLLAR) {
        const next = source.charCodeAt(this.position + 1)
        if (code === DOLLAR && (next === SINGLE_QUOTE || next === DOUBLE_QUOTE)) {
          if (quoted || next === DOUBLE_QUOTE) this.refuse('UNSUPPORTED', 'a quote after $ in ${…}')
        }
        from = this.expansionIn(parts, from, quoted)
      } else if ((code === LESS || code === GREATER) && source.charCodeAt(this.position + 1) === OPEN_PARENTHESIS) {
        // In the pattern of `"${x^^…}"` it runs although it is quoted, in a default value it does not.
        if (quoted) this.refuse('AMBIGUOUS', 'a process substitution in ${…} inside double quotes')
        this.pushText(parts, 'literal', source.slice(from, this.position), from, this.position)
        parts.push(this.processSubstitution())
        from = this.position
      } else if (code === OPEN_BRACE) {
        this.refuse('UNSUPPORTED', 'a { in ${…}')
      } else if (this.arithmeticDepth > 0 && (code === OPEN_PARENTHESIS || code === CLOSE_PARENTHESIS)) {
        this.refuse('UNSUPPORTED', 'a parenthesis in ${…} in an arithmetic expression')
      } else {
        this.position++
      }
    }
    this.pushText(parts, 'literal', source.slice(from, this.position), from, this.position)
    this.position++
    return this.wordOf(parts, begin, this.position - 1)
  }
}
