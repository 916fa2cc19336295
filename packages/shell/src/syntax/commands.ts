import {
  AMPERSAND,
  BACKSLASH,
  BACKTICK,
  CLOSE_PARENTHESIS,
  DOLLAR,
  DOUBLE_QUOTE,
  END,
  EQUALS,
  GREATER,
  LESS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_PARENTHESIS,
  PIPE,
  PLUS,
  SEMICOLON,
  SINGLE_QUOTE,
  isDigit,
  isMeta,
  isNamePart,
  isNameStart,
} from './characters.ts'
import { readConditional } from './conditions.ts'
import type { ParserState } from './parser-state.ts'
import { readRedirection, readRedirections, readWordHere } from './redirections.ts'
import type {
  ArithmeticFor,
  Assignment,
  CaseClause,
  Command,
  CompoundCommand,
  FunctionDefinition,
  Pipeline,
  Redirection,
  Script,
  SimpleCommand,
  Statement,
  Word,
} from './tree.ts'
import { isAmong } from './word-list.ts'
import { readArithmetic, readAssignment, readExpansionIn, readWord, readArrayLiteral } from './words.ts'

const BASH_RESERVED =
  'if then elif else fi for while until do done case esac select function { } ! [[ ]] in time coproc'
/** By first character: a bit for each length that a reserved word may have. `]]` is one only behind `[[`. */
const reservedLengths = new Uint16Array(128)
for (const word of BASH_RESERVED.split(' ')) {
  const first = word.charCodeAt(0)
  if (word !== ']]') reservedLengths[first] = (reservedLengths[first] ?? 0) | (1 << word.length)
}
const POSIX_RESERVED = 'if then elif else fi for while until do done case esac { } !'
/** Keywords of bash that dash takes for the name of a command. */
const CONTESTED = 'select function [[ coproc'
const COMPOUND_OPENERS = '{ if for while until case select [['
const DECLARATION_BUILTINS = 'declare typeset local export readonly'

/** Not a number, which would be a descriptor, and no end that makes the parenthesis an extended glob. */
const BASH_FUNCTION_NAME = /^(?!\d+$)[\w./:](?:[\w./:,%@+^-]*[\w./:,%^-])?$/
/** Also the only names of a coproc that are read. */
const POSIX_FUNCTION_NAME = /^[A-Za-z_]\w*$/
const THEN: ReadonlySet<string> = new Set(['then'])
const BRANCH_END: ReadonlySet<string> = new Set(['elif', 'else', 'fi'])
const FI: ReadonlySet<string> = new Set(['fi'])
const DO: ReadonlySet<string> = new Set(['do'])
const DONE: ReadonlySet<string> = new Set(['done'])
const BRACE: ReadonlySet<string> = new Set(['}'])
/** A script that ends at `;;`, `;&` or `;;&` as well. */
const ESAC: ReadonlySet<string> = new Set(['esac'])

/** Parses until the end of the input, an unmatched `)` or one of `terminators` in command position. */
export function readScript(parser: ParserState, terminators: ReadonlySet<string> | null): Script {
  const start = parser.position
  let statements: Statement[] = none
  for (;;) {
    parser.skipNewlines()
    const code = parser.code()
    if (code === END || code === CLOSE_PARENTHESIS) break
    if (code === SEMICOLON) {
      if (terminators === ESAC && atClauseEnd(parser)) break
      parser.syntax('a command is missing before ;')
    }
    if (terminators !== null) {
      const ahead = parser.unquotedWordAhead()
      if (ahead !== null && terminators.has(ahead)) break
    }
    const statement = readStatement(parser, terminators)
    // A list of one is made as such: an empty one that grows takes room for seventeen.
    if (statements === none) statements = [statement]
    else statements.push(statement)
  }
  return { type: 'script', start, end: parser.position, statements }
}

function atClauseEnd(parser: ParserState): boolean {
  const next = parser.code(1)
  return next === SEMICOLON || next === AMPERSAND
}

