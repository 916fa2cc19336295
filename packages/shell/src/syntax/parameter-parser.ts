import {
  END,
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACE,
  CLOSE_PARENTHESIS,
  DOLLAR,
  DOUBLE_QUOTE,
  GREATER,
  isDigit,
  isNamePart,
  isNameStart,
  LESS,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  SINGLE_QUOTE,
} from './characters.ts'
import { QuoteParser } from './quote-parser.ts'
import type { ProcessSubstitution, Word, WordPart } from './tree.ts'

const transformations = 'UuLQEPAKak'

/** `${…}`. */
export abstract class ParameterParser extends QuoteParser {
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
    const first = this.at(from)
    if (isNameStart(first)) while (isNamePart(this.code())) this.position++
    else if (isDigit(first)) while (isDigit(this.code())) this.position++
    else if (character !== '' && specialParameters.includes(character)) this.position++
    else this.unsupported('this kind of ${…}', start)
    const name = source.slice(from, this.position)
    const special = !isNamePart(first)
    if (special && length && this.code() !== CLOSE_BRACE) this.ambiguous('length or parameter #', start)
    if (special && indirect && name !== '#') this.ambiguous('indirection or parameter !', start)
    let subscript: Word | null = null
    if (this.code() === OPEN_BRACKET) {
      if (!this.bash || special) this.syntax('a subscript on this parameter')
      subscript = this.bracketed(true)
    }
    let operator: string | null = null
    let operand: Word | null = null
    if (this.code() === CLOSE_BRACE) {
      this.position++
    } else {
      if (length) this.syntax('an operator after ${#name', start)
      operator = this.parameterOperator(name, indirect)
      operand = this.operand(quoted, start)
    }
    parts.push({ type: 'parameter', start, end: this.position, name, length, indirect, subscript, operator, operand })
    this.leave()
  }

  private parameterOperator(name: string, indirect: boolean): string {
    const { source } = this
    const start = this.position
    const one = source.charAt(start)
    const two = source.slice(start, start + 2)
    let operator: string
    if (':-=+?%#^,/@*'.indexOf(one) < 0 || one === '') this.unsupported('this operator in ${…}')
    if (two === ':-' || two === ':=' || two === ':+' || two === ':?' || two === '%%' || two === '##') operator = two
    else if (two === '//' || two === '/#' || two === '/%' || two === '^^' || two === ',,') operator = two
    else if (one === '@') {
      const transformation = source.charAt(start + 1)
      const prefixNames = indirect && transformation === '}'
      if (!prefixNames && !(transformations.includes(transformation) && source.charAt(start + 2) === '}')) {
        this.unsupported('this transformation in ${…@…}')
      }
      operator = prefixNames ? '@' : two
    } else if (one === '*') {
      if (!indirect || source.charAt(start + 1) !== '}') this.unsupported('this operator in ${…}')
      operator = '*'
    } else operator = one
    if (!this.bash && !/^:?[-=+?]$|^%%?$|^##?$/.test(operator)) {
      this.syntax(`the operator ${operator} is not in POSIX shells`)
    }
    if (!isNamePart(name.charCodeAt(0)) && (operator === '=' || operator === ':=')) {
      this.syntax('an assignment to a special parameter')
    }
    this.position += operator.length
    return operator
  }

  /** After the operator; consumes the `}`. */
  private operand(quoted: boolean, start: number): Word {
    const begin = this.position
    const parts = this.newParts()
    let from = begin
    for (;;) {
      const code = this.at(this.position)
      if (code === CLOSE_BRACE) break
      if (code === END) this.unterminated('${', start)
      if (code === BACKSLASH) {
        this.flush(parts, from)
        this.escaped(parts)
        from = this.position
      } else if (code === SINGLE_QUOTE) {
        if (quoted) {
          this.quotesWithin()
          continue
        }
        this.flush(parts, from)
        this.singleQuoted(parts)
        from = this.position
      } else if (code === DOUBLE_QUOTE || code === BACKTICK || code === DOLLAR) {
        const next = this.at(this.position + 1)
        if (code === DOLLAR && (next === SINGLE_QUOTE || next === DOUBLE_QUOTE)) {
          if (quoted || next === DOUBLE_QUOTE) this.unsupported('a quote after $ in ${…}')
        }
        from = this.expansionIn(parts, from, quoted)
      } else if ((code === LESS || code === GREATER) && this.at(this.position + 1) === OPEN_PARENTHESIS) {
        // In the pattern of `"${x^^…}"` it runs although it is quoted, in a default value it does not.
        if (quoted) this.ambiguous('a process substitution in ${…} inside double quotes')
        this.flush(parts, from)
        parts.push(this.processSubstitution())
        from = this.position
      } else if (this.arithmeticDepth > 0 && (code === OPEN_PARENTHESIS || code === CLOSE_PARENTHESIS)) {
        this.unsupported('a parenthesis in ${…} in an arithmetic expression')
      } else {
        this.position++
      }
    }
    this.flush(parts, from)
    this.position++
    return this.wordOf(parts, begin, this.position - 1)
  }

  /**
   * At a `'` in the operand of an expansion inside double quotes. Whether it quotes depends on the operator and the
   * shell, so only a pair is read whose content means the same either way; it is kept as it stands.
   */
  private quotesWithin(): void {
    const end = this.source.indexOf("'", this.position + 1)
    if (end < 0 || /[}{"\\`$\n]/.test(this.source.slice(this.position + 1, end))) {
      this.ambiguous("a ' in ${…} inside double quotes")
    }
    this.position = end + 1
  }

  /** At `<(` or `>(`. */
  abstract processSubstitution(): ProcessSubstitution
}

/** Parameters with a name of one special character. */
export const specialParameters = '@*#?-$!'
