import {
  AMPERSAND,
  BACKSLASH,
  BACKTICK,
  DOLLAR,
  GREATER,
  isDigit,
  isMeta,
  isNamePart,
  isNameStart,
  LESS,
  MINUS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_PARENTHESIS,
  PIPE,
  SPACE,
  TAB,
} from './characters.ts'
import type { ParserState, PendingHereDocument } from './parser-state.ts'
import type { HereDocument, Redirection, RedirectionOperator, Word, WordPart } from './tree.ts'
import { readWord, readPlainWord, readExpansionIn, readTakenOut } from './words.ts'

/** A delimiter that every shell reads alike: plain characters, and quotes in which nothing can expand. */
const DELIMITER_PATTERN =
  /(?![-#])(?:[\w.=+%@:,!/^~{}[\]*?-]|\\[\w.-]|'[^'\n\\]*'|"[^"\n\\$`]*")+(?=[\s;&|)]|[<>](?!\()|$)/y

/** At a possible redirection; null with nothing consumed if it is none. */
export function readRedirection(parser: ParserState): Redirection | null {
  const { source } = parser
  const start = parser.position
  let position = start
  let descriptor: number | string | null = null
  let code = parser.at(position)
  if (isDigit(code)) {
    do code = parser.at(++position)
    while (isDigit(code))
    if ((code !== LESS && code !== GREATER) || parser.at(position + 1) === OPEN_PARENTHESIS) return null
    if (position - start > 3) parser.unsupported('a file descriptor over 999')
    if (position - start > 1 && !parser.bash) parser.ambiguous('a file descriptor over 9')
    descriptor = Number(source.slice(start, position))
  } else if (code === OPEN_BRACE) {
    position++
    if (!isNameStart(parser.at(position))) return null
    while (isNamePart(parser.at(position))) position++
    if (source.charAt(position) !== '}') return null
    code = parser.at(++position)
    if (code !== LESS && code !== GREATER) return null
    if (!parser.bash) parser.ambiguous('{name} before a redirection')
    if (parser.at(position + 1) === OPEN_PARENTHESIS) parser.ambiguous('{name} before a substitution')
    descriptor = source.slice(start + 1, position - 1)
  } else if (code === AMPERSAND) {
    if (!parser.bash || parser.at(position + 1) !== GREATER) return null
  }
  const operator = operatorAt(parser, position)
  if (operator === null) return null
  parser.position = position + operator.length
  skipBlanksOnLine(parser, parser.position)
  if (operator === '<<' || operator === '<<-') return readHereDocument(parser, start, operator, descriptor)
  const next = parser.code()
  const opensSubstitution = (next === LESS || next === GREATER) && parser.code(1) === OPEN_PARENTHESIS
  if ((operator === '<&' || operator === '>&') && next === MINUS) {
    const at = parser.position++
    if (!isMeta(parser.code()) || startsSubstitution(parser)) {
      parser.ambiguous('text glued to the closing of a descriptor')
    }
    const target = parser.wordOf([{ type: 'literal', start: at, end: at + 1, text: '-' }], at, at + 1)
    return { type: 'redirection', start, end: parser.position, operator, descriptor, target, hereDocument: null }
  }
  if (isMeta(next) && !opensSubstitution) parser.syntax(`${operator} without a target`)
  const target = readWord(parser, false)
  if (parser.code() === OPEN_PARENTHESIS) parser.syntax('a ( after a redirection')
  return { type: 'redirection', start, end: parser.position, operator, descriptor, target, hereDocument: null }
}

function startsSubstitution(parser: ParserState): boolean {
  const code = parser.code()
  return (code === LESS || code === GREATER) && parser.code(1) === OPEN_PARENTHESIS
}

function operatorAt(parser: ParserState, position: number): RedirectionOperator | null {
  const first = parser.at(position)
  const second = parser.at(position + 1)
  const third = parser.at(position + 2)
  if (first === AMPERSAND) return third === GREATER ? '&>>' : '&>'
  if (first === LESS) {
    if (second === OPEN_PARENTHESIS) return null
    if (second === LESS) {
      if (third === LESS) {
        if (!parser.bash) parser.syntax('POSIX shells have no here-strings')
        return '<<<'
      }
      return third === MINUS ? '<<-' : '<<'
    }
    return second === AMPERSAND ? '<&' : second === GREATER ? '<>' : '<'
  }
  if (first === GREATER) {
    if (second === OPEN_PARENTHESIS) return null
    return second === GREATER ? '>>' : second === AMPERSAND ? '>&' : second === PIPE ? '>|' : '>'
  }
  return null
}

/** A line continuation that is glued to the operator is not removed everywhere. */
function skipBlanksOnLine(parser: ParserState, start: number): void {
  for (;;) {
    const code = parser.code()
    if (code === SPACE || code === TAB) parser.position++
    else if (code === BACKSLASH && parser.code(1) === NEWLINE) {
      if (parser.position > start) {
        parser.position += 2
        continue
      }
      parser.ambiguous('a line continuation in a redirection')
    } else return
  }
}

function readHereDocument(
  parser: ParserState,
  start: number,
  operator: '<<' | '<<-',
  descriptor: number | string | null,
): Redirection {
  if (parser.substitutionDepth > 0) {
    if (parser.compoundDepth > 0) parser.ambiguous('a here-document in a compound command inside $( )', start)
    parser.documentInSubstitution = true
  }
  DELIMITER_PATTERN.lastIndex = parser.position
  const match = DELIMITER_PATTERN.exec(parser.source)
  if (match === null) parser.unsupported('parser spelling of a here-document delimiter')
  const quoted = /['"\\]/.test(match[0])
  const delimiter = match[0].replace(/['"\\]/g, '')
  if (delimiter === '') parser.unsupported('an empty here-document delimiter')
  parser.position = DELIMITER_PATTERN.lastIndex
  const target = { type: 'word' as const, start: parser.position, end: parser.position, parts: [] as WordPart[] }
  parser.pendingHereDocuments.push({ delimiter, quoted, stripTabs: operator === '<<-', target })
  const hereDocument: HereDocument = { delimiter, quoted }
  return { type: 'redirection', start, end: parser.position, operator, descriptor, target, hereDocument }
}

/** At the first line of the body; fills the target of the redirection with it. */
export function readHereDocumentBody(parser: ParserState, document: PendingHereDocument): void {
  const { source, length } = parser
  const { delimiter, quoted } = document
  const start = parser.position
  let body = ''
  /** Where characters are missing in `body`, as `fromText` wants them. */
  const removed: number[] = []
  for (;;) {
    if (parser.position >= length) parser.unterminated(`the here-document ${delimiter}`, start)
    const lineStart = parser.position
    let from = lineStart
    if (document.stripTabs) while (parser.at(from) === TAB) from++
    for (let tab = lineStart; tab < from; tab++) removed.push(body.length)
    let line = ''
    let end: number
    for (;;) {
      end = source.indexOf('\n', from)
      if (end < 0) end = length
      if (quoted || end === length || !endsInContinuation(parser, from, end)) break
      // Lines are joined before anything else is looked at, the delimiter included.
      line += source.slice(from, end - 1)
      removed.push(body.length + line.length, body.length + line.length)
      from = end + 1
    }
    line += source.slice(from, end)
    if (line === delimiter) {
      parser.position = lineStart
      fillHereDocument(parser, document, body, start, removed)
      parser.position = Math.min(end + 1, length)
      return
    }
    if (end === length) parser.unterminated(`the here-document ${delimiter}`, start)
    body += `${line}\n`
    parser.position = end + 1
  }
}

function endsInContinuation(parser: ParserState, from: number, end: number): boolean {
  let backslashes = 0
  while (end - 1 - backslashes >= from && parser.at(end - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

function fillHereDocument(
  parser: ParserState,
  document: PendingHereDocument,
  body: string,
  start: number,
  removed: number[],
): void {
  const { target } = document
  target.start = start
  target.end = parser.position
  if (body === '') return
  if (document.quoted) {
    target.parts.push({ type: 'single', start, end: parser.position, text: body })
  } else if (!/[$`\\]/.test(body)) {
    target.parts.push({ type: 'literal', start, end: parser.position, text: body })
  } else {
    parser.enter()
    let parts: WordPart[]
    if (removed.length === 0) {
      parts = parser.isolated(start, target.end, () => readHereDocumentParts(parser))
    } else {
      parts = readTakenOut(parser, body, start, removed, (inner) => readHereDocumentParts(inner))
    }
    for (const part of parts) target.parts.push(part)
    parser.leave()
  }
}

/** The whole input as the body of a here-document: like double quotes, in which `"` is nothing special. */
function readHereDocumentParts(parser: ParserState): WordPart[] {
  const { source, length } = parser
  const parts: WordPart[] = []
  let from = parser.position
  while (parser.position < length) {
    const code = parser.code()
    if (code === BACKSLASH) {
      parser.flush(parts, from)
      const next = parser.code(1)
      from = next === DOLLAR || next === BACKTICK || next === BACKSLASH ? parser.position + 1 : parser.position
      parser.pushLiteral(parts, source.charAt(from), parser.position, from + 1)
      from++
      parser.position = from
    } else if (code === DOLLAR || code === BACKTICK) {
      from = readExpansionIn(parser, parts, from, true)
    } else {
      parser.position++
    }
  }
  parser.flush(parts, from, length)
  return parts
}

export function readRedirections(parser: ParserState): Redirection[] {
  const redirections: Redirection[] = []
  for (;;) {
    parser.skipBlanks()
    const redirection = readRedirection(parser)
    if (redirection === null) return redirections
    redirections.push(redirection)
  }
}

/** A word that must be there, with nothing glued behind it. */
export function readWordHere(parser: ParserState): Word {
  parser.skipBlanks()
  const word = readPlainWord(parser)
  if (parser.code() === OPEN_PARENTHESIS) parser.syntax('a ( after a word')
  return word
}
