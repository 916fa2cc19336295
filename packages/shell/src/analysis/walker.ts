import { type ParsedText, parseText } from '../parse.ts'
import type {
  Assignment,
  Command,
  CompoundCommand,
  Condition,
  Dialect,
  ForCommand,
  FunctionDefinition,
  ParameterExpansion,
  Pipeline,
  Script,
  SimpleCommand,
  Span,
  Statement,
  Word,
  WordPart,
} from '../syntax/tree.ts'
import { visitArithmetic } from './arithmetic.ts'
import type { Claims } from './claims.ts'
import { baseName, type Invocation, invoke } from './invocation.ts'
import type { CommandContext, CommandJoin, CommandWord, EnvironmentEntry, UnresolvedReason } from './model.ts'
import { numericOutput } from './numeric-output.ts'
import { visitRedirections } from './redirections.ts'
import { isInteger, mergeDirectories, ShellState, type Value } from './state.ts'
import { changesWhatRuns, isFollowed } from './variables.ts'
import { expandWord, wordValue } from './word-expansion.ts'

/** How many texts within texts are read. */
const MOST_CARRIED = 8

/** How many texts are read in all. */
const MOST_TEXTS = 256

/** Longer values are not followed: doubling one in a loop of assignments must not double the memory. */
const LONGEST_FOLLOWED = 1024

const plainName = /^[A-Za-z_]\w*$/

/** What a walk changed: variables and whether always to a number, everything, the working directory. */
interface Rehearsal {
  readonly touched: ReadonlyMap<string, boolean>
  readonly all: boolean
  readonly directory: boolean
}

/** What one process of a shell runs: walks its tree once, keeping what is certain at each point. */
export class Walker {
  readonly claims: Claims
  readonly dialect: Dialect
  readonly bash: boolean
  readonly maxDepth: number
  readonly depth: number
  readonly wrappers: readonly string[]
  context: CommandContext
  /** Names that functions of this script assign at some time: never known for certain. */
  readonly volatile = new Map<string, boolean>()
  /** A function changes the working directory. */
  directoryVolatile = false
  /** Somewhere in the script IFS may be assigned. */
  mentionsSplitting = false
  mentionsDirectorySearch = false
  /** False when functions or traps may change anything at any time: nothing is followed. */
  follows = true
  /** Code was found that may run again later in this shell: the walk has to be repeated without following. */
  surprised = false
  readonly functionNames = new Set<string>()
  readonly integerNames = new Set<string>()
  readonly otherNames = new Set<string>()
  readonly fixedNames = new Set<string>()
  /** While rehearsing: what was assigned, and whether always to a number. */
  private touched: Map<string, boolean> | null = null
  private touchedAll = false
  private touchedDirectory = false

  constructor(
    claims: Claims,
    dialect: Dialect,
    limits: { maxDepth: number; depth: number },
    wrappers: readonly string[],
    context: CommandContext,
  ) {
    this.claims = claims
    this.dialect = dialect
    this.bash = dialect === 'bash'
    this.maxDepth = limits.maxDepth
    this.depth = limits.depth
    this.wrappers = wrappers
    this.context = context
  }

  /** Walks the functions first, for what they may change whenever they are called. */
  prepare(functions: readonly FunctionDefinition[]): void {
    for (const definition of functions) this.functionNames.add(definition.name)
    let outermost = Infinity
    for (let index = functions.length - 1; index >= 0; index--) {
      const definition = functions[index]
      // A function inside another one is walked with it; the outer one stands behind it in the list.
      if (definition === undefined || definition.start >= outermost) continue
      outermost = definition.start
      const { touched, all, directory } = this.rehearse(() =>
        this.command(definition.body, this.unknownState(), 'start'),
      )
      if (all) this.follows = false
      if (directory) this.directoryVolatile = true
      for (const [name, integer] of touched) this.volatile.set(name, integer && this.volatile.get(name) !== false)
    }
  }

  /** What loops change, as the rehearsal of an outer one has shown. */
  private readonly rehearsed = new Map<object, Rehearsal>()

