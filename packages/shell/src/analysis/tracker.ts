import type { CommandContext, CommandWord, StandardInput, UnresolvedReason } from '../model/analysis.ts'
import type { Findings } from '../model/findings.ts'
import { ShellState, type Value, isInteger } from '../model/state.ts'
import { ARRAY, FIXED, INTEGER, LOOSE, OTHER, type VariableMark } from '../model/variable-marks.ts'
import { changesWhatRuns, isFollowed, isNumericVariable, isOwnArray, isReadOnly } from '../model/variables.ts'
import type { Coprocess, Dialect, FunctionDefinition, Span } from '../syntax/tree.ts'
import { isZshParameter } from '../zsh/names.ts'

/** Longer values are not followed: doubling one in a loop of assignments must not double the memory. */
export const LONGEST_FOLLOWED = 1024

/** Stands for `$1` and the like among the names of what was assigned. */
const POSITIONAL = '@'

/** What a walk changed: variables and whether always to a number, everything, the working directory. */
interface Rehearsal {
  readonly touched: ReadonlyMap<string, boolean>
  readonly all: boolean
  readonly directory: boolean
}

/** How a process of a shell is walked: its dialect, how deep it may nest, and how deep it is nested in others. */
export interface WalkLimits {
  readonly dialect: Dialect
  readonly maxDepth: number
  readonly depth: number
}

/** What is known while a script is walked, and what its functions and loops may change. */
export class Tracker {
  readonly findings: Findings
  readonly dialect: Dialect
  readonly bash: boolean
  readonly maxDepth: number
  readonly depth: number
  readonly wrappers: readonly string[]
  context: CommandContext
  /** Names that functions of this script assign at some time (never known for certain), and whether to a number. */
  private volatile: ReadonlyMap<string, boolean> | null = null
  /** A function changes the working directory. */
  directoryVolatile = false
  /** A function changes how words are split. */
  splittingVolatile = false
  /** False when functions or traps may change anything at any time: nothing is followed. */
  follows: boolean
  /** Code was found that may run again later in this shell: the walk has to be repeated without following. */
  surprised = false
  private readonly text: string
  private functionNames: Set<string> | null = null
  /** How many texts that this shell runs by `eval` or `trap` are around this place. */
  protected carried = 0
  private marks: Map<string, number> | null = null
  /** While rehearsing: what was assigned, and whether always to a number. */
  private touched: Map<string, boolean> | null = null
  private touchedAll = false
  private touchedDirectory = false

  constructor(
    findings: Findings,
    limits: WalkLimits,
    wrappers: readonly string[],
    context: CommandContext,
    text: string,
    follows: boolean,
  ) {
    this.findings = findings
    this.dialect = limits.dialect
    this.bash = limits.dialect !== 'posix'
    this.maxDepth = limits.maxDepth
    this.depth = limits.depth
    this.wrappers = wrappers
    this.context = context
    this.text = text
    this.follows = follows
  }

  private splitting: boolean | undefined
  private directorySearch: boolean | undefined
  private mentionsPipe: boolean | undefined

  /** Somewhere in the script IFS may be assigned. */
  get mentionsSplitting(): boolean {
    return (this.splitting ??= !this.follows || this.text.includes('IFS'))
  }

  /** Somewhere in the script CDPATH may be assigned. */
  get mentionsDirectorySearch(): boolean {
    return (this.directorySearch ??= !this.follows || this.text.includes('CDPATH'))
  }

  /**
   * Something here may fail in the way that makes bash give up a whole line, not the command and not the script. What
   * follows on the line has then not run, and what stands on the next one does.
   */
  mayGiveUp(): void {
    if (this.bash && (this.carried > 0 || (this.severalLines ??= this.text.includes('\n')))) this.surprised = true
  }

  private severalLines: boolean | undefined

  isFunction(name: string): boolean {
    return this.functionNames?.has(name) === true
  }

  addFunction(name: string): void {
    this.functionNames ??= new Set()
    this.functionNames.add(name)
  }

  /** Was this seen of the variable, anywhere in the script so far? */
  isMarked(name: string, mark: VariableMark): boolean {
    return ((this.marks?.get(name) ?? 0) & mark) !== 0
  }

  mark(name: string, mark: VariableMark): void {
    this.marks ??= new Map()
    this.marks.set(name, (this.marks.get(name) ?? 0) | mark)
  }

