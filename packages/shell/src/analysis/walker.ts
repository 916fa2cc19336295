import type { CommandContext, CommandJoin, CommandWord, EnvironmentEntry } from '../model/analysis.ts'
import type { Findings } from '../model/findings.ts'
import { type ExpandedCommand, baseName } from '../model/invocation.ts'
import { type Directory, ShellState, isInteger, mergeDirectories } from '../model/state.ts'
import { changesWhatRuns } from '../model/variables.ts'
import { type ParsedText, parseText } from '../syntax/parse.ts'
import type {
  Command,
  CompoundCommand,
  Dialect,
  ForCommand,
  FunctionDefinition,
  ParameterExpansion,
  Pipeline,
  Redirection,
  Script,
  SimpleCommand,
  Statement,
  WordPart,
} from '../syntax/tree.ts'
import { visitArithmetic } from './arithmetic.ts'
import { evaluateAssignment, visitCondition, visitNested, visitParameter } from './evaluation.ts'
import { invoke } from './invoke.ts'
import { visitRedirections } from './redirections.ts'
import { Tracker, type WalkLimits, setPositional } from './tracker.ts'
import { expandWord, wordValue } from './word-expansion.ts'

/** How many texts within texts are read. */
const MOST_CARRIED = 8

/** Walks the tree of one shell process once, and keeps what is certain at each point. */
export class Walker extends Tracker {
  /** Walks the body of a function as any call of it may find the shell. */
  functionBody(definition: FunctionDefinition): void {
    this.functionDepth++
    this.command(definition.body, this.unknownState(), 'start')
    this.functionDepth--
  }

  script(script: Script, state: ShellState): void {
    let join: CommandJoin = 'start'
    for (const statement of script.statements) {
      // The walk is going to be repeated, or over.
      if ((this.surprised && this.follows) || this.findings.overflows) return
      this.statement(statement, state, join)
      join = statement.background ? 'background' : 'sequence'
    }
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

  /** `a && b || c`: only what is certain on every path is certain afterwards. */
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
    if (!this.findings.mayWalk()) return state.directory
    if (command.type === 'simple') return this.simple(command, state, join)
    if (command.type === 'function') {
      this.addFunction(command.name)
      this.inContext('function', () => this.functionBody(command))
    } else if (command.type === 'coprocess') {
      const own = state.clone()
      own.input = 'pipe'
      this.inContext('subshell', () => void this.command(command.body, own, 'background'))
      this.assignCoprocess(command, state)
    } else {
      this.compound(command, state)
    }
    return state.directory
  }

  private compound(command: CompoundCommand, outer: ShellState): void {
    const { input } = this.redirections(command.redirections, outer)
    // Where a redirection fails, nothing of it runs.
    const mayFail = command.redirections.length > 0
    const state = mayFail || command.type === 'subshell' ? outer.clone() : outer
    const inputBefore = state.input
    if (input !== null) state.input = input
    this.inContext(command.type === 'subshell' ? 'subshell' : 'compound', () => this.inside(command, state))
    state.input = inputBefore
    if (mayFail && command.type !== 'subshell') outer.merge(state)
  }

  /** What redirections assign counts in a process of its own, unless a builtin or a compound command has them. */
  private redirections(redirections: readonly Redirection[], state: ShellState) {
    if (redirections.length === 0) return NO_REDIRECTIONS
    const own = state.clone()
    const result = visitRedirections(this, this.findings, redirections, own)
    state.merge(own)
    return result
  }