  private rehearse(walk: () => void): Rehearsal {
    const { touched: outer, touchedAll: outerAll, touchedDirectory: outerDirectory } = this
    const touched = new Map<string, boolean>()
    this.touched = touched
    this.touchedAll = false
    this.touchedDirectory = false
    this.claims.rehearsals++
    walk()
    this.claims.rehearsals--
    const result = { touched, all: this.touchedAll, directory: this.touchedDirectory }
    this.touched = outer
    this.touchedAll = outerAll || this.touchedAll
    this.touchedDirectory = outerDirectory || this.touchedDirectory
    if (outer !== null) for (const [name, integer] of touched) outer.set(name, integer && outer.get(name) !== false)
    return result
  }

  unresolved(reason: UnresolvedReason, message: string, span: Span): void {
    this.claims.unresolve(reason, message, span)
  }

  /** Code that is not known runs in this shell: nothing is certain after it. */
  forget(state: ShellState): void {
    state.forget()
    this.touchedAll = true
  }

  setDirectory(state: ShellState, directory: string | null): void {
    state.directory = this.directoryVolatile || !this.follows ? null : directory
    this.touchedDirectory = true
  }

  assign(name: string, value: Value | undefined, span: Span, state: ShellState, exported = false): void {
    const integer = isInteger(value)
    if (this.touched !== null) this.touched.set(name, integer && this.touched.get(name) !== false)
    if (changesWhatRuns(name, value, exported)) {
      this.unresolved('environment', `${name} changes what programs run or read`, span)
      this.claims.effect('environment', name, span)
    } else if (exported) {
      this.claims.effect('environment', name, span)
    }
    if (name === 'IFS') this.changeSplitting(state)
    if (name === 'CDPATH' && !this.mentionsDirectorySearch) this.surprised = true
    if (!integer) {
      this.otherNames.add(name)
      if (this.integerNames.has(name)) this.unresolved('arithmetic', `${name} is evaluated when it is assigned`, span)
    }
    if (!isFollowed(name)) {
      if (value === undefined && name === 'RANDOM') return
      state.delete(name)
      return
    }
    let kept = value
    if (typeof kept === 'string' && kept.length > LONGEST_FOLLOWED) kept = undefined
    if (this.fixedNames.has(name) || !this.follows) kept = undefined
    const always = this.volatile.get(name)
    if (always !== undefined && kept !== undefined) kept = always && integer ? true : undefined
    if (kept === undefined) state.delete(name)
    else state.set(name, kept)
  }

  private changeSplitting(state: ShellState): void {
    state.plainSplitting = false
    if (!this.mentionsSplitting) this.surprised = true
  }

  script(script: Script, state: ShellState): void {
    let join: CommandJoin = 'start'
    for (const statement of script.statements) {
      this.statement(statement, state, join)
      join = statement.background ? 'background' : 'sequence'
    }
  }

  inContext(context: CommandContext, walk: () => void): void {
    const outer = this.context
    this.context = context
    walk()
    this.context = outer
  }

  private statement(statement: Statement, outer: ShellState, join: CommandJoin): void {
    const state = statement.background ? outer.clone() : outer
    if (statement.background) state.input = state.input === 'inherit' ? 'null' : state.input
    const { pipelines, operators } = statement
    const first = pipelines[0]
    if (first === undefined) return
    let failed = this.pipeline(first, state, join)
    if (pipelines.length === 1) {
      state.directory = mergeDirectories(state.directory, failed)
      return
    }
    this.chain(pipelines, operators, state, failed)
  }