  /** What loops change, as the rehearsal of an outer one has shown. */
  private rehearsed: Map<object, Rehearsal> | null = null

  /** Walks the functions first, for what they may change whenever they are called. */
  prepare(functions: readonly FunctionDefinition[], walk: (definition: FunctionDefinition) => void): void {
    const volatile = new Map<string, boolean>()
    this.volatile = volatile
    for (const definition of functions) this.addFunction(definition.name)
    let outermost = Infinity
    for (let index = functions.length - 1; index >= 0; index--) {
      const definition = functions[index]
      // A function inside another one is walked with it; the outer one stands behind it in the list.
      if (definition === undefined || definition.start >= outermost) continue
      outermost = definition.start
      const { touched, all, directory } = this.rehearse(() => walk(definition))
      if (all) this.follows = false
      if (directory) this.directoryVolatile = true
      if (touched.has('IFS')) this.splittingVolatile = true
      for (const [name, integer] of touched) volatile.set(name, integer && volatile.get(name) !== false)
    }
  }

  protected functionDepth = 0

  /** What a trap or text runs inside a function may run outside it. */
  get inFunction(): boolean {
    return this.functionDepth > 0 && this.carried === 0
  }

  private rehearse(walk: () => void): Rehearsal {
    const { touched: outer, touchedAll: outerAll, touchedDirectory: outerDirectory } = this
    const touched = new Map<string, boolean>()
    this.touched = touched
    this.touchedAll = false
    this.touchedDirectory = false
    this.findings.rehearsals++
    walk()
    this.findings.rehearsals--
    const result = { touched, all: this.touchedAll, directory: this.touchedDirectory }
    this.touched = outer
    this.touchedAll = outerAll || this.touchedAll
    this.touchedDirectory = outerDirectory || this.touchedDirectory
    if (outer !== null) for (const [name, integer] of touched) outer.set(name, integer && outer.get(name) !== false)
    return result
  }

  /** Walks a body that may run any number of times: first only to see what it changes, then with that forgotten. */
  loop(node: object, state: ShellState, walk: (own: ShellState) => void): void {
    const known = this.rehearsed?.get(node)
    if (this.touched !== null) {
      // A rehearsal begins with nothing known, so once through the body shows everything that it may change.
      if (known === undefined) {
        this.rehearsed ??= new Map()
        this.rehearsed.set(
          node,
          this.rehearse(() => walk(this.unknownState())),
        )
      }
      state.forget()
      return
    }
    const { touched, all, directory } = known ?? this.rehearse(() => walk(this.unknownState()))
    if (all) state.forget()
    if (directory) state.directory = null
    if (touched.has(POSITIONAL)) state.forgetPositional()
    for (const [name, integer] of touched) {
      if (integer && isInteger(state.get(name))) state.set(name, true)
      else state.delete(name)
      if (name === 'IFS') state.plainSplitting = false
    }
    const own = state.clone()
    walk(own)
    state.merge(own)
  }

  /** The standard input that the process starts with. */
  startInput: StandardInput = 'inherit'

  /**
   * A point of which nothing is known, as inside a function that may be called from anywhere: it may read what the
   * process reads, a script even, or a pipe.
   */
  unknownState(): ShellState {
    const { startInput } = this
    this.mentionsPipe ??= this.text.includes('|')
    const piped = this.mentionsPipe && !startInput.startsWith('here-')
    return ShellState.start(null, null, piped ? 'pipe' : startInput, !this.mentionsSplitting)
  }

  unresolved(reason: UnresolvedReason, message: string, span: Span): void {
    this.findings.unresolve(reason, message, span)
  }

  /** Code that is not known runs in this shell: nothing is certain after it. */
  forget(state: ShellState): void {
    state.forget()
    this.touchedAll = true
  }

  /** `$1` and the like are others from here on. */
  forgetPositional(state: ShellState): void {
    state.forgetPositional()
    this.touched?.set(POSITIONAL, false)
  }

  setDirectory(state: ShellState, directory: string | null): void {
    state.directory = this.directoryVolatile || !this.follows ? null : directory
    this.touchedDirectory = true
  }