function readStatement(parser: ParserState, terminators: ReadonlySet<string> | null): Statement {
  const start = parser.position
  const pipelines: Pipeline[] = [readPipeline(parser)]
  let operators: ('&&' | '||')[] | null = null
  for (;;) {
    parser.skipBlanks()
    const code = parser.code()
    if ((code !== AMPERSAND && code !== PIPE) || parser.code(1) !== code) break
    operators ??= []
    operators.push(code === AMPERSAND ? '&&' : '||')
    parser.position += 2
    parser.skipNewlines()
    pipelines.push(readPipeline(parser))
  }
  const end = pipelines[pipelines.length - 1]?.end ?? parser.position
  let background = false
  const code = parser.code()
  if (code === SEMICOLON) {
    parser.refuseAfterDocument()
    if (!atClauseEnd(parser)) parser.position++
    else if (terminators !== ESAC) parser.syntax(';; outside case')
  } else if (code === AMPERSAND) {
    parser.refuseAfterDocument()
    background = true
    parser.position++
  } else if (code !== END && code !== NEWLINE && code !== CLOSE_PARENTHESIS) {
    const ahead = parser.afterCompound && terminators !== null ? parser.unquotedWordAhead() : null
    if (ahead === null || !terminators?.has(ahead)) parser.syntax('a separator expected')
  }
  return { type: 'statement', start, end, pipelines, operators: operators ?? none, background }
}

function readPipeline(parser: ParserState): Pipeline {
  parser.skipBlanks()
  const start = parser.position
  const prefixes = readPipelinePrefixes(parser)
  const commands: Command[] = [readCommand(parser)]
  let operators: ('|' | '|&')[] | null = null
  for (;;) {
    parser.skipBlanks()
    if (parser.code() !== PIPE || parser.code(1) === PIPE) break
    parser.position++
    operators ??= []
    if (parser.code() === AMPERSAND) {
      if (!parser.bash) parser.syntax('|& is not in POSIX shells')
      parser.position++
      operators.push('|&')
    } else {
      operators.push('|')
    }
    parser.skipNewlines()
    const ahead = parser.unquotedWordAhead()
    if (ahead === '!' || (parser.bash && ahead === 'time')) parser.ambiguous(`${ahead} after |`)
    commands.push(readCommand(parser))
  }
  const end = commands[commands.length - 1]?.end ?? parser.position
  return { type: 'pipeline', start, end, prefixes, commands, operators: operators ?? none }
}

function readPipelinePrefixes(parser: ParserState): Pipeline['prefixes'] {
  const first = parser.source.charAt(parser.position)
  if (first !== '!' && first !== 't') return none
  const prefixes: ('!' | 'time' | 'time -p')[] = []
  for (;;) {
    const ahead = parser.unquotedWordAhead()
    if (ahead === '!') {
      if (parser.bash && parser.code(1) === OPEN_PARENTHESIS) parser.ambiguous('!( may be an extended glob')
      if (!parser.bash && prefixes.length > 0) parser.syntax('more than one !')
      parser.position++
      prefixes.push('!')
    } else if (ahead === 'time' && parser.bash) {
      parser.position += 4
      prefixes.push(readTimeOptions(parser))
    } else return prefixes
    parser.skipBlanks()
    const code = parser.code()
    const bare = code === END || code === NEWLINE || code === SEMICOLON || code === AMPERSAND || code === PIPE
    if (bare || code === CLOSE_PARENTHESIS) parser.unsupported(`${ahead} without a command`)
  }
}

function readTimeOptions(parser: ParserState): 'time' | 'time -p' {
  parser.skipBlanks()
  let ahead = parser.unquotedWordAhead()
  const portable = ahead === '-p'
  if (portable) {
    parser.position += 2
    parser.skipBlanks()
    ahead = parser.unquotedWordAhead()
  }
  if (ahead === '--') parser.position += 2
  else if (ahead?.startsWith('-')) parser.ambiguous('an option of time')
  return portable ? 'time -p' : 'time'
}