  /** `a && b || c`: what is certain afterwards is what is certain on every way through. */
  private chain(
    pipelines: readonly Pipeline[],
    operators: Statement['operators'],
    state: ShellState,
    firstFailed: ShellState['directory'],
  ): void {
    let succeeded = state.directory
    let failed = firstFailed
    let certain = true
    const merged = state.clone()
    for (let index = 1; index < pipelines.length; index++) {
      const pipeline = pipelines[index]
      if (pipeline === undefined) continue
      const and = operators[index - 1] === '&&'
      if (!and && certain) certain = false
      if (!certain) state.adopt(merged)
      state.plainSplitting = state.plainSplitting && merged.plainSplitting
      state.directory = and ? succeeded : failed
      const nextFailed = this.pipeline(pipeline, state, and ? 'and' : 'or')
      if (and) {
        succeeded = state.directory
        failed = mergeDirectories(failed, nextFailed)
      } else {
        succeeded = mergeDirectories(succeeded, state.directory)
        failed = nextFailed
      }
      merged.merge(state)
    }
    state.adopt(merged)
    state.plainSplitting = merged.plainSplitting
    state.directory = mergeDirectories(succeeded, failed)
  }

  /** Returns the directory if the pipeline fails; `state.directory` becomes the one if it succeeds. */
  private pipeline(pipeline: Pipeline, state: ShellState, join: CommandJoin): ShellState['directory'] {
    const { commands, operators, prefixes } = pipeline
    const first = commands[0]
    if (first === undefined) return state.directory
    if (commands.length === 1) {
      const failed = this.command(first, state, join)
      if (!prefixes.includes('!')) return failed
      const merged = mergeDirectories(state.directory, failed)
      state.directory = merged
      return merged
    }
    for (let index = 0; index < commands.length; index++) {
      const command = commands[index]
      if (command === undefined) continue
      const own = state.clone()
      if (index > 0) own.input = 'pipe'
      const before = operators[index - 1]
      const ownFailed = this.command(command, own, before === undefined ? join : before === '|' ? 'pipe' : 'pipe-both')
      own.directory = mergeDirectories(own.directory, ownFailed)
      // With the option lastpipe the last command runs in this very shell, else in one of its own.
      if (index === commands.length - 1) state.merge(own)
    }
    return state.directory
  }

  /** Returns the directory if the command fails. */
  command(command: Command, state: ShellState, join: CommandJoin): ShellState['directory'] {
    if (command.type === 'simple') return this.simple(command, state, join)
    if (command.type === 'function') {
      this.functionNames.add(command.name)
      this.inContext('function', () => void this.command(command.body, this.unknownState(), 'start'))
    } else if (command.type === 'coprocess') {
      const own = state.clone()
      own.input = 'pipe'
      this.inContext('subshell', () => void this.command(command.body, own, 'background'))
      if (this.follows) state.set('COPROC', true)
    } else {
      this.compound(command, state)
    }
    return state.directory
  }

  private compound(command: CompoundCommand, outer: ShellState): void {
    const { input } = visitRedirections(this, this.claims, command.redirections, outer)
    const state = command.type === 'subshell' ? outer.clone() : outer
    const inputBefore = state.input
    if (input !== null) state.input = input
    this.inContext(command.type === 'subshell' ? 'subshell' : 'compound', () => this.inside(command, state))
    state.input = inputBefore
  }

  private inside(command: CompoundCommand, state: ShellState): void {
    switch (command.type) {
      case 'group':
      case 'subshell':
        this.script(command.body, state)
        break
      case 'if': {
        const after: ShellState[] = []
        for (const branch of command.branches) {
          this.script(branch.condition, state)
          const own = state.clone()
          this.script(branch.body, own)
          after.push(own)
        }
        if (command.otherwise !== null) this.script(command.otherwise, state)
        for (const own of after) state.merge(own)
        break
      }
      case 'while':
      case 'until':
        this.loop(command, state, (own) => {
          this.script(command.condition, own)
          this.script(command.body, own)
        })
        break
      case 'for':
      case 'select':
        this.forLoop(command, state)
        break
      case 'arithmetic-for':
        visitArithmetic(this, command.first, state)
        this.loop(command, state, (own) => {
          visitArithmetic(this, command.condition, own)
          this.script(command.body, own)
          visitArithmetic(this, command.step, own)
        })
        break
      case 'case': {
        wordValue(this, command.word, state)
        const before = state.clone()
        for (const clause of command.clauses) {
          for (const pattern of clause.patterns) wordValue(this, pattern, before)
          // Falling through from the clause before adds its changes.
          const own = before.clone()
          own.merge(state)
          this.script(clause.body, own)
          state.merge(own)
        }
        break
      }
      case 'conditional':
        this.condition(command.expression, state)
        break
      case 'arithmetic-command':
        visitArithmetic(this, command.expression, state)
        break
    }
  }