  // oxlint-disable-next-line max-lines-per-function -- a table: one case for each kind of command
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
          for (const pattern of clause.patterns) {
            const own = before.clone()
            wordValue(this, pattern, own)
            before.merge(own)
            state.merge(own)
          }
          // Falling through from the clause before adds its changes.
          const own = before.clone()
          own.merge(state)
          this.script(clause.body, own)
          state.merge(own)
        }
        break
      }
      case 'conditional':
        visitCondition(this, command.expression, state)
        break
      case 'arithmetic-command':
        visitArithmetic(this, command.expression, state)
        break
    }
  }

  private forLoop(command: ForCommand, state: ShellState): void {
    const { name, words, body } = command
    let numbers = words !== null
    if (words !== null) {
      const fields: CommandWord[] = []
      for (const word of words) expandWord(this, word, state, 'argument', fields)
      numbers = fields.every((field) => field.integer || (field.text !== null && isInteger(field.text)))
    }
    const span = this.findings.at(body.start, body.end)
    this.loop(command, state, (own) => {
      this.assign(name, numbers ? true : undefined, span, own)
      this.script(body, own)
    })
  }

  private simple(command: SimpleCommand, state: ShellState, join: CommandJoin): ShellState['directory'] {
    if (command.redirections.length === 0) return this.redirected(command, state, join)
    // Where a redirection fails, a builtin or an assignment does nothing.
    const before = state.clone()
    const failed = this.redirected(command, state, join)
    const { directory } = state
    state.merge(before)
    state.directory = directory
    return mergeDirectories(failed, before.directory)
  }

  /** A simple command whose redirections succeed. */
  private redirected(command: SimpleCommand, state: ShellState, join: CommandJoin): ShellState['directory'] {
    const { words, assignments } = command
    const fields: CommandWord[] = []
    let place: 'name' | 'argument' = 'name'
    for (const word of words) {
      expandWord(this, word, state, place, fields)
      if (this.findings.overflows) return state.directory
      place = 'argument'
    }
    const { list, input } = this.redirections(command.redirections, state)
    let environment: EnvironmentEntry[] = none
    for (const assignment of assignments) {
      const value = evaluateAssignment(this, assignment, state)
      const { name } = assignment
      const span = this.findings.at(assignment.start, assignment.end)
      if (fields.length === 0) {
        this.assign(name, value, span, state)
        if (words.length === 0) continue
      } else if (changesWhatRuns(name, value, true)) {
        this.unresolved('environment', `${name} changes what programs run or read`, span)
        this.findings.effect('environment', name, span)
      }
      if (!isInteger(value)) this.breaksNumber(name, span)
      if (environment === none) environment = []
      environment.push({ name, value: typeof value === 'string' ? value : null })
      this.shadow(name, fields[0]?.text ?? null, state)
    }
    if (fields.length === 0) return state.directory
    return this.invoke(state, {
      words: fields.length === 1 ? fields.slice() : fields,
      span: this.findings.at(command.start, command.end),
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

  /** Records the command and everything it runs in turn. Returns the directory if it fails. */
  invoke(state: ShellState, invocation: ExpandedCommand): Directory {
    return invoke(this, state, invocation)
  }

  visitNested(part: WordPart, state: ShellState): boolean {
    return visitNested(this, part, state)
  }

  visitParameter(part: ParameterExpansion, state: ShellState): void {
    visitParameter(this, part, state)
  }

  /** Walks text that this very shell runs: `eval`, `trap`. */
  runText(text: string, state: ShellState, invocation: ExpandedCommand): void {
    this.carry(text, this.dialect, invocation, this.context, true, (parsed) => {
      if (parsed.functions.length > 0 && this.follows) this.surprised = true
      this.script(parsed.tree, state)
    })
  }

  /** Walks text that a new shell runs. What this one knows, apart from the directory, is not known there. */
  runProcess(text: string, dialect: Dialect, invocation: ExpandedCommand, positional: readonly CommandWord[]): void {
    // A process of its own changes nothing here, and a rehearsal records nothing.
    if (this.findings.rehearsals > 0) return
    this.carry(text, dialect, invocation, 'carried', false, (parsed) => {
      const names = [...invocation.wrappers, baseName(invocation.words[0]?.text ?? '')]
      const limits = { dialect, maxDepth: this.maxDepth, depth: this.depth + 1 }
      const start = () => {
        const own = ShellState.start(null, invocation.directory, invocation.stdin, true)
        setPositional(own, positional)
        return own
      }
      walkProcess(this.findings, parsed, text, limits, names, 'carried', start)
    })
  }

  private carry(
    text: string,
    dialect: Dialect,
    invocation: ExpandedCommand,
    context: CommandContext,
    sameShell: boolean,
    walk: (parsed: ParsedText) => void,
  ): void {
    if (this.surprised && this.follows) return
    const { findings } = this
    if (this.depth + this.carried >= MOST_CARRIED || !findings.mayReadText(text)) {
      this.unresolved('depth', 'text that is run as code is nested too deep, or too long', invocation.span)
      return
    }
    // What the same walk meets again is another place, so only the texts of other walks are kept.
    const parsed = sameShell ? parseText(text, dialect, this.maxDepth) : findings.parse(text, dialect, this.maxDepth)
    if (!parsed.ok) {
      this.unresolved('refused-text', parsed.refusal.message, invocation.span)
      return
    }
    const { placed } = findings
    findings.placed = invocation.span
    this.carried++
    this.inContext(context, () => walk(parsed))
    this.carried--
    findings.placed = placed
  }
}

/** Shared by all that have nothing to list; never changed. */
const none: never[] = []
const NO_REDIRECTIONS = { list: none, input: null }

/**
 * Walks one process of a shell. If code turns up that may run again at any time, the walk is repeated with nothing
 * followed from one command to the next.
 */
export function walkProcess(
  findings: Findings,
  parsed: ParsedText,
  text: string,
  limits: WalkLimits,
  wrappers: readonly string[],
  context: CommandContext,
  start: () => ShellState,
): void {
  const commands = findings.commands.length
  const unresolved = findings.unresolved.length
  const effects = findings.effects.length
  const state = start()
  const following = new Walker(findings, limits, wrappers, context, text, true)
  following.startInput = state.input
  if (parsed.functions.length > 0)
    following.prepare(parsed.functions, (definition) => following.functionBody(definition))
  if (following.follows) {
    if (following.directoryVolatile) state.directory = null
    if (following.splittingVolatile) state.plainSplitting = false
    following.script(parsed.tree, state)
    if (!following.surprised || findings.overflows) return
  }
  findings.reset(commands, unresolved, effects)
  const unfollowed = start()
  unfollowed.forget()
  const repeated = new Walker(findings, limits, wrappers, context, text, false)
  repeated.startInput = unfollowed.input
  repeated.script(parsed.tree, unfollowed)
}