function readCommand(parser: ParserState): Command {
  parser.enter()
  const { whole } = parser
  if (++whole.commands > whole.mostCommands) parser.refuse('TOO_MANY', `more than ${whole.mostCommands} commands`)
  parser.skipBlanks()
  const start = parser.position
  let command: Command
  if (parser.code() === OPEN_PARENTHESIS) {
    parser.refuseAfterDocument()
    parser.compoundDepth++
    command = readSubshell(parser, start)
    parser.compoundDepth--
    parser.afterCompound = true
  } else {
    const keyword = keywordAhead(parser)
    if (keyword === null) {
      command = readSimple(parser, start, true)
      parser.afterCompound = command.type === 'function'
    } else {
      parser.refuseAfterDocument()
      parser.compoundDepth++
      parser.position += keyword.length
      if (keyword === 'function') command = readFunctionCommand(parser, start)
      else if (keyword === 'coproc') command = readCoprocess(parser, start)
      else command = readCompound(parser, keyword, start)
      parser.afterCompound = keyword !== 'coproc'
      parser.compoundDepth--
    }
  }
  parser.leave()
  return command
}

/** A reserved word at the start of a command. Tested by its first letter and length before anything is cut out. */
function keywordAhead(parser: ParserState): string | null {
  const lengths = reservedLengths[parser.code()] ?? 0
  if (lengths === 0) return null
  const end = parser.unquotedEnd()
  if (((lengths >> (end - parser.position)) & 1) === 0) return null
  const ahead = parser.source.slice(parser.position, end)
  if (!parser.bash && isAmong(CONTESTED, ahead)) parser.ambiguous(`${ahead} is a keyword in some shells only`)
  return isAmong(parser.bash ? BASH_RESERVED : POSIX_RESERVED, ahead) ? ahead : null
}

function readSimple(parser: ParserState, start: number, mayBeFunction: boolean): SimpleCommand | FunctionDefinition {
  let assignments: Assignment[] = none
  let words: Word[] = none
  let redirections: Redirection[] = none
  let declares = false
  let end = start
  for (;;) {
    parser.skipBlanks()
    const code = parser.code()
    const redirects = code === LESS || code === GREATER || code === AMPERSAND
    if (code === OPEN_PARENTHESIS) {
      if (!mayBeFunction || words.length !== 1 || assignments.length + redirections.length > 0) {
        parser.syntax('a ( out of place')
      }
      return readFunctionDefinition(parser, start, words[0])
    }
    if (isMeta(code) && !redirects) break
    if (redirects || code === OPEN_BRACE || isDigit(code)) {
      const redirection = readRedirection(parser)
      if (redirection !== null) {
        if (redirections === none) redirections = [redirection]
        else redirections.push(redirection)
        end = parser.position
        continue
      }
      if (code === AMPERSAND) break
    }
    if (words.length === 0) {
      const assignment = readAssignment(parser)
      if (assignment !== null) {
        if (assignments === none) assignments = [assignment]
        else assignments.push(assignment)
      } else {
        const word = readWord(parser, true)
        words = [word]
        const name = word.parts[0]
        declares =
          word.parts.length === 1 &&
          name !== undefined &&
          name.type === 'literal' &&
          isAmong(DECLARATION_BUILTINS, name.text)
      }
    } else {
      words.push((declares ? readDeclaredArray(parser) : null) ?? readWord(parser, false))
    }
    if (code === OPEN_BRACE) refuseElementAsDescriptor(parser, words.at(-1))
    end = parser.position
  }
  if (end === start) parser.syntax('a command is missing here')
  return { type: 'simple', start, end, assignments, words, redirections }
}

