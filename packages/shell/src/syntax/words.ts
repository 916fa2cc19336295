import { decodeAnsiEscape } from './ansi-quoting.ts'
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
  CLOSE_BRACE,
  CLOSE_BRACKET,
  SEMICOLON,
} from './characters.ts'
import type { ParserState } from './parser-state.ts'
import { RefusalSignal } from './refusal.ts'
import { outerOffset, relocate } from './relocation.ts'
import type { ArrayElement, Assignment, Word, WordPart, DoubleQuoted, ProcessSubstitution, Script } from './tree.ts'

const TRANSFORMATIONS = 'UuLQEPAKak'
/** Each takes as long as a source of its own. No real script within the length limit has a tenth of it. */
const MAX_BACKTICKS = 2048

/** At the first character of a word. `inCommandPosition`: where an alias, keyword or assignment could stand. */
export function readWord(parser: ParserState, inCommandPosition: boolean): Word {
  const { source } = parser
  const start = parser.position
  let position = start
  let code = parser.at(position)
  while (isOrdinary(code)) code = parser.at(++position)
  parser.position = position
  if (isMeta(code) && position > start && !continuesAtMeta(parser, code)) {
    const text = source.slice(start, position)
    return { type: 'word', start, end: position, parts: [{ type: 'literal', start, end: position, text }] }
  }
  return readComposedWord(parser, start, inCommandPosition)
}

/** A word whose first `position - start` characters are ordinary. */
function readComposedWord(parser: ParserState, start: number, inCommandPosition: boolean): Word {
  const parts = parser.newParts()
  let from = start
  for (;;) {
    let at = parser.position
    let code = parser.at(at)
    while (isOrdinary(code)) code = parser.at(++at)
    parser.position = at
    if (isMeta(code) && !continuesAtMeta(parser, code)) break
    if (code === DOLLAR && !dollarExpands(parser, false)) {
      if (parser.at(at + 1) === BACKTICK) parser.unsupported('a $ before a backtick')
      parser.position++
      continue
    }
    if (code === OPEN_PARENTHESIS) {
      if (inCommandPosition || at - 1 < from) parser.ambiguous('an extended glob here')
      parser.flush(parts, from, at - 1)
      readExtendedGlob(parser, parts)
    } else {
      parser.flush(parts, from)
      if (code === DOLLAR) readDollar(parser, parts, false)
      else if (code === DOUBLE_QUOTE) parts.push(readDoubleQuoted(parser, false))
      else if (code === SINGLE_QUOTE) readSingleQuoted(parser, parts)
      else if (code === BACKTICK) readBackticks(parser, parts, false)
      else if (code !== BACKSLASH) parts.push(readProcessSubstitution(parser))
      else if (parser.at(at + 1) !== NEWLINE) readEscaped(parser, parts)
      else {
        if (inCommandPosition || at === start) parser.ambiguous('a line continuation in parser word')
        skipContinuation(parser)
      }
    }
    from = parser.position
  }
  parser.flush(parts, from)
  return parser.wordOf(parts, start, parser.position)
}

/** At a meta character: a process substitution or an extended glob goes on with the word. */
function continuesAtMeta(parser: ParserState, code: number): boolean {
  if (code === LESS || code === GREATER) return parser.code(1) === OPEN_PARENTHESIS
  if (code !== OPEN_PARENTHESIS || !parser.bash || parser.position === 0) return false
  // The character before must be an unquoted operator of parser very word: quotes and blanks come as other codes.
  return (
    '?*+@!'.includes(parser.source.charAt(parser.position - 1)) && parser.source.charAt(parser.position - 2) !== '\\'
  )
}

/** At a backslash-newline inside a word: bash does not remove it everywhere, so only plain neighbours are read. */
function skipContinuation(parser: ParserState): void {
  const before = parser.at(parser.position - 1)
  const next = parser.at(parser.position + 2)
  const afterExpander = before === DOLLAR || before === OPEN_BRACKET || before === OPEN_BRACE
  const beforeOpener =
    next === OPEN_PARENTHESIS || next === BACKSLASH || next === OPEN_BRACE || next === LESS || next === GREATER
  if (afterExpander || beforeOpener || (isDigit(before) && (next === LESS || next === GREATER))) {
    parser.ambiguous('a line continuation next to an operator')
  }
  parser.position += 2
}