  /** Walks a body that may run any number of times: first only to see what it changes, then with that forgotten. */
  loop(node: object, state: ShellState, walk: (own: ShellState) => void): void {
    const known = this.rehearsed.get(node)
    if (this.touched !== null) {
      // A rehearsal begins with nothing known, so once through the body shows everything that it may change.
      if (known === undefined)
        this.rehearsed.set(
          node,
          this.rehearse(() => walk(this.unknownState())),
        )
      state.forget()
      return
    }
    const { touched, all, directory } = known ?? this.rehearse(() => walk(this.unknownState()))
    if (all) state.forget()
    if (directory) state.directory = null
    for (const [name, integer] of touched) {
      if (integer && isInteger(state.get(name))) state.set(name, true)
      else state.delete(name)
      if (name === 'IFS') state.plainSplitting = false
    }
    const own = state.clone()
    walk(own)
    state.merge(own)
  }

  /** A point of which nothing is known, as inside a function that may be called from anywhere. */
  unknownState(): ShellState {
    return new ShellState(new Map(), null, 'inherit', !this.mentionsSplitting)
  }

  private forLoop(command: ForCommand, state: ShellState): void {
    const { name, words, body } = command
    let numbers = words !== null
    if (words !== null) {
      const fields: CommandWord[] = []
      for (const word of words) expandWord(this, word, state, 'argument', fields)
      numbers = fields.every((field) => field.integer || (field.text !== null && isInteger(field.text)))
    }
    const span = this.claims.at(body.start, body.end)
    this.loop(command, state, (own) => {
      this.assign(name, numbers ? true : undefined, span, own)
      this.script(body, own)
    })
  }

