import {
  END,
  AMPERSAND,
  BACKSLASH,
  BACKTICK,
  CLOSE_PARENTHESIS,
  DOLLAR,
  DOUBLE_QUOTE,
  isMeta,
  isNamePart,
  isNameStart,
  NEWLINE,
  OPEN_PARENTHESIS,
  PIPE,
  SEMICOLON,
  SINGLE_QUOTE,
} from './characters.ts'
import { ConditionParser } from './condition-parser.ts'
import type { ArithmeticFor, CaseClause, Command, CompoundCommand, Script, Word } from './tree.ts'

const THEN: ReadonlySet<string> = new Set(['then'])
const BRANCH_END: ReadonlySet<string> = new Set(['elif', 'else', 'fi'])
const FI: ReadonlySet<string> = new Set(['fi'])
const DO: ReadonlySet<string> = new Set(['do'])
const DONE: ReadonlySet<string> = new Set(['done'])
const BRACE: ReadonlySet<string> = new Set(['}'])
/** A script that ends at `;;`, `;&` or `;;&` as well. */
export const ESAC: ReadonlySet<string> = new Set(['esac'])

/** Compound commands; each method stands just after the word that opened it. */
export abstract class CompoundParser extends ConditionParser {
  abstract command(): Command

  /** A list that may not be empty, and the terminator that ended it, consumed. */
  private body(terminators: ReadonlySet<string>): { script: Script; terminator: string } {
    const script = this.script(terminators)
    const terminator = this.unquotedWordAhead()
    if (terminator === null || !terminators.has(terminator)) {
      if (this.position >= this.length) this.unterminated('a compound command', script.start)
      this.syntax(`${[...terminators].join(' or ')} expected`)
    }
    if (script.statements.length === 0) this.syntax('an empty list of commands')
    this.position += terminator.length
    return { script, terminator }
  }

  compound(keyword: string, start: number): CompoundCommand {
    switch (keyword) {
      case '{': {
        const body = this.body(BRACE).script
        return { type: 'group', start, body, ...this.trailing() }
      }
      case 'if':
        return this.ifCommand(start)
      case 'while':
      case 'until': {
        const condition = this.body(DO).script
        const body = this.body(DONE).script
        return { type: keyword, start, condition, body, ...this.trailing() }
      }
      case 'for':
        this.skipBlanks()
        return this.bash && this.code() === OPEN_PARENTHESIS ? this.arithmeticFor(start) : this.forCommand('for', start)
      case 'select':
        return this.forCommand('select', start)
      case 'case':
        return this.caseCommand(start)
      case '[[': {
        const expression = this.conditional()
        return { type: 'conditional', start, expression, ...this.trailing() }
      }
      default:
        this.position = start
        return this.syntax(`${keyword} is out of place`)
    }
  }

  /** At `(`. */
  subshell(start: number): CompoundCommand {
    if (this.code(1) === OPEN_PARENTHESIS) {
      if (!this.bash) this.ambiguous('(( is arithmetic in some shells and nested subshells in others')
      this.position += 2
      const expression = this.arithmetic(CLOSE_PARENTHESIS)
      return { type: 'arithmetic-command', start, expression, ...this.trailing() }
    }
    this.position++
    const body = this.script(null)
    if (this.code() !== CLOSE_PARENTHESIS) this.unterminated('a subshell', start)
    if (body.statements.length === 0) this.syntax('an empty subshell')
    this.position++
    return { type: 'subshell', start, body, ...this.trailing() }
  }

  private trailing() {
    const redirections = this.redirections()
    const end = redirections[redirections.length - 1]?.end ?? this.lastEnd()
    return { end, redirections }
  }

  /** The end of the construct just read: the position before the blanks that `redirections` skipped. */
  private lastEnd(): number {
    let end = this.position
    while (end > 0 && (this.at(end - 1) === 32 || this.at(end - 1) === 9)) end--
    return end
  }

  private ifCommand(start: number): CompoundCommand {
    const branches: { condition: Script; body: Script }[] = []
    let otherwise: Script | null = null
    for (;;) {
      const condition = this.body(THEN).script
      const { script, terminator } = this.body(BRANCH_END)
      branches.push({ condition, body: script })
      if (terminator === 'elif') continue
      if (terminator === 'else') otherwise = this.body(FI).script
      return { type: 'if', start, branches, otherwise, ...this.trailing() }
    }
  }

  private forCommand(type: 'for' | 'select', start: number): CompoundCommand {
    this.skipBlanks()
    const name = this.variableName()
    this.skipNewlines()
    let words: Word[] | null = null
    if (this.unquotedWordAhead() === 'in') {
      this.position += 2
      words = []
      for (;;) {
        this.skipBlanks()
        const code = this.code()
        if (code === SEMICOLON || code === NEWLINE) break
        words.push(this.wordHere())
      }
      this.listEnd()
    } else if (this.code() === SEMICOLON) {
      this.listEnd()
    }
    const body = this.loopBody()
    return { type, start, name, words, body, ...this.trailing() }
  }