/** At the `(` of `@(…)`; the operator stands before it. */
function readExtendedGlob(parser: ParserState, parts: WordPart[]): void {
  const { source } = parser
  const start = parser.position - 1
  parser.enter()
  const inner = parser.newParts()
  const begin = ++parser.position
  let from = begin
  let depth = 1
  for (;;) {
    const code = parser.at(parser.position)
    if (code === END) parser.unterminated('an extended glob', start)
    if (code === OPEN_PARENTHESIS) {
      depth++
      parser.position++
    } else if (code === CLOSE_PARENTHESIS) {
      if (--depth === 0) break
      parser.position++
    } else if (code === SINGLE_QUOTE || code === BACKSLASH) {
      parser.flush(inner, from)
      if (code === SINGLE_QUOTE) readSingleQuoted(parser, inner)
      else readEscaped(parser, inner)
      from = parser.position
    } else if (code === DOLLAR || code === BACKTICK || code === DOUBLE_QUOTE) {
      from = readExpansionIn(parser, inner, from, false)
    } else if (code === LESS || code === GREATER || code === NEWLINE) {
      parser.unsupported('parser character in an extended glob')
    } else {
      parser.position++
    }
  }
  parser.flush(inner, from)
  const pattern = parser.wordOf(inner, begin, parser.position)
  parser.position++
  parts.push({ type: 'extended-glob', start, end: parser.position, operator: source.charAt(start), pattern })
  parser.leave()
}

/** At a word in assignment position: the assignment, or null with nothing consumed. */
export function readAssignment(parser: ParserState): Assignment | null {
  const { source } = parser
  const start = parser.position
  let position = start
  if (!isNameStart(parser.at(position))) return null
  do position++
  while (isNamePart(parser.at(position)))
  const code = parser.at(position)
  if (code !== EQUALS && code !== PLUS && code !== OPEN_BRACKET) return null
  const name = source.slice(start, position)
  let subscript: Word | null = null
  let append = false
  if (code === PLUS) {
    if (parser.at(position + 1) !== EQUALS) return null
    if (!parser.bash) parser.ambiguous('+= is an assignment only in some shells')
    append = true
    position++
  } else if (code === OPEN_BRACKET) {
    if (!parser.bash) parser.ambiguous('a subscript outside bash')
    parser.position = position
    subscript = readBracketed(parser, false)
    position = parser.position
    if (parser.at(position) === PLUS) {
      append = true
      position++
    }
    if (parser.at(position) !== EQUALS) parser.ambiguous('a subscript that is not assigned', start)
  }
  parser.position = position + 1
  const value = readAssignedValue(parser, subscript === null)
  return { type: 'assignment', start, end: parser.position, name, subscript, append, value }
}

/** After the `=`. */
function readAssignedValue(parser: ParserState, arrayAllowed: boolean): Word {
  const at = parser.position
  if (parser.code() === OPEN_PARENTHESIS && arrayAllowed) {
    if (!parser.bash) parser.syntax('POSIX shells have no arrays')
    return readArrayLiteral(parser)
  }
  if (isMeta(parser.code()) && !continuesAtMeta(parser, parser.code())) return parser.wordOf([], at, at)
  return readWord(parser, true)
}

/** At the `(` after `name=`. */
export function readArrayLiteral(parser: ParserState): Word {
  const start = parser.position
  parser.enter()
  parser.position++
  const elements: ArrayElement[] = []
  for (;;) {
    parser.skipNewlinesWithin('an array')
    const code = parser.code()
    if (code === CLOSE_PARENTHESIS) break
    if (code === END) parser.unterminated('an array', start)
    elements.push(readArrayElement(parser))
  }
  parser.position++
  parser.leave()
  if (!isMeta(parser.code()) || parser.code() === OPEN_PARENTHESIS || continuesAtMeta(parser, parser.code())) {
    parser.ambiguous('text glued to an array')
  }
  return parser.wordOf([{ type: 'array', start, end: parser.position, elements }], start, parser.position)
}