  private condition(condition: Condition, state: ShellState): void {
    switch (condition.type) {
      case 'and':
      case 'or':
        for (const operand of condition.operands) this.condition(operand, state)
        break
      case 'not':
      case 'parentheses':
        this.condition(condition.operand, state)
        break
      case 'text':
        wordValue(this, condition.operand, state)
        break
      case 'unary': {
        const value = wordValue(this, condition.operand, state)
        const names = condition.operator === '-v' || condition.operator === '-R'
        if (names && (typeof value !== 'string' || !plainName.test(value))) {
          this.unresolved('subscript', 'the operand of -v is evaluated', this.claims.at(condition.start, condition.end))
        }
        break
      }
      case 'binary':
        if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(condition.operator)) {
          visitArithmetic(this, evaluated(condition.left), state)
          visitArithmetic(this, evaluated(condition.right), state)
        } else {
          wordValue(this, condition.left, state)
          wordValue(this, condition.right, state)
        }
    }
  }

  visitNested(part: WordPart, state: ShellState): boolean {
    switch (part.type) {
      case 'command':
      case 'process': {
        const own = state.clone()
        this.inContext(part.type === 'command' ? 'substitution' : 'process-substitution', () =>
          this.script(part.script, own),
        )
        return part.type === 'command' && numericOutput(part.script, this.functionNames)
      }
      case 'arithmetic':
        visitArithmetic(this, part.expression, state)
        return true
      case 'extended-glob':
        wordValue(this, part.pattern, state)
        return false
      case 'double':
        for (const inner of part.parts) this.visitNested(inner, state)
        return false
      case 'parameter':
        this.visitParameter(part, state)
        return false
      case 'array':
        this.arrayElements(part, state)
        return false
      default:
        return false
    }
  }

  visitParameter(part: ParameterExpansion, state: ShellState): void {
    if (part.subscript === null && part.operator === null && !part.indirect) return
    const span = this.claims.at(part.start, part.end)
    if (part.subscript !== null) this.subscript(part.subscript, state)
    const { operator } = part
    if (part.indirect && operator !== '*' && operator !== '@') {
      const keys = part.subscript !== null && operator === null
      const value = state.get(part.name)
      const plain = typeof value === 'string' && plainName.test(value)
      if (!keys && !plain && part.name !== '#') {
        this.unresolved('reference', `\${!${part.name}} evaluates the name it finds`, span)
      }
    }
    if (operator === null) return
    if (operator === '@P') this.unresolved('reference', 'a prompt expansion runs the substitutions in its value', span)
    if (part.operand !== null) {
      if (operator === ':') visitArithmetic(this, part.operand, state)
      else for (const inner of part.operand.parts) this.visitNested(inner, state)
    }
    if (operator === '=' || operator === ':=') {
      const value = part.operand === null ? '' : wordValue(this.silent(), part.operand, state)
      const before = state.get(part.name)
      if (part.indirect) {
        this.unresolved('assignment-target', 'which variable is assigned is not known', span)
        this.forget(state)
      } else if (before === undefined) this.assign(part.name, undefined, span, state)
      else if (before === '' && operator === ':=') this.assign(part.name, value, span, state)
    }
  }

  /** For words whose nested code is claimed already. */
  private silent() {
    return { visitNested: () => false, visitParameter: () => {} }
  }

  /** `[…]` after a name: evaluated as arithmetic, unless it is `[@]` or `[*]`. */
  subscript(subscript: Word, state: ShellState): void {
    const { parts } = subscript
    const first = parts[0]
    if (parts.length === 1 && first?.type === 'literal') {
      if (/^\[(?:[@*]|-?\d+)\]$/.test(first.text)) return
    }
    visitArithmetic(this, withoutBrackets(subscript), state)
  }

  /** Walks text that this very shell runs: `eval`, `trap`. */
  runText(text: string, state: ShellState, invocation: Invocation): void {
    this.carry(text, this.dialect, invocation, this.context, (parsed) => {
      if (parsed.functions.length > 0 && this.follows) this.surprised = true
      this.script(parsed.tree, state)
    })
  }

  /** Walks text that a new shell runs. What this one knows, apart from the directory, is not known there. */
  runProcess(
    text: string,
    dialect: Dialect,
    state: ShellState,
    invocation: Invocation,
    positional: readonly CommandWord[],
  ): void {
    this.carry(text, dialect, invocation, 'carried', (parsed) => {
      const names = [...invocation.wrappers, baseName(invocation.words[0]?.text ?? '')]
      walkProcess(
        this.claims,
        parsed,
        text,
        { dialect, maxDepth: this.maxDepth, depth: this.depth + 1 },
        names,
        'carried',
        () => {
          const own = new ShellState(new Map(), state.directory, invocation.stdin, true)
          setPositional(own, positional)
          return own
        },
      )
    })
  }

  private carry(
    text: string,
    dialect: Dialect,
    invocation: Invocation,
    context: CommandContext,
    walk: (parsed: ParsedText) => void,
  ): void {
    if (this.depth + this.carried >= MOST_CARRIED || this.claims.texts++ >= MOST_TEXTS) {
      this.unresolved('depth', 'carried text nested too deep', invocation.span)
      return
    }
    const parsed = parseText(text, dialect, this.maxDepth)
    if (!parsed.ok) {
      this.unresolved('refused-text', parsed.refusal.message, invocation.span)
      return
    }
    const outer = this.claims.carrier
    this.claims.carrier = outer ?? invocation.span
    this.carried++
    this.inContext(context, () => walk(parsed))
    this.carried--
    this.claims.carrier = outer
  }

  private carried = 0

  private arrayElements(part: Extract<WordPart, { type: 'array' }>, state: ShellState): void {
    const fields: CommandWord[] = []
    for (const element of part.elements) {
      if (element.subscript !== null) this.subscript(element.subscript, state)
      if (element.subscript !== null) wordValue(this, element.value, state)
      else expandWord(this, element.value, state, 'argument', fields)
    }
  }

  assignment(assignment: Assignment, state: ShellState): Value | undefined {
    if (assignment.subscript !== null) this.subscript(assignment.subscript, state)
    const value = wordValue(this, assignment.value, state)
    const isArray = assignment.value.parts[0]?.type === 'array'
    if (isArray || assignment.append || assignment.subscript !== null) return undefined
    return value
  }

  /** An assignment before a name: seen by what is run, and after it too where that is a special builtin of sh. */
  private shadow(name: string, command: string | null, state: ShellState): void {
    state.delete(name)
    if (this.touched !== null) this.touched.set(name, false)
    if (name === 'IFS' && command !== 'read') this.changeSplitting(state)
  }

  private simple(command: SimpleCommand, state: ShellState, join: CommandJoin): ShellState['directory'] {
    const { words, assignments } = command
    const fields: CommandWord[] = []
    for (const word of words) expandWord(this, word, state, 'argument', fields)
    const { list, input } = visitRedirections(this, this.claims, command.redirections, state)
    const environment: EnvironmentEntry[] = []
    for (const assignment of assignments) {
      const value = this.assignment(assignment, state)
      const { name } = assignment
      const span = this.claims.at(assignment.start, assignment.end)
      if (fields.length === 0) {
        this.assign(name, value, span, state)
        if (words.length === 0) continue
      } else if (changesWhatRuns(name, value, true)) {
        this.unresolved('environment', `${name} changes what programs run or read`, span)
        this.claims.effect('environment', name, span)
      }
      environment.push({ name, value: typeof value === 'string' ? value : null })
      this.shadow(name, fields[0]?.text ?? null, state)
    }
    if (fields.length === 0) return state.directory
    return invoke(this, state, {
      words: fields,
      span: this.claims.at(command.start, command.end),
      join,
      wrappers: this.wrappers,
      environment,
      redirections: list,
      stdin: input ?? state.input,
      directory: state.directory ?? null,
      context: this.context,
      tree: command,
    })
  }
}

