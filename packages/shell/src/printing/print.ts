import type {
  CaseClause,
  Command,
  CompoundCommand,
  Pipeline,
  Redirection,
  Script,
  SimpleCommand,
  Statement,
} from '../syntax/tree.ts'
import { isAmong } from '../syntax/word-list.ts'
import { printCondition, printPart, printWord, type SubstitutionPrinter } from './print-word.ts'

/** Keywords that must not come first when they are the name of a command. */
const KEYWORDS = '! { } [[ ]] if then elif else fi for while until do done case esac select function in time coproc'

/**
 * Canonical text of a tree: parses back to the same tree, apart from the spans.
 *
 * @example
 * const result = parseShell('echo   `date`;ls>out')
 * if (result.ok) print(result.tree) // 'echo $(date)\nls >out'
 */
export function print(tree: Script): string {
  const printer = new Printer()
  printer.script(tree)
  printer.finish()
  return printer.text
}

class Printer implements SubstitutionPrinter {
  private pieces: string[] = []
  private atLineStart = false
  private documents: Redirection[] = []

  get text(): string {
    return this.pieces.join('')
  }

  private write(text: string): void {
    this.pieces.push(text)
    this.atLineStart = text.endsWith('\n')
  }

  finish(): void {
    if (this.documents.length > 0) this.newline()
  }

  substitution(script: Script): string {
    const inner = new Printer()
    inner.script(script)
    inner.finish()
    return inner.text
  }

  private newline(): void {
    this.write('\n')
    const documents = this.documents
    this.documents = []
    for (const { target, hereDocument } of documents) {
      for (const part of target.parts) {
        const quoted = hereDocument?.quoted === true && part.type === 'single'
        this.write(quoted ? part.text : printPart(this, part, 'document'))
      }
      this.write(`${hereDocument?.delimiter}\n`)
    }
  }

  script(script: Script): void {
    for (let index = 0; index < script.statements.length; index++) {
      const statement = script.statements[index]
      if (index > 0) this.newlineOnce()
      if (statement !== undefined) this.statement(statement)
    }
  }

  /** A newline, unless a here-document has just ended with one. */
  private newlineOnce(): void {
    if (this.documents.length > 0 || !this.atLineStart) this.newline()
  }

  private statement(statement: Statement): void {
    for (let index = 0; index < statement.pipelines.length; index++) {
      const pipeline = statement.pipelines[index]
      if (index > 0) this.write(` ${statement.operators[index - 1]} `)
      if (pipeline !== undefined) this.pipeline(pipeline)
    }
    if (statement.background) this.write(' &')
  }

  private pipeline(pipeline: Pipeline): void {
    for (const prefix of pipeline.prefixes) this.write(`${prefix} `)
    const first = pipeline.commands[0]
    const name = first?.type === 'simple' ? first.words[0]?.parts[0] : undefined
    const last = pipeline.prefixes.at(-1)
    const looksLikeOption = name?.type === 'literal' && name.text.startsWith('-')
    if (last !== undefined && last !== '!' && looksLikeOption) this.write('-- ')
    for (let index = 0; index < pipeline.commands.length; index++) {
      const command = pipeline.commands[index]
      if (index > 0) this.write(` ${pipeline.operators[index - 1]} `)
      if (command !== undefined) this.command(command)
    }
  }

  private command(command: Command): void {
    switch (command.type) {
      case 'simple':
        this.simple(command)
        break
      case 'function':
        this.write(`${command.name}() `)
        this.compound(command.body)
        break
      case 'coprocess':
        this.write(command.name === null ? 'coproc ' : `coproc ${command.name} `)
        this.command(command.body)
        break
      default:
        this.compound(command)
    }
  }

  private simple(command: SimpleCommand): void {
    const pieces: string[] = []
    for (const { name, subscript, append, value } of command.assignments) {
      const target = subscript === null ? name : name + printWord(this, subscript, 'raw')
      pieces.push(`${target}${append ? '+=' : '='}${printWord(this, value, 'word')}`)
    }
    const words = command.words.map((word) => printWord(this, word, 'word'))
    const redirections = command.redirections.map((redirection) => this.redirection(redirection))
    const keywordFirst = pieces.length === 0 && words[0] !== undefined && isAmong(KEYWORDS, words[0])
    pieces.push(...(keywordFirst ? [...redirections, ...words] : [...words, ...redirections]))
    this.write(pieces.join(' '))
  }

  private redirection(redirection: Redirection): string {
    const { operator, descriptor, hereDocument, target } = redirection
    const from = typeof descriptor === 'string' ? `{${descriptor}}` : (descriptor ?? '')
    if (hereDocument !== null) {
      this.documents.push(redirection)
      const { delimiter, quoted } = hereDocument
      const mark = delimiter.includes("'") ? '"' : "'"
      return `${from}${operator}${quoted ? mark + delimiter + mark : delimiter}`
    }
    const text = printWord(this, target, 'word')
    return `${from}${operator}${/^[<>]/.test(text) ? ' ' : ''}${text}`
  }

  /** A list between two keywords, ended by a newline. */
  private block(open: string, script: Script): void {
    this.write(`${open} `)
    this.script(script)
    this.newlineOnce()
  }

  private compound(command: CompoundCommand): void {
    switch (command.type) {
      case 'group':
        this.block('{', command.body)
        this.write('}')
        break
      case 'subshell':
        this.block('(', command.body)
        this.write(')')
        break
      case 'if':
        this.ifCommand(command)
        break
      case 'while':
      case 'until':
        this.block(command.type, command.condition)
        this.block('do', command.body)
        this.write('done')
        break
      case 'for':
      case 'select':
        this.write(`${command.type} ${command.name}`)
        if (command.words !== null) {
          this.write(` in${command.words.map((word) => ` ${printWord(this, word, 'word')}`).join('')}`)
        }
        this.newline()
        this.block('do', command.body)
        this.write('done')
        break
      case 'arithmetic-for': {
        const clauses = [command.first, command.condition, command.step]
        this.write(`for ((${clauses.map((clause) => printWord(this, clause, 'raw')).join(';')}))`)
        this.newline()
        this.block('do', command.body)
        this.write('done')
        break
      }
      case 'case':
        this.write(`case ${printWord(this, command.word, 'word')} in`)
        this.newline()
        for (const clause of command.clauses) this.clause(clause)
        this.write('esac')
        break
      case 'conditional':
        this.write(`[[ ${printCondition(this, command.expression)} ]]`)
        break
      case 'arithmetic-command':
        this.write(`((${printWord(this, command.expression, 'raw')}))`)
        break
    }
    for (const redirection of command.redirections) this.write(` ${this.redirection(redirection)}`)
  }

  private ifCommand(command: Extract<CompoundCommand, { type: 'if' }>): void {
    for (let index = 0; index < command.branches.length; index++) {
      const branch = command.branches[index]
      if (branch === undefined) continue
      this.block(index === 0 ? 'if' : 'elif', branch.condition)
      this.block('then', branch.body)
    }
    if (command.otherwise !== null) this.block('else', command.otherwise)
    this.write('fi')
  }

  private clause(clause: CaseClause): void {
    this.write(`(${clause.patterns.map((pattern) => printWord(this, pattern, 'word')).join(' | ')})`)
    this.newline()
    this.script(clause.body)
    this.newlineOnce()
    this.write(clause.terminator)
    this.newline()
  }
}
