import { isAmong } from '../word-list.ts'
import {
  END,
  AMPERSAND,
  CLOSE_PARENTHESIS,
  EQUALS,
  GREATER,
  isDigit,
  isMeta,
  isNamePart,
  isNameStart,
  LESS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_PARENTHESIS,
  PIPE,
  PLUS,
  SEMICOLON,
} from './characters.ts'
import { CompoundParser, ESAC } from './compound-parser.ts'
import type { Origin } from './relocation.ts'
import type {
  Assignment,
  Command,
  FunctionDefinition,
  Pipeline,
  Redirection,
  Script,
  SimpleCommand,
  Statement,
  Word,
} from './tree.ts'

const bashReserved = 'if then elif else fi for while until do done case esac select function { } ! [[ ]] in time coproc'
/** By first character: a bit for each length that a reserved word may have. `]]` is one only behind `[[`. */
const reservedLengths = new Uint16Array(128)
for (const word of bashReserved.split(' ')) {
  const first = word.charCodeAt(0)
  if (word !== ']]') reservedLengths[first] = (reservedLengths[first] ?? 0) | (1 << word.length)
}
const posixReserved = 'if then elif else fi for while until do done case esac { } !'
/** Keywords of bash that dash takes for the name of a command. */
const contested = 'select function [[ coproc'
const compoundOpeners = '{ if for while until case select [['
const declarationBuiltins = 'declare typeset local export readonly'

/** Not a number, which would be a descriptor, and no end that makes the parenthesis an extended glob. */
const bashFunctionName = /^(?!\d+$)[\w./:](?:[\w./:,%@+^-]*[\w./:,%^-])?$/
/** Also the only names of a coproc that are read. */
const posixFunctionName = /^[A-Za-z_]\w*$/

/** The whole grammar: lists, pipelines, simple commands, functions; the layers below read the rest. */
export class ShellParser extends CompoundParser {
  private readonly reserved = this.bash ? bashReserved : posixReserved
  /** Was the last command read a compound one, after which a keyword needs no separator? */
  private afterCompound = false

  nested(source: string, origin: Origin): ShellParser {
    const parser = new ShellParser(source, this.dialect, this.maxDepth, this.depth, this.whole)
    parser.substitutionDepth = this.substitutionDepth
    parser.origin = origin
    return parser
  }

  script(terminators: ReadonlySet<string> | null): Script {
    const start = this.position
    let statements: Statement[] = none
    for (;;) {
      this.skipNewlines()
      const code = this.code()
      if (code === END || code === CLOSE_PARENTHESIS) break
      if (code === SEMICOLON) {
        if (terminators === ESAC && this.atClauseEnd()) break
        this.syntax('a command is missing before ;')
      }
      if (terminators !== null) {
        const ahead = this.unquotedWordAhead()
        if (ahead !== null && terminators.has(ahead)) break
      }
      const statement = this.statement(terminators)
      // A list of one is made as such: an empty one that grows takes room for seventeen.
      if (statements === none) statements = [statement]
      else statements.push(statement)
    }
    return { type: 'script', start, end: this.position, statements }
  }

  private atClauseEnd(): boolean {
    const next = this.code(1)
    return next === SEMICOLON || next === AMPERSAND
  }

  private statement(terminators: ReadonlySet<string> | null): Statement {
    const start = this.position
    const pipelines: Pipeline[] = [this.pipeline()]
    let operators: ('&&' | '||')[] | null = null
    for (;;) {
      this.skipBlanks()
      const code = this.code()
      if ((code !== AMPERSAND && code !== PIPE) || this.code(1) !== code) break
      operators ??= []
      operators.push(code === AMPERSAND ? '&&' : '||')
      this.position += 2
      this.skipNewlines()
      pipelines.push(this.pipeline())
    }
    const end = pipelines[pipelines.length - 1]?.end ?? this.position
    let background = false
    const code = this.code()
    if (code === SEMICOLON) {
      this.refuseAfterDocument()
      if (!this.atClauseEnd()) this.position++
      else if (terminators !== ESAC) this.syntax(';; outside case')
    } else if (code === AMPERSAND) {
      this.refuseAfterDocument()
      background = true
      this.position++
    } else if (code !== END && code !== NEWLINE && code !== CLOSE_PARENTHESIS) {
      const ahead = this.afterCompound && terminators !== null ? this.unquotedWordAhead() : null
      if (ahead === null || !terminators?.has(ahead)) this.syntax('a separator expected')
    }
    return { type: 'statement', start, end, pipelines, operators: operators ?? none, background }
  }