  /** The `;` or newline after the words of a `for`, and the newlines that may follow. */
  private listEnd(): void {
    if (this.code() === SEMICOLON) {
      this.position++
      if (this.code() === SEMICOLON || this.code() === AMPERSAND) this.syntax(';; in a for')
    } else {
      this.newline()
    }
    this.skipNewlines()
  }

  /** `do … done`, or bash's `{ … }`. */
  private loopBody(): Script {
    this.skipBlanks()
    const ahead = this.unquotedWordAhead()
    if (ahead === '{' && this.bash) {
      this.position++
      return this.body(BRACE).script
    }
    if (ahead !== 'do') this.syntax('do expected')
    this.position += 2
    return this.body(DONE).script
  }

  private variableName(): string {
    const start = this.position
    if (isNameStart(this.code())) while (isNamePart(this.code())) this.position++
    if (this.position === start || !isMeta(this.code())) this.syntax('a plain variable name expected', start)
    return this.source.slice(start, this.position)
  }

  private arithmeticFor(start: number): ArithmeticFor {
    if (this.code(1) !== OPEN_PARENTHESIS) this.syntax('(( expected after for')
    this.position += 2
    const first = this.arithmeticClause(SEMICOLON)
    const condition = this.arithmeticClause(SEMICOLON)
    const step = this.arithmeticClause(CLOSE_PARENTHESIS)
    if (this.code() !== CLOSE_PARENTHESIS) this.syntax(')) expected')
    this.position++
    this.skipBlanks()
    if (this.code() === SEMICOLON) {
      this.position++
      if (this.code() === SEMICOLON || this.code() === AMPERSAND) this.syntax(';; in a for')
    }
    this.skipNewlines()
    const body = this.loopBody()
    return { type: 'arithmetic-for', start, first, condition, step, body, ...this.trailing() }
  }

  /** One of the three expressions of `for ((…))`; consumes the character that closes it. */
  private arithmeticClause(close: number): Word {
    const start = this.position
    const parts = this.newParts()
    let from = start
    let open = 0
    this.arithmeticDepth++
    for (;;) {
      const code = this.code()
      if (code === END) this.unterminated('for ((', start)
      if (code === close && open === 0) break
      if (code === OPEN_PARENTHESIS) open++
      if (code === CLOSE_PARENTHESIS && --open < 0) this.syntax('for (( needs three expressions')
      if (code === DOLLAR || code === BACKTICK || code === DOUBLE_QUOTE) {
        from = this.expansionIn(parts, from, true)
        continue
      }
      if (code === NEWLINE || code === SEMICOLON || code === SINGLE_QUOTE || code === BACKSLASH) {
        this.unsupported('this character in for ((')
      }
      this.position++
    }
    this.arithmeticDepth--
    this.flush(parts, from)
    const end = this.position++
    return this.wordOf(parts, start, end)
  }

  private caseCommand(start: number): CompoundCommand {
    const word = this.wordHere()
    this.skipNewlines()
    if (this.unquotedWordAhead() !== 'in') this.syntax('in expected')
    this.position += 2
    const clauses: CaseClause[] = []
    for (;;) {
      this.skipNewlines()
      if (this.position >= this.length) this.unterminated('case', start)
      if (this.unquotedWordAhead() === 'esac') break
      const clause = this.caseClause()
      clauses.push(clause)
      if (this.unquotedWordAhead() === 'esac') break
    }
    this.position += 4
    return { type: 'case', start, word, clauses, ...this.trailing() }
  }

  /** One clause with its terminator; the last may do without, and then stands before `esac`. */
  private caseClause(): CaseClause {
    const start = this.position
    if (this.code() === OPEN_PARENTHESIS) this.position++
    const patterns: Word[] = []
    for (;;) {
      patterns.push(this.wordHere())
      this.skipBlanks()
      if (this.code() !== PIPE) break
      this.position++
    }
    if (this.code() !== CLOSE_PARENTHESIS) this.syntax(') expected after a pattern')
    this.position++
    const body = this.script(ESAC)
    let terminator: CaseClause['terminator'] = ';;'
    if (this.code() === SEMICOLON) {
      if (this.code(1) === AMPERSAND) terminator = ';&'
      else if (this.code(2) === AMPERSAND) terminator = ';;&'
      if (terminator !== ';;' && !this.bash) this.syntax(`${terminator} is not in POSIX shells`)
      this.position += terminator.length
    } else if (this.unquotedWordAhead() !== 'esac') {
      this.syntax(';; or esac expected')
    }
    return { type: 'clause', start, end: this.position, patterns, body, terminator }
  }
}
