import {
  AMPERSAND,
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  DOLLAR,
  DOUBLE_QUOTE,
  END,
  GREATER,
  HASH,
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
import type { ParserState } from './parser-state.ts'
import type { Condition, Word } from './tree.ts'
import { readEscaped, readExpansionIn, readPlainWord, readSingleQuoted } from './words.ts'

const UNARY_OPERATORS = /^-[abcdefghknoprstuvwxzGLNOSR]$/
const BINARY_OPERATORS = /^(?:==?|!=|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/
const BRACKET_EXPRESSION = /\[\^?\]?(?:\[:[a-z]+:\]|[^\][\s'"`$\\()<>;&|])*\]/y

/** After `[[`; consumes the `]]`. */
export function readConditional(parser: ParserState): Condition {
  const expression = readDisjunction(parser)
  skipConditionNewlines(parser)
  if (parser.unquotedWordAhead() !== ']]') parser.syntax(']] expected')
  parser.position += 2
  return expression
}

function skipConditionNewlines(parser: ParserState): void {
  parser.skipNewlinesWithin('[[')
}

function readDisjunction(parser: ParserState): Condition {
  parser.enter()
  const operands = [readConjunction(parser)]
  while (takeTwo(parser, PIPE)) operands.push(readConjunction(parser))
  parser.leave()
  return joined('or', operands)
}

function readConjunction(parser: ParserState): Condition {
  const operands = [readConditionTerm(parser)]
  while (takeTwo(parser, AMPERSAND)) operands.push(readConditionTerm(parser))
  return joined('and', operands)
}

function takeTwo(parser: ParserState, code: number): boolean {
  parser.skipBlanks()
  if (parser.code() !== code || parser.code(1) !== code) return false
  parser.position += 2
  return true
}

function readConditionTerm(parser: ParserState): Condition {
  skipConditionNewlines(parser)
  const start = parser.position
  if (parser.code() === OPEN_PARENTHESIS) {
    parser.position++
    const operand = readDisjunction(parser)
    skipConditionNewlines(parser)
    if (parser.code() !== CLOSE_PARENTHESIS) parser.syntax(') expected in [[')
    parser.position++
    const end = parser.position
    skipConditionNewlines(parser)
    return { type: 'parentheses', start, end, operand }
  }
  const ahead = parser.unquotedWordAhead()
  if (ahead === '!') {
    if (parser.code(1) === OPEN_PARENTHESIS) parser.ambiguous('!( in [[')
    parser.position++
    parser.enter()
    const operand = readConditionTerm(parser)
    parser.leave()
    return { type: 'not', start, end: operand.end, operand }
  }
  if (ahead !== null && UNARY_OPERATORS.test(ahead)) {
    parser.position += ahead.length
    const operand = readConditionWord(parser)
    skipConditionNewlines(parser)
    return { type: 'unary', start, end: operand.end, operator: ahead, operand }
  }
  return readBinaryTerm(parser, start)
}

function readBinaryTerm(parser: ParserState, start: number): Condition {
  const left = readConditionWord(parser)
  parser.skipBlanks()
  const code = parser.code()
  let operator: string
  if (code === LESS || code === GREATER) {
    operator = parser.source.charAt(parser.position)
  } else {
    const ahead = parser.unquotedWordAhead()
    if (ahead === '=~') return readMatchTerm(parser, start, left)
    if (ahead === null || !BINARY_OPERATORS.test(ahead)) return { type: 'text', start, end: left.end, operand: left }
    operator = ahead
  }
  parser.position += operator.length
  if (parser.code() === OPEN_PARENTHESIS) parser.unsupported('a ( in [[')
  const right = readConditionWord(parser)
  skipConditionNewlines(parser)
  return { type: 'binary', start, end: right.end, operator, left, right }
}

function readConditionWord(parser: ParserState): Word {
  parser.skipBlanks()
  const code = parser.code()
  if (code === LESS || code === GREATER) parser.unsupported('a substitution or operator in [[')
  if (parser.unquotedWordAhead() === ']]') parser.syntax('an operand is missing before ]]')
  const word = readPlainWord(parser)
  if (parser.code() === OPEN_PARENTHESIS) parser.unsupported('a ( in [[')
  return word
}

function readMatchTerm(parser: ParserState, start: number, left: Word): Condition {
  parser.position += 2
  parser.skipBlanks()
  const right = readRegularExpression(parser)
  skipConditionNewlines(parser)
  return { type: 'binary', start, end: right.end, operator: '=~', left, right }
}

/** Only what every version ends at the same place: no quotes after `$`, no bare operators, balanced parentheses. */
function readRegularExpression(parser: ParserState): Word {
  const { source } = parser
  const start = parser.position
  const parts = parser.newParts()
  let from = start
  let open = 0
  for (;;) {
    const code = parser.code()
    if (code === END || code === NEWLINE) break
    if ((code === SPACE || code === TAB) && open === 0) break
    if (code === DOLLAR) {
      const next = parser.code(1)
      if (next === SINGLE_QUOTE || next === DOUBLE_QUOTE || next === BACKSLASH) {
        parser.unsupported('parser $ in a regular expression')
      }
      from = readExpansionIn(parser, parts, from, false)
    } else if (code === DOUBLE_QUOTE) {
      from = readExpansionIn(parser, parts, from, false)
    } else if (code === SINGLE_QUOTE) {
      parser.flush(parts, from)
      readSingleQuoted(parser, parts)
      from = parser.position
    } else if (code === BACKSLASH) {
      const next = parser.code(1)
      if (!(next >= SPACE && next < 127)) parser.unsupported('parser backslash in a regular expression')
      parser.flush(parts, from)
      readEscaped(parser, parts)
      from = parser.position
    } else if (code === OPEN_BRACKET) {
      BRACKET_EXPRESSION.lastIndex = parser.position
      if (!BRACKET_EXPRESSION.test(source)) parser.unsupported('parser bracket expression')
      parser.position = BRACKET_EXPRESSION.lastIndex
    } else if (
      code === BACKTICK ||
      code === LESS ||
      code === GREATER ||
      code === SEMICOLON ||
      code === AMPERSAND ||
      (code === HASH && (open > 0 || parser.position === start)) ||
      (code === CLOSE_BRACKET && parser.position === start)
    ) {
      parser.unsupported('parser character in a regular expression')
    } else {
      if (code === OPEN_PARENTHESIS) open++
      if (code === CLOSE_PARENTHESIS && --open < 0) parser.unsupported('an unmatched ) after =~')
      parser.position++
    }
  }
  if (parser.position === start || open > 0) parser.syntax('a regular expression expected')
  parser.flush(parts, from)
  return parser.wordOf(parts, start, parser.position)
}

function joined(type: 'and' | 'or', operands: readonly Condition[]): Condition {
  const first = operands[0] as Condition
  const last = operands.at(-1) as Condition
  return operands.length === 1 ? first : { type, start: first.start, end: last.end, operands }
}