  private pipeline(): Pipeline {
    this.skipBlanks()
    const start = this.position
    const prefixes = this.pipelinePrefixes()
    const commands: Command[] = [this.command()]
    let operators: ('|' | '|&')[] | null = null
    for (;;) {
      this.skipBlanks()
      if (this.code() !== PIPE || this.code(1) === PIPE) break
      this.position++
      operators ??= []
      if (this.code() === AMPERSAND) {
        if (!this.bash) this.syntax('|& is not in POSIX shells')
        this.position++
        operators.push('|&')
      } else {
        operators.push('|')
      }
      this.skipNewlines()
      const ahead = this.unquotedWordAhead()
      if (ahead === '!' || (this.bash && ahead === 'time')) this.ambiguous(`${ahead} after |`)
      commands.push(this.command())
    }
    const end = commands[commands.length - 1]?.end ?? this.position
    return { type: 'pipeline', start, end, prefixes, commands, operators: operators ?? none }
  }

  private pipelinePrefixes(): Pipeline['prefixes'] {
    const first = this.source.charAt(this.position)
    if (first !== '!' && first !== 't') return none
    const prefixes: ('!' | 'time' | 'time -p')[] = []
    for (;;) {
      const ahead = this.unquotedWordAhead()
      if (ahead === '!') {
        if (this.bash && this.code(1) === OPEN_PARENTHESIS) this.ambiguous('!( may be an extended glob')
        if (!this.bash && prefixes.length > 0) this.syntax('more than one !')
        this.position++
        prefixes.push('!')
      } else if (ahead === 'time' && this.bash) {
        this.position += 4
        prefixes.push(this.timeOptions())
      } else return prefixes
      this.skipBlanks()
      const code = this.code()
      const bare = code === END || code === NEWLINE || code === SEMICOLON || code === AMPERSAND || code === PIPE
      if (bare || code === CLOSE_PARENTHESIS) this.unsupported(`${ahead} without a command`)
    }
  }

  private timeOptions(): 'time' | 'time -p' {
    this.skipBlanks()
    let ahead = this.unquotedWordAhead()
    const portable = ahead === '-p'
    if (portable) {
      this.position += 2
      this.skipBlanks()
      ahead = this.unquotedWordAhead()
    }
    if (ahead === '--') this.position += 2
    else if (ahead?.startsWith('-')) this.ambiguous('an option of time')
    return portable ? 'time -p' : 'time'
  }

  command(): Command {
    this.enter()
    const { whole } = this
    if (++whole.commands > whole.mostCommands) this.refuse('TOO_MANY', `more than ${whole.mostCommands} commands`)
    this.skipBlanks()
    const start = this.position
    let command: Command
    if (this.code() === OPEN_PARENTHESIS) {
      this.refuseAfterDocument()
      this.compoundDepth++
      command = this.subshell(start)
      this.compoundDepth--
      this.afterCompound = true
    } else {
      const keyword = this.keywordAhead()
      if (keyword === null) {
        command = this.simple(start, true)
        this.afterCompound = command.type === 'function'
      } else {
        this.refuseAfterDocument()
        this.compoundDepth++
        this.position += keyword.length
        if (keyword === 'function') command = this.functionCommand(start)
        else if (keyword === 'coproc') command = this.coprocess(start)
        else command = this.compound(keyword, start)
        this.afterCompound = keyword !== 'coproc'
        this.compoundDepth--
      }
    }
    this.leave()
    return command
  }

  /** A reserved word at the start of a command. Tested by its first letter and length before anything is cut out. */
  private keywordAhead(): string | null {
    const lengths = reservedLengths[this.code()] ?? 0
    if (lengths === 0) return null
    const end = this.unquotedEnd()
    if (((lengths >> (end - this.position)) & 1) === 0) return null
    const ahead = this.source.slice(this.position, end)
    if (!this.bash && isAmong(contested, ahead)) this.ambiguous(`${ahead} is a keyword in some shells only`)
    return isAmong(this.reserved, ahead) ? ahead : null
  }

