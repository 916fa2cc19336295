import {
  END,
  AMPERSAND,
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  DOLLAR,
  DOUBLE_QUOTE,
  GREATER,
  HASH,
  isMeta,
  isOrdinary,
  LESS,
  NEWLINE,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  PIPE,
  SEMICOLON,
  SINGLE_QUOTE,
  SPACE,
  TAB,
} from './characters.ts'
import { RedirectionParser } from './redirection-parser.ts'
import type { Condition, Word } from './tree.ts'

const unaryOperators = /^-[abcdefghknoprstuvwxzGLNOSR]$/
const binaryOperators = /^(?:==?|!=|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/
const bracketExpression = /\[\^?\]?(?:\[:[a-z]+:\]|[^\][\s'"`$\\()<>;&|])*\]/y

/** The inside of `[[ … ]]`. */
export abstract class ConditionParser extends RedirectionParser {
  /** After `[[`; consumes the `]]`. */
  conditional(): Condition {
    const expression = this.disjunction()
    this.conditionNewlines()
    if (this.unquotedWordAhead() !== ']]') this.syntax(']] expected')
    this.position += 2
    return expression
  }

  /** The characters up to the next meta character, or null if there are none or one of them quotes or expands. */
  unquotedWordAhead(): string | null {
    const end = this.unquotedEnd()
    return end > this.position ? this.source.slice(this.position, end) : null
  }

  /** Where the unquoted characters end at a meta character; here, if there are none or one of them quotes or expands. */
  unquotedEnd(): number {
    let end = this.position
    while (isOrdinary(this.at(end))) end++
    return isMeta(this.at(end)) ? end : this.position
  }

  private conditionNewlines(): void {
    this.skipNewlinesWithin('[[')
  }

  private disjunction(): Condition {
    this.enter()
    const operands = [this.conjunction()]
    while (this.takeTwo(PIPE)) operands.push(this.conjunction())
    this.leave()
    return joined('or', operands)
  }

  private conjunction(): Condition {
    const operands = [this.conditionTerm()]
    while (this.takeTwo(AMPERSAND)) operands.push(this.conditionTerm())
    return joined('and', operands)
  }

  private takeTwo(code: number): boolean {
    this.skipBlanks()
    if (this.code() !== code || this.code(1) !== code) return false
    this.position += 2
    return true
  }

  private conditionTerm(): Condition {
    this.conditionNewlines()
    const start = this.position
    if (this.code() === OPEN_PARENTHESIS) {
      this.position++
      const operand = this.disjunction()
      this.conditionNewlines()
      if (this.code() !== CLOSE_PARENTHESIS) this.syntax(') expected in [[')
      this.position++
      const end = this.position
      this.conditionNewlines()
      return { type: 'parentheses', start, end, operand }
    }
    const ahead = this.unquotedWordAhead()
    if (ahead === '!') {
      if (this.code(1) === OPEN_PARENTHESIS) this.ambiguous('!( in [[')
      this.position++
      this.enter()
      const operand = this.conditionTerm()
      this.leave()
      return { type: 'not', start, end: operand.end, operand }
    }
    if (ahead !== null && unaryOperators.test(ahead)) {
      this.position += ahead.length
      const operand = this.conditionWord()
      this.conditionNewlines()
      return { type: 'unary', start, end: operand.end, operator: ahead, operand }
    }
    return this.binaryTerm(start)
  }

  private binaryTerm(start: number): Condition {
    const left = this.conditionWord()
    this.skipBlanks()
    const code = this.code()
    let operator: string
    if (code === LESS || code === GREATER) {
      operator = this.source.charAt(this.position)
    } else {
      const ahead = this.unquotedWordAhead()
      if (ahead === '=~') return this.matchTerm(start, left)
      if (ahead === null || !binaryOperators.test(ahead)) return { type: 'text', start, end: left.end, operand: left }
      operator = ahead
    }
    this.position += operator.length
    if (this.code() === OPEN_PARENTHESIS) this.unsupported('a ( in [[')
    const right = this.conditionWord()
    this.conditionNewlines()
    return { type: 'binary', start, end: right.end, operator, left, right }
  }

  private conditionWord(): Word {
    this.skipBlanks()
    const code = this.code()
    if (code === LESS || code === GREATER) this.unsupported('a substitution or operator in [[')
    if (this.unquotedWordAhead() === ']]') this.syntax('an operand is missing before ]]')
    const word = this.plainWord()
    if (this.code() === OPEN_PARENTHESIS) this.unsupported('a ( in [[')
    return word
  }

  private matchTerm(start: number, left: Word): Condition {
    this.position += 2
    this.skipBlanks()
    const right = this.regularExpression()
    this.conditionNewlines()
    return { type: 'binary', start, end: right.end, operator: '=~', left, right }
  }

  /** Only what every version ends at the same place: no quotes after `$`, no bare operators, balanced parentheses. */
  private regularExpression(): Word {
    const { source } = this
    const start = this.position
    const parts = this.newParts()
    let from = start
    let open = 0
    for (;;) {
      const code = this.code()
      if (code === END || code === NEWLINE) break
      if ((code === SPACE || code === TAB) && open === 0) break
      if (code === DOLLAR) {
        const next = this.code(1)
        if (next === SINGLE_QUOTE || next === DOUBLE_QUOTE || next === BACKSLASH) {
          this.unsupported('this $ in a regular expression')
        }
        from = this.expansionIn(parts, from, false)
      } else if (code === DOUBLE_QUOTE) {
        from = this.expansionIn(parts, from, false)
      } else if (code === SINGLE_QUOTE) {
        this.flush(parts, from)
        this.singleQuoted(parts)
        from = this.position
      } else if (code === BACKSLASH) {
        const next = this.code(1)
        if (!(next >= SPACE && next < 127)) this.unsupported('this backslash in a regular expression')
        this.flush(parts, from)
        this.escaped(parts)
        from = this.position
      } else if (code === OPEN_BRACKET) {
        bracketExpression.lastIndex = this.position
        if (!bracketExpression.test(source)) this.unsupported('this bracket expression')
        this.position = bracketExpression.lastIndex
      } else if (
        code === BACKTICK ||
        code === LESS ||
        code === GREATER ||
        code === SEMICOLON ||
        code === AMPERSAND ||
        (code === HASH && (open > 0 || this.position === start)) ||
        (code === CLOSE_BRACKET && this.position === start)
      ) {
        this.unsupported('this character in a regular expression')
      } else {
        if (code === OPEN_PARENTHESIS) open++
        if (code === CLOSE_PARENTHESIS && --open < 0) this.unsupported('an unmatched ) after =~')
        this.position++
      }
    }
    if (this.position === start || open > 0) this.syntax('a regular expression expected')
    this.flush(parts, from)
    return this.wordOf(parts, start, this.position)
  }
}

function joined(type: 'and' | 'or', operands: readonly Condition[]): Condition {
  const first = operands[0] as Condition
  const last = operands.at(-1) as Condition
  return operands.length === 1 ? first : { type, start: first.start, end: last.end, operands }
}
