import type {
  Command,
  Condition,
  Pipeline,
  Redirection,
  Script,
  SimpleCommand,
  Span,
  Statement,
  Word,
} from '../syntax/tree.ts'
import { isZshName, isZshParameter } from './names.ts'
import { WordDifferences, type ZshPlace } from './word-differences.ts'

/** Something that zsh reads otherwise than bash, or may. */
export interface Difference {
  readonly message: string
  readonly span: Span
}

const DECLARATIONS = /^(?:export|declare|typeset|local|readonly|float|integer|private)$/
const SHARED_UNARY = /^-[nzfderwxsLhpSbcgukOG]$/
const SHARED_BINARY = /^(?:==?|!=|<|>|=~|-nt|-ot|-ef)$/
const NUMERIC = /^-(?:eq|ne|lt|le|gt|ge)$/
/** A number, or a parameter that always is one. */
const isNumber = ({ parts }: Word) =>
  parts.every((part) =>
    part.type === 'double'
      ? part.parts.every((inner) => (inner.type === 'literal' ? /^-?\d+$/.test(inner.text) : isCount(inner)))
      : part.type === 'literal'
        ? /^-?\d+$/.test(part.text)
        : isCount(part),
  )
const isCount = (part: Word['parts'][number]) =>
  part.type === 'parameter' && (part.length || (/^[#?$!]$/.test(part.name) && part.operator === null))

/**
 * Lists the parts of a script that zsh 5.9, with any of its options, reads in another way than bash. The constructs
 * that both read in the same way are a closed list; every other construct is a difference.
 */
export function zshDifferences(script: Script, source: string): readonly Difference[] {
  const found: Difference[] = []
  new TreeDifferences(source, found).script(script)
  return found
}

class TreeDifferences {
  private readonly source: string
  private readonly found: Difference[]
  private readonly words: WordDifferences

  constructor(source: string, found: Difference[]) {
    this.source = source
    this.found = found
    this.words = new WordDifferences(source, this.differs, (script) => this.substituted(script))
  }

  private differs = (message: string, { start, end }: { readonly start: number; readonly end: number }) => {
    this.found.push({ message: `zsh reads this otherwise than bash: ${message}`, span: [start, end] })
  }

  script({ statements }: Script): void {
    for (const statement of statements) this.statement(statement)
  }

  /** `$(<file)` is the text of a file for both; elsewhere zsh runs a program where there is only a redirection. */
  private substituted(script: Script): void {
    const [statement, ...more] = script.statements
    const [pipeline] = statement?.pipelines ?? []
    const [command] = pipeline?.commands ?? []
    const isFile =
      more.length === 0 &&
      statement?.pipelines.length === 1 &&
      pipeline?.commands.length === 1 &&
      pipeline.prefixes.length === 0 &&
      command?.type === 'simple' &&
      command.words.length + command.assignments.length === 0 &&
      command.redirections.length === 1 &&
      command.redirections[0]!.operator === '<' &&
      command.redirections[0]!.descriptor === null
    if (isFile) this.redirection(command.redirections[0]!)
    else this.script(script)
  }

  private statement(statement: Statement): void {
    for (const pipeline of statement.pipelines) this.pipeline(pipeline)
    if (statement.background && /^\s*&[!|]/.test(this.source.slice(statement.end))) this.differs('&! or &|', statement)
  }

  private pipeline({ prefixes, commands, start, end }: Pipeline): void {
    if (prefixes.some((prefix) => prefix !== '!')) this.timed(commands, start, end)
    for (const [index, command] of commands.entries()) this.command(command, index > 0)
  }

  /** What zsh measures runs in a shell of its own, where it sets nothing; also a dash behind `time` is a command. */
  private timed(commands: readonly Command[], start: number, end: number): void {
    const isPlain = commands.every((command) => {
      const name =
        command.type === 'simple' && command.assignments.length === 0 ? command.words[0]?.parts[0] : undefined
      return name?.type === 'literal' && !isZshName(name.text)
    })
    if (!isPlain || this.source.slice(start, commands[0]?.start).includes('-')) this.differs('time', { start, end })
  }

  private command(command: Command, isPiped: boolean): void {
    if (command.type === 'function') return this.differs('a function, which zsh may call by itself', command)
    if (command.type === 'coprocess') return this.differs('a coprocess', command)
    this.inputs(command.redirections, isPiped)
    for (const redirection of command.redirections) this.redirection(redirection)
    switch (command.type) {
      case 'simple':
        return this.simple(command)
      case 'group':
      case 'subshell':
        return this.script(command.body)
      case 'if':
        for (const { condition, body } of command.branches) {
          this.script(condition)
          this.script(body)
        }
        if (command.otherwise !== null) this.script(command.otherwise)
        return
      case 'while':
      case 'until':
        this.script(command.condition)
        return this.script(command.body)
      case 'for':
        if (command.words === null) this.differs('a loop without words', command)
        for (const word of command.words ?? []) this.words.word(word, 'argument')
        return this.script(command.body)
      case 'select':
        return this.differs('select', command)
      case 'arithmetic-for':
        for (const part of [command.first, command.condition, command.step]) this.words.arithmetic(part)
        return this.script(command.body)
      case 'case':
        this.words.word(command.word, 'condition')
        for (const { patterns, body, terminator } of command.clauses) {
          for (const pattern of patterns) this.words.word(pattern, 'condition')
          if (terminator !== ';;') this.differs(terminator, body)
          this.script(body)
        }
        return
      case 'conditional':
        return this.condition(command.expression)
      case 'arithmetic-command':
        return this.words.arithmetic(command.expression)
    }
  }

  /** zsh joins all that a command is given as its input: a pipe and a here-document. zshmisc(1), MULTIOS */
  private inputs(redirections: readonly Redirection[], isPiped: boolean): void {
    const inputs = redirections.filter(
      ({ operator, descriptor }) => descriptor === 0 || (descriptor === null && operator.startsWith('<')),
    )
    if (inputs.length > (isPiped ? 0 : 1)) this.differs('several inputs at once', inputs[0]!)
  }

  private redirection(redirection: Redirection): void {
    const { operator, descriptor, target, hereDocument } = redirection
    if (typeof descriptor === 'string') this.differs('{name} before a redirection', redirection)
    else if (descriptor !== null && descriptor > 9) this.differs('a descriptor over 9', redirection)
    if (hereDocument !== null) {
      if (!hereDocument.quoted) this.words.word(target, 'text')
      return
    }
    this.words.word(target, 'argument')
    const [first] = target.parts
    const text = first?.type === 'literal' ? first.text : ''
    if (/^[!|]/.test(text)) this.differs('>! writes over a file', redirection)
    if (operator === '<' && /^\d*-\d*$/.test(text)) this.differs('<…> stands for numbers', redirection)
    // `1-` is a file, and `p` a coprocess; what is only known at run time may be either.
    const isPlain = target.parts.length === 1 && first?.type === 'literal' && /^(?:\d|-|[^\d-].+)$/.test(text)
    if (/^[<>]&$/.test(operator) && !isPlain) this.differs(operator, redirection)
  }

  private simple(command: SimpleCommand): void {
    const { assignments, words, redirections } = command
    if (words.length === 0 && redirections.length > 0) {
      this.differs('a redirection without a command runs NULLCMD', redirections[0]!)
    }
    for (const { name, subscript, value, start, end } of assignments) {
      if (isZshParameter(name)) this.differs(`${name} is a parameter of zsh itself`, { start, end })
      if (subscript !== null) this.differs('an element of an array', { start, end })
      this.words.word(value, 'assignment')
    }
    const name = words[0] && this.source.slice(words[0].start, words[0].end)
    // Letters of every language make a name for zsh.
    if (name !== undefined && /^[\w]*[^\0-\x7f][^=]*=/.test(name)) this.differs('an assignment', words[0]!)
    const place = placeOf(words[0])
    for (const [index, word] of words.entries()) this.words.word(word, index === 0 ? 'argument' : place)
  }

  private condition(condition: Condition): void {
    switch (condition.type) {
      case 'and':
      case 'or':
        for (const operand of condition.operands) this.condition(operand)
        return
      case 'not':
      case 'parentheses':
        return this.condition(condition.operand)
      case 'text':
        return this.words.word(condition.operand, 'condition')
      case 'unary':
        if (!SHARED_UNARY.test(condition.operator)) this.differs(condition.operator, condition)
        return this.words.word(condition.operand, 'condition')
      case 'binary':
        if (NUMERIC.test(condition.operator)) {
          if (!isNumber(condition.left) || !isNumber(condition.right)) {
            this.differs('operands that are calculated', condition)
          }
        } else if (!SHARED_BINARY.test(condition.operator)) this.differs(condition.operator, condition)
        this.words.word(condition.left, 'condition')
        return this.words.word(condition.right, 'condition')
    }
  }
}

function placeOf(word: Word | undefined): ZshPlace {
  const part = word?.parts.length === 1 ? word.parts[0] : undefined
  if (part?.type !== 'literal') return 'argument'
  return DECLARATIONS.test(part.text) ? 'declaration' : part.text === 'git' ? 'git-argument' : 'argument'
}