  private simple(start: number, mayBeFunction: boolean): SimpleCommand | FunctionDefinition {
    let assignments: Assignment[] = none
    let words: Word[] = none
    let redirections: Redirection[] = none
    let declares = false
    let end = start
    for (;;) {
      this.skipBlanks()
      const code = this.code()
      const redirects = code === LESS || code === GREATER || code === AMPERSAND
      if (code === OPEN_PARENTHESIS) {
        if (!mayBeFunction || words.length !== 1 || assignments.length + redirections.length > 0) {
          this.syntax('a ( out of place')
        }
        return this.functionDefinition(start, words[0])
      }
      if (isMeta(code) && !redirects) break
      if (redirects || code === OPEN_BRACE || isDigit(code)) {
        const redirection = this.redirection()
        if (redirection !== null) {
          if (redirections === none) redirections = [redirection]
          else redirections.push(redirection)
          end = this.position
          continue
        }
        if (code === AMPERSAND) break
      }
      if (words.length === 0) {
        const assignment = this.assignment()
        if (assignment !== null) {
          if (assignments === none) assignments = [assignment]
          else assignments.push(assignment)
        } else {
          const word = this.word(true)
          words = [word]
          const name = word.parts[0]
          declares =
            word.parts.length === 1 &&
            name !== undefined &&
            name.type === 'literal' &&
            isAmong(declarationBuiltins, name.text)
        }
      } else {
        words.push((declares ? this.declaredArray() : null) ?? this.word(false))
      }
      if (code === OPEN_BRACE) this.refuseElementAsDescriptor(words.at(-1))
      end = this.position
    }
    if (end === start) this.syntax('a command is missing here')
    return { type: 'simple', start, end, assignments, words, redirections }
  }

  /** Bash takes `{a[x]}` before a redirection for what it assigns, not for a word. */
  private refuseElementAsDescriptor(word: Word | undefined): void {
    const code = this.code()
    if ((code !== LESS && code !== GREATER) || word === undefined || !this.bash) return
    if (/^\{\w+\[[^]*\}$/.test(this.source.slice(word.start, word.end)))
      this.ambiguous('an element before a redirection')
  }

  /** `name=(…)` as an argument of a declaration builtin; null with nothing consumed for any other word. */
  private declaredArray(): Word | null {
    const { source } = this
    const start = this.position
    let position = start
    if (!this.bash || !isNameStart(this.at(position))) return null
    while (isNamePart(this.at(position))) position++
    if (this.at(position) === PLUS) position++
    if (this.at(position) !== EQUALS || this.at(position + 1) !== OPEN_PARENTHESIS) return null
    this.position = position + 1
    const text = source.slice(start, this.position)
    const literal = { type: 'literal' as const, start, end: this.position, text }
    return this.wordOf([literal, ...this.arrayLiteral().parts], start, this.position)
  }

  /** At the `(` after the name. */
  private functionDefinition(start: number, word: Word | undefined): FunctionDefinition {
    const part = word?.parts[0]
    if (word?.parts.length !== 1 || part?.type !== 'literal') this.syntax('a ( out of place')
    const name = part.text
    if (part.end - part.start !== name.length || !(this.bash ? bashFunctionName : posixFunctionName).test(name)) {
      this.unsupported('this name for a function', start)
    }
    this.parenthesesOfFunction()
    return this.functionWithBody(name, start)
  }

  private parenthesesOfFunction(): void {
    this.position++
    this.skipBlanks()
    if (this.code() !== CLOSE_PARENTHESIS) this.syntax('() expected')
    this.position++
  }

  private functionCommand(start: number): FunctionDefinition {
    this.skipBlanks()
    const name = this.unquotedWordAhead()
    if (name === null || !bashFunctionName.test(name) || isAmong(bashReserved, name)) {
      this.unsupported('this name for a function')
    }
    this.position += name.length
    this.skipBlanks()
    if (this.code() === OPEN_PARENTHESIS) this.parenthesesOfFunction()
    return this.functionWithBody(name, start)
  }

  private functionWithBody(name: string, start: number): FunctionDefinition {
    this.refuseAfterDocument()
    this.skipNewlines()
    const body = this.command()
    if (body.type === 'simple' || body.type === 'function' || body.type === 'coprocess') {
      this.syntax('a function needs a compound command as its body', start)
    }
    const definition: FunctionDefinition = {
      type: 'function',
      start,
      end: body.end,
      name,
      body,
    }
    this.whole.functions.push(definition)
    return definition
  }

  private coprocess(start: number): Command {
    if (this.substitutionDepth > 0) this.ambiguous('coproc inside a substitution', start)
    this.skipBlanks()
    const at = this.position
    let name: string | null = null
    let compound = this.keywordAhead() !== null || this.code() === OPEN_PARENTHESIS
    if (!compound) {
      const ahead = this.unquotedWordAhead()
      this.position += ahead?.length ?? 0
      this.skipBlanks()
      compound = this.code() === OPEN_PARENTHESIS || isAmong(compoundOpeners, this.unquotedWordAhead() ?? '')
      if (!compound || ahead === null) this.position = at
      else if (posixFunctionName.test(ahead)) name = ahead
      else this.unsupported('this name for a coproc', at)
    }
    const body = compound ? this.command() : this.simple(at, false)
    if (body.type === 'function' || body.type === 'coprocess') this.syntax('coproc of a definition', start)
    return { type: 'coprocess', start, end: body.end, name, body }
  }
}

/** Shared by all nodes that have nothing to list; never changed. */
const none: never[] = []