/** `$0`, `$1` … of text that is run with operands behind it. */
function setPositional(state: ShellState, words: readonly CommandWord[]): void {
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word === undefined || word.splits) return
    if (word.text !== null && word.text.length <= LONGEST_FOLLOWED) state.set(String(index), word.text)
    else if (word.integer) state.set(String(index), true)
  }
}

/**
 * Walks one process of a shell. If code turns up that may run again at any time, the walk is repeated with nothing
 * followed from one command to the next.
 */
export function walkProcess(
  claims: Claims,
  parsed: ParsedText,
  text: string,
  limits: { dialect: Dialect; maxDepth: number; depth: number },
  wrappers: readonly string[],
  context: CommandContext,
  start: () => ShellState,
): void {
  const mark = claims.mark()
  for (const follows of [true, false]) {
    const walker = new Walker(claims, limits.dialect, limits, wrappers, context)
    walker.follows = follows
    walker.mentionsSplitting = !follows || text.includes('IFS')
    walker.mentionsDirectorySearch = !follows || text.includes('CDPATH')
    const state = start()
    if (follows) walker.prepare(parsed.functions)
    if (!follows) state.forget()
    if (walker.directoryVolatile) state.directory = null
    if (walker.follows || !follows) {
      walker.script(parsed.tree, state)
      if (!walker.surprised || !follows) return
    }
    claims.reset(mark)
  }
}

/** An operand of `-eq`: evaluated after quote removal, so quoted text counts as well. */
function evaluated(word: Word): Word {
  const parts = word.parts.map((part) =>
    part.type === 'single' || part.type === 'escaped' || part.type === 'ansi'
      ? { ...part, type: 'literal' as const }
      : part,
  )
  return { ...word, parts }
}

function withoutBrackets(subscript: Word): Word {
  const parts = subscript.parts.map((part, index) => {
    if (part.type !== 'literal') return part
    const from = index === 0 ? 1 : 0
    const to = index === subscript.parts.length - 1 ? -1 : undefined
    return { ...part, text: part.text.slice(from, to) }
  })
  return { ...evaluated(subscript), parts: evaluated({ ...subscript, parts }).parts }
}