function readArrayElement(parser: ParserState): ArrayElement {
  const start = parser.position
  const code = parser.code()
  let subscript: Word | null = null
  let append = false
  if (code === OPEN_BRACKET) {
    subscript = readBracketed(parser, true)
    if (parser.code() === PLUS) {
      append = true
      parser.position++
    }
    if (parser.code() !== EQUALS) parser.unsupported('an array element that starts with a bracket', start)
    parser.position++
  } else if (isMeta(code) && !continuesAtMeta(parser, code)) {
    parser.syntax('an operator in an array')
  }
  const value = subscript === null ? readPlainWord(parser) : readAssignedValue(parser, false)
  if (parser.code() === OPEN_PARENTHESIS) parser.syntax('a ( in an array')
  return { type: 'element', start, end: parser.position, subscript, append, value }
}

/** At a word that is an argument, an element or a pattern; refuses an operator in its place. */
export function readPlainWord(parser: ParserState): Word {
  if (isMeta(parser.code()) && !continuesAtMeta(parser, parser.code())) parser.syntax('a word is missing here')
  return readWord(parser, false)
}

export function readSingleQuoted(parser: ParserState, parts: WordPart[]): void {
  const start = parser.position
  const end = parser.source.indexOf("'", start + 1)
  if (end < 0) parser.unterminated('a single quote', start)
  parser.position = end + 1
  parts.push({ type: 'single', start, end: end + 1, text: parser.source.slice(start + 1, end) })
}

/** At `$'`. */
function readAnsiQuoted(parser: ParserState, parts: WordPart[]): void {
  const { source } = parser
  const start = parser.position
  let text = ''
  let position = start + 2
  for (;;) {
    const character = source[position]
    if (character === undefined) parser.unterminated("$'…'", start)
    if (character === "'") break
    if (character !== '\\') {
      text += character
      position++
      continue
    }
    const escape = decodeAnsiEscape(source, position + 1)
    if (escape === null) {
      parser.position = position
      parser.ambiguous("parser escape in $'…' depends on the locale or the version")
    }
    text += escape.text
    position = escape.end
  }
  parser.position = position + 1
  parts.push({ type: 'ansi', start, end: parser.position, text })
}

/** At the opening `"`. */
function readDoubleQuoted(parser: ParserState, translated: boolean): DoubleQuoted {
  const start = parser.position
  const parts = parser.newParts()
  let from = ++parser.position
  for (;;) {
    let at = parser.position
    let code = parser.at(at)
    while (code !== DOUBLE_QUOTE && code !== DOLLAR && code !== BACKSLASH && code !== BACKTICK && code !== END) {
      code = parser.at(++at)
    }
    parser.position = at
    if (code === DOLLAR && !dollarExpands(parser, true)) {
      parser.position++
      continue
    }
    parser.flush(parts, from)
    if (code === DOUBLE_QUOTE) {
      parser.position++
      const begin = translated ? start - 1 : start
      return { type: 'double', start: begin, end: parser.position, translated, parts: parser.keepParts(parts) }
    }
    if (code === DOLLAR) readDollar(parser, parts, true)
    else if (code === BACKTICK) readBackticks(parser, parts, true)
    else if (code === BACKSLASH) readEscapedInDouble(parser, parts)
    else parser.unterminated('a double quote', start)
    from = parser.position
  }
}

/** At a backslash inside double quotes. */
function readEscapedInDouble(parser: ParserState, parts: WordPart[]): void {
  const { source } = parser
  const at = parser.position
  const next = parser.at(at + 1)
  if (next === NEWLINE) {
    if (parser.at(at - 1) === DOLLAR) parser.ambiguous('a line continuation after $')
    parser.position += 2
  } else if (next === DOLLAR || next === BACKTICK || next === DOUBLE_QUOTE || next === BACKSLASH) {
    parser.position += 2
    parser.pushLiteral(parts, source.charAt(at + 1), at, at + 2)
  } else {
    parser.position++
    parser.pushLiteral(parts, '\\', at, at + 1)
  }
}

/** At `$`, a backtick or `"` in text that is read like double quotes; returns where the next literal starts. */
export function readExpansionIn(parser: ParserState, parts: WordPart[], from: number, quoted: boolean): number {
  const at = parser.position
  const code = parser.at(at)
  if (code === DOLLAR) {
    const next = parser.at(at + 1)
    if (quoted && (next === SINGLE_QUOTE || next === DOUBLE_QUOTE)) {
      parser.unsupported('a quote after $ in an expression')
    }
    if (!dollarExpands(parser, quoted)) {
      if (next === BACKTICK) parser.unsupported('a $ before a backtick')
      parser.position++
      return from
    }
  }
  parser.flush(parts, from, at)
  if (code === DOLLAR) readDollar(parser, parts, quoted)
  else if (code === BACKTICK) readBackticks(parser, parts, quoted)
  else parts.push(readDoubleQuoted(parser, false))
  return parser.position
}