/** Bash takes `{a[x]}` before a redirection for what it assigns, not for a word. */
function refuseElementAsDescriptor(parser: ParserState, word: Word | undefined): void {
  const code = parser.code()
  if ((code !== LESS && code !== GREATER) || word === undefined || !parser.bash) return
  if (/^\{\w+\[[^]*\}$/.test(parser.source.slice(word.start, word.end)))
    parser.ambiguous('an element before a redirection')
}

/** `name=(…)` as an argument of a declaration builtin; null with nothing consumed for any other word. */
function readDeclaredArray(parser: ParserState): Word | null {
  const { source } = parser
  const start = parser.position
  let position = start
  if (!parser.bash || !isNameStart(parser.at(position))) return null
  while (isNamePart(parser.at(position))) position++
  if (parser.at(position) === PLUS) position++
  if (parser.at(position) !== EQUALS || parser.at(position + 1) !== OPEN_PARENTHESIS) return null
  parser.position = position + 1
  const text = source.slice(start, parser.position)
  const literal = { type: 'literal' as const, start, end: parser.position, text }
  return parser.wordOf([literal, ...readArrayLiteral(parser).parts], start, parser.position)
}

/** At the `(` after the name. */
function readFunctionDefinition(parser: ParserState, start: number, word: Word | undefined): FunctionDefinition {
  const part = word?.parts[0]
  if (word?.parts.length !== 1 || part?.type !== 'literal') parser.syntax('a ( out of place')
  const name = part.text
  if (part.end - part.start !== name.length || !(parser.bash ? BASH_FUNCTION_NAME : POSIX_FUNCTION_NAME).test(name)) {
    parser.unsupported('parser name for a function', start)
  }
  skipParenthesesOfFunction(parser)
  return readFunctionWithBody(parser, name, start)
}

function skipParenthesesOfFunction(parser: ParserState): void {
  parser.position++
  parser.skipBlanks()
  if (parser.code() !== CLOSE_PARENTHESIS) parser.syntax('() expected')
  parser.position++
}

function readFunctionCommand(parser: ParserState, start: number): FunctionDefinition {
  parser.skipBlanks()
  const name = parser.unquotedWordAhead()
  if (name === null || !BASH_FUNCTION_NAME.test(name) || isAmong(BASH_RESERVED, name)) {
    parser.unsupported('parser name for a function')
  }
  parser.position += name.length
  parser.skipBlanks()
  if (parser.code() === OPEN_PARENTHESIS) skipParenthesesOfFunction(parser)
  return readFunctionWithBody(parser, name, start)
}

function readFunctionWithBody(parser: ParserState, name: string, start: number): FunctionDefinition {
  parser.refuseAfterDocument()
  parser.skipNewlines()
  const body = readCommand(parser)
  if (body.type === 'simple' || body.type === 'function' || body.type === 'coprocess') {
    // dash takes any command; bash refuses the line.
    const wanted = 'a function needs a compound command as its body'
    if (parser.bash) parser.syntax(wanted, start)
    parser.ambiguous(wanted, start)
  }
  const definition: FunctionDefinition = {
    type: 'function',
    start,
    end: body.end,
    name,
    body,
  }
  parser.whole.functions.push(definition)
  return definition
}

function readCoprocess(parser: ParserState, start: number): Command {
  if (parser.substitutionDepth > 0) parser.ambiguous('coproc inside a substitution', start)
  parser.skipBlanks()
  const at = parser.position
  let name: string | null = null
  let compound = keywordAhead(parser) !== null || parser.code() === OPEN_PARENTHESIS
  if (!compound) {
    const ahead = parser.unquotedWordAhead()
    parser.position += ahead?.length ?? 0
    parser.skipBlanks()
    compound = parser.code() === OPEN_PARENTHESIS || isAmong(COMPOUND_OPENERS, parser.unquotedWordAhead() ?? '')
    if (!compound || ahead === null) parser.position = at
    else if (POSIX_FUNCTION_NAME.test(ahead)) name = ahead
    else parser.unsupported('parser name for a coproc', at)
  }
  const body = compound ? readCommand(parser) : readSimple(parser, at, false)
  if (body.type === 'function' || body.type === 'coprocess') parser.syntax('coproc of a definition', start)
  return { type: 'coprocess', start, end: body.end, name, body }
}

/** A list that may not be empty, and the terminator that ended it, consumed. */
function readBody(parser: ParserState, terminators: ReadonlySet<string>): { script: Script; terminator: string } {
  const script = readScript(parser, terminators)
  const terminator = parser.unquotedWordAhead()
  if (terminator === null || !terminators.has(terminator)) {
    if (parser.position >= parser.length) parser.unterminated('a compound command', script.start)
    parser.syntax(`${[...terminators].join(' or ')} expected`)
  }
  if (script.statements.length === 0) parser.syntax('an empty list of commands')
  parser.position += terminator.length
  return { script, terminator }
}

function readCompound(parser: ParserState, keyword: string, start: number): CompoundCommand {
  switch (keyword) {
    case '{': {
      const body = readBody(parser, BRACE).script
      return { type: 'group', start, body, ...readTrailing(parser) }
    }
    case 'if':
      return readIf(parser, start)
    case 'while':
    case 'until': {
      const condition = readBody(parser, DO).script
      const body = readBody(parser, DONE).script
      return { type: keyword, start, condition, body, ...readTrailing(parser) }
    }
    case 'for':
      parser.skipBlanks()
      return parser.bash && parser.code() === OPEN_PARENTHESIS
        ? readArithmeticFor(parser, start)
        : readFor(parser, 'for', start)
    case 'select':
      return readFor(parser, 'select', start)
    case 'case':
      return readCase(parser, start)
    case '[[': {
      const expression = readConditional(parser)
      return { type: 'conditional', start, expression, ...readTrailing(parser) }
    }
    default:
      parser.position = start
      return parser.syntax(`${keyword} is out of place`)
  }
}

/** At `(`. */
function readSubshell(parser: ParserState, start: number): CompoundCommand {
  if (parser.code(1) === OPEN_PARENTHESIS) {
    if (!parser.bash) parser.ambiguous('(( is arithmetic in some shells and nested subshells in others')
    parser.position += 2
    const expression = readArithmetic(parser, CLOSE_PARENTHESIS)
    return { type: 'arithmetic-command', start, expression, ...readTrailing(parser) }
  }
  parser.position++
  const body = readScript(parser, null)
  if (parser.code() !== CLOSE_PARENTHESIS) parser.unterminated('a subshell', start)
  if (body.statements.length === 0) parser.syntax('an empty subshell')
  parser.position++
  return { type: 'subshell', start, body, ...readTrailing(parser) }
}

function readTrailing(parser: ParserState) {
  const redirections = readRedirections(parser)
  const end = redirections[redirections.length - 1]?.end ?? endOfLast(parser)
  return { end, redirections }
}

/** The end of the construct just read: the position before the blanks that `redirections` skipped. */
function endOfLast(parser: ParserState): number {
  let end = parser.position
  while (end > 0 && (parser.at(end - 1) === 32 || parser.at(end - 1) === 9)) end--
  return end
}

function readIf(parser: ParserState, start: number): CompoundCommand {
  const branches: { condition: Script; body: Script }[] = []
  let otherwise: Script | null = null
  for (;;) {
    const condition = readBody(parser, THEN).script
    const { script, terminator } = readBody(parser, BRANCH_END)
    branches.push({ condition, body: script })
    if (terminator === 'elif') continue
    if (terminator === 'else') otherwise = readBody(parser, FI).script
    return { type: 'if', start, branches, otherwise, ...readTrailing(parser) }
  }
}

function readFor(parser: ParserState, type: 'for' | 'select', start: number): CompoundCommand {
  parser.skipBlanks()
  const name = readVariableName(parser)
  parser.skipNewlines()
  let words: Word[] | null = null
  if (parser.unquotedWordAhead() === 'in') {
    parser.position += 2
    words = []
    for (;;) {
      parser.skipBlanks()
      const code = parser.code()
      if (code === SEMICOLON || code === NEWLINE) break
      words.push(readWordHere(parser))
    }
    skipListEnd(parser)
  } else if (parser.code() === SEMICOLON) {
    skipListEnd(parser)
  }
  const body = readLoopBody(parser)
  return { type, start, name, words, body, ...readTrailing(parser) }
}

/** The `;` or newline after the words of a `for`, and the newlines that may follow. */
function skipListEnd(parser: ParserState): void {
  if (parser.code() === SEMICOLON) {
    parser.position++
    if (parser.code() === SEMICOLON || parser.code() === AMPERSAND) parser.syntax(';; in a for')
  } else {
    parser.newline()
  }
  parser.skipNewlines()
}

/** `do … done`, or bash's `{ … }`. */
function readLoopBody(parser: ParserState): Script {
  parser.skipBlanks()
  const ahead = parser.unquotedWordAhead()
  if (ahead === '{' && parser.bash) {
    parser.position++
    return readBody(parser, BRACE).script
  }
  if (ahead !== 'do') parser.syntax('do expected')
  parser.position += 2
  return readBody(parser, DONE).script
}

function readVariableName(parser: ParserState): string {
  const start = parser.position
  if (isNameStart(parser.code())) while (isNamePart(parser.code())) parser.position++
  if (parser.position === start || !isMeta(parser.code())) parser.syntax('a plain variable name expected', start)
  return parser.source.slice(start, parser.position)
}

function readArithmeticFor(parser: ParserState, start: number): ArithmeticFor {
  if (parser.code(1) !== OPEN_PARENTHESIS) parser.syntax('(( expected after for')
  parser.position += 2
  const first = readArithmeticClause(parser, SEMICOLON)
  const condition = readArithmeticClause(parser, SEMICOLON)
  const step = readArithmeticClause(parser, CLOSE_PARENTHESIS)
  if (parser.code() !== CLOSE_PARENTHESIS) parser.syntax(')) expected')
  parser.position++
  parser.skipBlanks()
  if (parser.code() === SEMICOLON) {
    parser.position++
    if (parser.code() === SEMICOLON || parser.code() === AMPERSAND) parser.syntax(';; in a for')
  }
  parser.skipNewlines()
  const body = readLoopBody(parser)
  return { type: 'arithmetic-for', start, first, condition, step, body, ...readTrailing(parser) }
}

/** One of the three expressions of `for ((…))`; consumes the character that closes it. */
function readArithmeticClause(parser: ParserState, close: number): Word {
  const start = parser.position
  const parts = parser.newParts()
  let from = start
  let open = 0
  parser.arithmeticDepth++
  for (;;) {
    const code = parser.code()
    if (code === END) parser.unterminated('for ((', start)
    if (code === close && open === 0) break
    if (code === OPEN_PARENTHESIS) open++
    if (code === CLOSE_PARENTHESIS && --open < 0) parser.syntax('for (( needs three expressions')
    if (code === DOLLAR || code === BACKTICK || code === DOUBLE_QUOTE) {
      from = readExpansionIn(parser, parts, from, true)
      continue
    }
    if (code === NEWLINE || code === SEMICOLON || code === SINGLE_QUOTE || code === BACKSLASH) {
      parser.unsupported('parser character in for ((')
    }
    parser.position++
  }
  parser.arithmeticDepth--
  parser.flush(parts, from)
  const end = parser.position++
  return parser.wordOf(parts, start, end)
}

function readCase(parser: ParserState, start: number): CompoundCommand {
  const word = readWordHere(parser)
  parser.skipNewlines()
  if (parser.unquotedWordAhead() !== 'in') parser.syntax('in expected')
  parser.position += 2
  const clauses: CaseClause[] = []
  for (;;) {
    parser.skipNewlines()
    if (parser.position >= parser.length) parser.unterminated('case', start)
    if (parser.unquotedWordAhead() === 'esac') break
    const clause = readCaseClause(parser)
    clauses.push(clause)
    if (parser.unquotedWordAhead() === 'esac') break
  }
  parser.position += 4
  return { type: 'case', start, word, clauses, ...readTrailing(parser) }
}

/** One clause with its terminator; the last may do without, and then stands before `esac`. */
function readCaseClause(parser: ParserState): CaseClause {
  const start = parser.position
  if (parser.code() === OPEN_PARENTHESIS) parser.position++
  const patterns: Word[] = []
  for (;;) {
    patterns.push(readWordHere(parser))
    parser.skipBlanks()
    if (parser.code() !== PIPE) break
    parser.position++
  }
  if (parser.code() !== CLOSE_PARENTHESIS) parser.syntax(') expected after a pattern')
  parser.position++
  const body = readScript(parser, ESAC)
  let terminator: CaseClause['terminator'] = ';;'
  if (parser.code() === SEMICOLON) {
    if (parser.code(1) === AMPERSAND) terminator = ';&'
    else if (parser.code(2) === AMPERSAND) terminator = ';;&'
    if (terminator !== ';;' && !parser.bash) parser.syntax(`${terminator} is not in POSIX shells`)
    parser.position += terminator.length
  } else if (parser.unquotedWordAhead() !== 'esac') {
    parser.syntax(';; or esac expected')
  }
  return { type: 'clause', start, end: parser.position, patterns, body, terminator }
}

/** Shared by all nodes that have nothing to list; never changed. */
const none: never[] = []