  assign(name: string, value: Value | undefined, span: Span, state: ShellState, exported = false): void {
    const integer = isInteger(value)
    if (this.touched !== null) this.touched.set(name, integer && this.touched.get(name) !== false)
    if (this.dialect === 'zsh' && isZshParameter(name)) {
      this.unresolved('dialect', `${name} is a parameter of zsh itself`, span)
    }
    if (changesWhatRuns(name, value, exported) && !this.isOwnValue(name, value)) {
      this.unresolved('environment', `${name} changes what programs run or read`, span)
      this.findings.effect('environment', name, span)
    } else if (exported) {
      this.findings.effect('environment', name, span)
    }
    if (isReadOnly(name) || this.isMarked(name, FIXED)) this.mayGiveUp()
    if (name === 'IFS') this.changeSplitting(state)
    if (name === 'CDPATH' && !this.mentionsDirectorySearch) this.surprised = true
    if (!integer) {
      this.mark(name, OTHER)
      if (this.isMarked(name, INTEGER)) this.unresolved('arithmetic', `${name} is evaluated when it is assigned`, span)
      this.breaksNumber(name, span)
    }
    if (!isFollowed(name)) {
      state.delete(name)
      return
    }
    let kept = value
    if (typeof kept === 'string' && kept.length > LONGEST_FOLLOWED) kept = undefined
    if (!this.follows || this.isMarked(name, FIXED)) kept = undefined
    const always = this.volatile?.get(name)
    if (always !== undefined && kept !== undefined) kept = always && integer ? true : undefined
    if (kept === undefined) state.delete(name)
    else state.set(name, kept)
  }

  /** `GOPATH=$(go env GOPATH)`: what go has for the variable already. */
  private isOwnValue(name: string, value: Value | undefined): boolean {
    return typeof value === 'string' && this.findings.outputOf?.(['go', 'env', name], null) === value
  }

  private changeSplitting(state: ShellState): void {
    state.plainSplitting = false
    if (!this.mentionsSplitting) this.surprised = true
  }

  /**
   * Something that may not be a number goes to a variable that the shell keeps one: it is evaluated, or the variable is
   * unset or local and holds the text from now on.
   */
  breaksNumber(name: string, span: Span): void {
    if (!this.bash || !(isNumericVariable(name) || name === 'OPTIND')) return
    this.unresolved(
      'arithmetic',
      `${name} is a numeric variable of the shell, and its value may be an expression`,
      span,
    )
  }

  /** An assignment before a name. The command sees it; after a special builtin of sh it stays. */
  shadow(name: string, command: string | null, state: ShellState): void {
    state.delete(name)
    if (this.touched !== null) this.touched.set(name, false)
    if (name === 'IFS' && command !== 'read') this.changeSplitting(state)
  }

  /** What the shell assigns when it starts a coprocess. */
  assignCoprocess({ name, start, end }: Coprocess, state: ShellState): void {
    const span = this.findings.at(start, end)
    if (name !== null) {
      this.becomesArray(name, span)
      this.assign(name, undefined, span, state)
      this.assign(`${name}_PID`, true, span, state)
    } else {
      if (this.follows) state.set('COPROC', true)
      this.assign('COPROC_PID', true, span, state)
    }
  }

  /** The variable is an array from somewhere on. */
  becomesArray(name: string, span: Span): void {
    this.mark(name, ARRAY)
    if (this.isMarked(name, LOOSE)) this.evaluatesList(name, span)
  }

  /** A declaration builtin gives it a value that may look like an array literal: bash reads that as one. */
  declaredLoosely(name: string, isArray: boolean, span: Span): void {
    this.mark(name, LOOSE)
    if (isArray || isOwnArray(name) || this.isMarked(name, ARRAY)) this.evaluatesList(name, span)
  }

  private evaluatesList(name: string, span: Span): void {
    this.unresolved('text', `the value of the array ${name} may be read as a list with substitutions`, span)
  }

  inContext(context: CommandContext, walk: () => void): void {
    const outer = this.context
    this.context = context
    walk()
    this.context = outer
  }
}

/** `$0`, `$1` … of text that is run with operands behind it. */
export function setPositional(state: ShellState, words: readonly CommandWord[]): void {
  for (let index = 0; index < words.length; index++) {
    const word = words[index]
    if (word === undefined || word.splits) return
    if (word.text !== null && word.text.length <= LONGEST_FOLLOWED) state.set(String(index), word.text)
    else if (word.integer) state.set(String(index), true)
  }
}