/**
 * At `[`: everything through the matching `]`, brackets included. `strict` where the text is inside an expansion
 * or an expression, whose end bash finds by other rules than the end of the subscript.
 */
function readBracketed(parser: ParserState, strict: boolean): Word {
  const { source } = parser
  const start = parser.position
  const parts = parser.newParts()
  let from = start
  let depth = 0
  for (;;) {
    const code = parser.at(parser.position)
    if (code === END) parser.unterminated('a subscript', start)
    if (code === BACKSLASH || code === SINGLE_QUOTE) {
      parser.flush(parts, from)
      if (code === SINGLE_QUOTE) readSingleQuoted(parser, parts)
      else readEscaped(parser, parts)
      from = parser.position
    } else if (code === DOUBLE_QUOTE || code === BACKTICK || code === DOLLAR) {
      from = readExpansionIn(parser, parts, from, false)
    } else if ((code === LESS || code === GREATER) && parser.at(parser.position + 1) === OPEN_PARENTHESIS) {
      parser.unsupported('a process substitution in a subscript')
    } else if (code === NEWLINE) {
      parser.unsupported('a newline in a subscript')
    } else if (
      strict &&
      (code === CLOSE_BRACE ||
        code === OPEN_BRACE ||
        code === SEMICOLON ||
        code === OPEN_PARENTHESIS ||
        code === CLOSE_PARENTHESIS)
    ) {
      parser.unsupported(`${source.charAt(parser.position)} in a subscript`)
    } else {
      parser.position++
      if (code === OPEN_BRACKET) depth++
      if (code === CLOSE_BRACKET && --depth === 0) break
    }
  }
  parser.flush(parts, from)
  return parser.wordOf(parts, start, parser.position)
}

/** At a backslash outside double quotes. */
export function readEscaped(parser: ParserState, parts: WordPart[]): void {
  const start = parser.position
  const point = parser.source.codePointAt(start + 1)
  if (point === undefined) parser.refuse('UNTERMINATED', 'a backslash at the end of the input')
  if (point === NEWLINE) parser.unsupported('a line continuation here')
  parser.position += point > 0xffff ? 3 : 2
  parts.push({ type: 'escaped', start, end: parser.position, text: parser.source.slice(start + 1, parser.position) })
}

function pushParameter(parser: ParserState, parts: WordPart[], start: number, name: string): void {
  parts.push({
    type: 'parameter',
    start,
    end: parser.position,
    name,
    length: false,
    indirect: false,
    subscript: null,
    operator: null,
    operand: null,
  })
}

/** After `${`; consumes the `}`. */
function readParameter(parser: ParserState, parts: WordPart[], start: number, quoted: boolean): void {
  const { source } = parser
  parser.enter()
  let length = false
  let indirect = false
  let character = source.charAt(parser.position)
  const following = source.charAt(parser.position + 1)
  if (character === '#' && following !== '}') {
    length = true
    character = source.charAt(++parser.position)
  } else if (character === '!' && parser.bash && following !== '}') {
    indirect = true
    character = source.charAt(++parser.position)
  }
  const from = parser.position
  const first = parser.at(from)
  if (isNameStart(first)) while (isNamePart(parser.code())) parser.position++
  else if (isDigit(first)) while (isDigit(parser.code())) parser.position++
  else if (character !== '' && SPECIAL_PARAMETERS.includes(character)) parser.position++
  else parser.unsupported('parser kind of ${…}', start)
  const name = source.slice(from, parser.position)
  const special = !isNamePart(first)
  if (special && length && parser.code() !== CLOSE_BRACE) parser.ambiguous('length or parameter #', start)
  if (special && indirect && name !== '#') parser.ambiguous('indirection or parameter !', start)
  let subscript: Word | null = null
  if (parser.code() === OPEN_BRACKET) {
    if (!parser.bash || special) parser.syntax('a subscript on parser parameter')
    subscript = readBracketed(parser, true)
  }
  let operator: string | null = null
  let operand: Word | null = null
  if (parser.code() === CLOSE_BRACE) {
    parser.position++
  } else {
    if (length) parser.syntax('an operator after ${#name', start)
    operator = readParameterOperator(parser, name, indirect)
    operand = readOperand(parser, quoted, start)
  }
  parts.push({ type: 'parameter', start, end: parser.position, name, length, indirect, subscript, operator, operand })
  parser.leave()
}

function readParameterOperator(parser: ParserState, name: string, indirect: boolean): string {
  const { source } = parser
  const start = parser.position
  const one = source.charAt(start)
  const two = source.slice(start, start + 2)
  let operator: string
  if (':-=+?%#^,/@*'.indexOf(one) < 0 || one === '') parser.unsupported('parser operator in ${…}')
  if (two === ':-' || two === ':=' || two === ':+' || two === ':?' || two === '%%' || two === '##') operator = two
  else if (two === '//' || two === '/#' || two === '/%' || two === '^^' || two === ',,') operator = two
  else if (one === '@') {
    const transformation = source.charAt(start + 1)
    const prefixNames = indirect && transformation === '}'
    if (!prefixNames && !(TRANSFORMATIONS.includes(transformation) && source.charAt(start + 2) === '}')) {
      parser.unsupported('parser transformation in ${…@…}')
    }
    operator = prefixNames ? '@' : two
  } else if (one === '*') {
    if (!indirect || source.charAt(start + 1) !== '}') parser.unsupported('parser operator in ${…}')
    operator = '*'
  } else operator = one
  if (!parser.bash && !/^:?[-=+?]$|^%%?$|^##?$/.test(operator)) {
    parser.syntax(`the operator ${operator} is not in POSIX shells`)
  }
  if (!isNamePart(name.charCodeAt(0)) && (operator === '=' || operator === ':=')) {
    parser.syntax('an assignment to a special parameter')
  }
  parser.position += operator.length
  return operator
}

/** After the operator; consumes the `}`. */
function readOperand(parser: ParserState, quoted: boolean, start: number): Word {
  const begin = parser.position
  const parts = parser.newParts()
  let from = begin
  for (;;) {
    const code = parser.at(parser.position)
    if (code === CLOSE_BRACE) break
    if (code === END) parser.unterminated('${', start)
    if (code === BACKSLASH) {
      parser.flush(parts, from)
      readEscaped(parser, parts)
      from = parser.position
    } else if (code === SINGLE_QUOTE) {
      if (quoted) {
        skipQuotesWithin(parser)
        continue
      }
      parser.flush(parts, from)
      readSingleQuoted(parser, parts)
      from = parser.position
    } else if (code === DOUBLE_QUOTE || code === BACKTICK || code === DOLLAR) {
      const next = parser.at(parser.position + 1)
      if (code === DOLLAR && (next === SINGLE_QUOTE || next === DOUBLE_QUOTE)) {
        if (quoted || next === DOUBLE_QUOTE) parser.unsupported('a quote after $ in ${…}')
      }
      from = readExpansionIn(parser, parts, from, quoted)
    } else if ((code === LESS || code === GREATER) && parser.at(parser.position + 1) === OPEN_PARENTHESIS) {
      // In the pattern of `"${x^^…}"` it runs although it is quoted, in a default value it does not.
      if (quoted) parser.ambiguous('a process substitution in ${…} inside double quotes')
      parser.flush(parts, from)
      parts.push(readProcessSubstitution(parser))
      from = parser.position
    } else if (parser.arithmeticDepth > 0 && (code === OPEN_PARENTHESIS || code === CLOSE_PARENTHESIS)) {
      parser.unsupported('a parenthesis in ${…} in an arithmetic expression')
    } else {
      parser.position++
    }
  }
  parser.flush(parts, from)
  parser.position++
  return parser.wordOf(parts, begin, parser.position - 1)
}

/**
 * At a `'` in the operand of an expansion inside double quotes. Whether it quotes depends on the operator and the
 * shell, so only a pair is read whose content means the same either way; it is kept as it stands.
 */
function skipQuotesWithin(parser: ParserState): void {
  const end = parser.source.indexOf("'", parser.position + 1)
  if (end < 0 || /[}{"\\`$\n]/.test(parser.source.slice(parser.position + 1, end))) {
    parser.ambiguous("a ' in ${…} inside double quotes")
  }
  parser.position = end + 1
}

/** At a `$`: does it start an expansion here, or stand for itself? `$'` and `$"` are the caller's. */
function dollarExpands(parser: ParserState, quoted: boolean): boolean {
  const next = parser.code(1)
  if (next === OPEN_PARENTHESIS || next === OPEN_BRACE || isNamePart(next)) return true
  if (next === OPEN_BRACKET) {
    if (!parser.bash) parser.ambiguous('$[ is arithmetic in some shells')
    return true
  }
  if (next === BACKSLASH && parser.code(2) === NEWLINE) parser.ambiguous('a line continuation after $')
  if (next === SINGLE_QUOTE || next === DOUBLE_QUOTE) {
    if (quoted) return false
    return true
  }
  return next !== END && SPECIAL_PARAMETERS.includes(String.fromCharCode(next))
}

/** At a `$` that expands. */
function readDollar(parser: ParserState, parts: WordPart[], quoted: boolean): void {
  const { source } = parser
  const start = parser.position
  const next = parser.at(start + 1)
  if (next === OPEN_PARENTHESIS) {
    if (parser.at(start + 2) === OPEN_PARENTHESIS) {
      parser.position += 3
      const expression = readArithmetic(parser, CLOSE_PARENTHESIS)
      parts.push({ type: 'arithmetic', start, end: parser.position, expression })
    } else {
      parser.position += 2
      const script = readSubstitution(parser, start)
      parts.push({ type: 'command', start, end: parser.position, script })
    }
  } else if (next === OPEN_BRACE) {
    parser.position += 2
    readParameter(parser, parts, start, quoted)
  } else if (next === OPEN_BRACKET) {
    parser.position += 2
    const expression = readArithmetic(parser, CLOSE_BRACKET)
    parts.push({ type: 'arithmetic', start, end: parser.position, expression })
  } else if (next === SINGLE_QUOTE) {
    if (!parser.bash) parser.ambiguous("$'…' is not quoting in every POSIX shell")
    readAnsiQuoted(parser, parts)
  } else if (next === DOUBLE_QUOTE) {
    if (!parser.bash) parser.ambiguous('$"…" is not quoting in every POSIX shell')
    parser.position++
    parts.push(readDoubleQuoted(parser, true))
  } else {
    let end = start + 2
    if (isNameStart(next)) while (isNamePart(parser.at(end))) end++
    parser.position = end
    pushParameter(parser, parts, start, source.slice(start + 1, end))
  }
}

/** After the opening parenthesis; consumes the closing one. */
function readSubstitution(parser: ParserState, start: number): Script {
  parser.enter()
  const pending = parser.pendingHereDocuments
  parser.pendingHereDocuments = []
  const { compoundDepth, documentInSubstitution } = parser
  parser.compoundDepth = 0
  parser.documentInSubstitution = false
  parser.substitutionDepth++
  const script = parser.grammar.readScript(parser, null)
  parser.substitutionDepth--
  parser.compoundDepth = compoundDepth
  parser.documentInSubstitution = documentInSubstitution
  if (parser.code() !== CLOSE_PARENTHESIS) parser.unterminated('a substitution', start)
  if (parser.pendingHereDocuments.length > 0) parser.ambiguous('a here-document that is not read before the )')
  parser.pendingHereDocuments = pending
  parser.position++
  parser.leave()
  return script
}

/** At `<(` or `>(`. */
function readProcessSubstitution(parser: ParserState): ProcessSubstitution {
  const start = parser.position
  if (!parser.bash) parser.syntax('POSIX shells have no process substitution')
  const direction = parser.code() === LESS ? '<' : '>'
  parser.position += 2
  const script = readSubstitution(parser, start)
  // It becomes nothing, not the name of a file.
  if (script.statements.length === 0) parser.unsupported('an empty process substitution', start)
  return { type: 'process', start, end: parser.position, direction, script }
}

/** At the opening backtick. The shell removes backslashes first and parses what is left on its own. */
function readBackticks(parser: ParserState, parts: WordPart[], quoted: boolean): void {
  const { source } = parser
  const start = parser.position
  parser.enter()
  if (++parser.whole.backticks > MAX_BACKTICKS) {
    parser.refuse('TOO_MANY', `more than ${MAX_BACKTICKS} backtick substitutions`)
  }
  let text = ''
  let from = start + 1
  let position = from
  /** For each removed backslash: the offset in `text` after which everything is one further to the right. */
  const removed: number[] = []
  for (;;) {
    const code = parser.at(position)
    if (code === BACKTICK) break
    if (code === END) parser.unterminated('a backtick', start)
    if (code === BACKSLASH) {
      const next = parser.at(position + 1)
      if (next === BACKTICK || next === BACKSLASH || next === DOLLAR || (quoted && next === DOUBLE_QUOTE)) {
        text += source.slice(from, position)
        removed.push(text.length)
        from = position + 1
      }
      position += next !== END ? 2 : 1
    } else {
      position++
    }
  }
  text += source.slice(from, position)
  parser.substitutionDepth++
  let script: Script
  if (removed.length === 0) {
    script = parser.isolated(from, position, () => parser.wholeScript())
  } else {
    script = readTakenOut(parser, text, start + 1, removed, (inner) => inner.wholeScript())
  }
  parser.substitutionDepth--
  parser.position = position + 1
  parts.push({ type: 'command', start, end: parser.position, script })
  parser.leave()
}

/**
 * Parses text that was taken out of parser one, and moves the spans of its tree, or of its refusal, to where they are.
 * `removed`: the offsets in `text` at which characters of parser one are missing.
 */
export function readTakenOut<T extends object>(
  parser: ParserState,
  text: string,
  base: number,
  removed: readonly number[],
  parse: (inner: ParserState) => T,
): T {
  const origin = { base, removed, length: text.length, outer: parser.origin, places: null }
  const inner = parser.nested(text, origin)
  try {
    const tree = parse(inner)
    relocate(tree, origin, parser.whole.moved)
    return tree
  } catch (thrown) {
    if (!(thrown instanceof RefusalSignal)) throw thrown
    const { code, message, span } = thrown.refusal
    throw new RefusalSignal({ code, message, span: [outerOffset(origin, span[0]), outerOffset(origin, span[1])] })
  }
}

/**
 * After `$((` or `$[`, or `((`; consumes the closing `))` or `]`. What can also be read as nested subshells is
 * refused: whether bash takes `$((` as arithmetic is decided only when it expands.
 */
export function readArithmetic(parser: ParserState, close: number): Word {
  const { source } = parser
  const start = parser.position
  parser.enter()
  parser.arithmeticDepth++
  const parts = parser.newParts()
  let from = start
  let open = 0
  for (;;) {
    const code = parser.at(parser.position)
    if (code === END) parser.unterminated('an arithmetic expression', start)
    if (code === close && open === 0) break
    if (code === OPEN_PARENTHESIS) {
      open++
      parser.position++
    } else if (code === CLOSE_PARENTHESIS || (close === CLOSE_BRACKET && code === CLOSE_BRACKET)) {
      if (open === 0 || code === CLOSE_BRACKET) parser.ambiguous('an unmatched bracket in an arithmetic expression')
      open--
      parser.position++
    } else if (code === DOLLAR || code === BACKTICK || code === DOUBLE_QUOTE) {
      from = readExpansionIn(parser, parts, from, true)
    } else if (code === SINGLE_QUOTE || code === BACKSLASH || code === SEMICOLON) {
      parser.unsupported(`${source.charAt(parser.position)} in an arithmetic expression`)
    } else if (code === OPEN_BRACKET) {
      parser.flush(parts, from)
      for (const part of readBracketed(parser, true).parts) {
        if (part.type === 'literal') parser.pushLiteral(parts, part.text, part.start, part.end)
        else parts.push(part)
      }
      from = parser.position
    } else {
      parser.position++
    }
  }
  const end = parser.position
  if (close === CLOSE_PARENTHESIS && parser.at(end + 1) !== CLOSE_PARENTHESIS) {
    parser.ambiguous('(( that is not closed by )): arithmetic or nested subshells')
  }
  parser.flush(parts, from, end)
  parser.position += close === CLOSE_PARENTHESIS ? 2 : 1
  parser.arithmeticDepth--
  parser.leave()
  return parser.wordOf(parts, start, end)
}

/** Parameters with a name of one special character. */
const SPECIAL_PARAMETERS = '@*#?-$!'
