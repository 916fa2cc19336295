import { commandTables } from './catalogue.ts'
import { argumentFile } from './engine/argument-file.ts'
import { collectOperands, collectOptions } from './engine/collect-effects.ts'
import { compileTable, type CompiledTable } from './engine/compile-table.ts'
import { Invocation, type ProfileRefusal } from './engine/invocation.ts'
import { readArguments } from './engine/read-arguments.ts'
import type { CommandTable } from './engine/table.ts'
import type { ProfileResult, UnknownProfile } from './model/result.ts'
import { knownText, type ProfileWord } from './model/word.ts'
import { optionNamesAlike } from './tables/option-names.ts'

/** What the caller knows about where the command will run. */
export interface ProfileContext {
  /**
   * May a glob that begins with `*` or `?` match a file whose name begins with `-`? `false` is a promise of the caller,
   * who has looked. Default `true`.
   */
  readonly globsMatchOptions?: boolean
}

/** Where a program of this name is the program that the tables mean. */
const SYSTEM_FOLDER = /^(?:\/usr)?(?:\/local)?\/s?bin\/|^\/opt\/homebrew\/bin\//
const INSTALLED_BY_WORKSPACE =
  /(?:^|\/)node_modules\/\.bin\/[^/]+$|^(?:\.\/)?(?:\.?venv|env)\/bin\/[^/]+$|(?:^|\/)vendor\/bin\/[^/]+$|(?:^|\/)(?:gradlew|mvnw)$/

/**
 * Says what a command does with these arguments: what it reads, writes, deletes, executes and contacts. When the
 * result is known, the command does nothing else that matters; every doubt is `known: false` with its reason. Which
 * file stands behind the name is for the caller to find out.
 *
 * @example
 * profileCommand(['sort', '--outp=out.txt', 'in.txt'])
 * // → { known: true, effects: [{ kind: 'file-write', target: 'out.txt' }, { kind: 'file-read', target: 'in.txt' }], … }
 */
export function profileCommand(argv: readonly ProfileWord[], context: ProfileContext = {}): ProfileResult {
  const first = argv.length === 0 ? null : knownText(argv[0] as ProfileWord)
  if (first === null) {
    const message = 'the name of the command is only known at run time'
    return { known: false, program: null, code: 'DYNAMIC_ARGUMENT', message, words: null, at: 0 }
  }
  const slash = first.lastIndexOf('/')
  const program = slash < 0 ? first : first.slice(slash + 1)
  const inWorkspace = slash >= 0 && INSTALLED_BY_WORKSPACE.test(first)
  const table = commandTables.get(program)
  if (table === undefined || (slash >= 0 && !inWorkspace && !SYSTEM_FOLDER.test(first))) {
    const message = table === undefined ? `nothing is known about ${first}` : `${first} is not where ${program} belongs`
    return { known: false, program, code: 'UNKNOWN_COMMAND', message, words: [first, ...known(argv, 1)], at: 0 }
  }
  const call = new Invocation(program, context.globsMatchOptions !== false)
  if (inWorkspace) call.executes(first, 'workspace')
  let compiled = roots.get(program)
  if (compiled === undefined) roots.set(program, (compiled = compileTable(table)))
  return evaluate(argv, compiled, call, [program])
}

/** Tables by the name of the program, once they were used. */
const roots = new Map<string, CompiledTable>()

function evaluate(
  argv: readonly ProfileWord[],
  compiled: CompiledTable,
  call: Invocation,
  words: (string | null)[],
): ProfileResult {
  let current = compiled
  let start = 1
  for (;;) {
    const given = call.options.length
    const end = readArguments(argv, start, current, call, current.subcommands !== null)
    if (typeof end !== 'number') return refuse(call, end, [...words, ...known(argv, start)])
    for (let index = given; index < call.options.length; index++) {
      const { row, at, name } = call.options[index]!
      if (current.subcommands && row.kept === true)
        words.push(...known(argv, at, at + 1), ...keptValues(argv, at, name, row.takes))
    }
    const word = end < argv.length ? (argv[end] as ProfileWord) : undefined
    const next = word === undefined ? undefined : findSubcommand(word, current)
    if (word === undefined || next === undefined) {
      const { table } = current
      if (word !== undefined && current.subcommands && !takesOperands(table)) {
        return refuse(call, unknownSubcommand(call, word, words, end), [...words, ...known(argv, end)])
      }
      // A table with subcommands and operands of its own: `git stash`, `git config user.name`.
      const rest = word === undefined ? end : readArguments(argv, end, current, call, false)
      if (typeof rest !== 'number') return refuse(call, rest, [...words, ...known(argv, end)])
      addKnown(argv, current.subcommands ? end : table.operandsFirst ? firstOperand(call, start) : start, words)
      call.dashIsStream = table.dashIsStream === true
      const refusal =
        collectOptions(call, given) ??
        table.evaluate?.(call) ??
        collectOperands(call, current) ??
        table.refine?.(call) ??
        argumentFile(call)
      if (refusal) return refuse(call, refusal, words)
      if (call.hidesOptions && call.runs.length > 0) return refuse(call, uncertainStart(call), words)
      return {
        known: true,
        program: call.program,
        words,
        effects: call.effects,
        options: optionNames(call),
        alike: namesAlike(call, words),
        runs: call.runs,
        readsStdinAsCode: call.readsStdinAsCode,
        folder: call.folder,
        obeys: call.obeys,
        source: table.source,
      }
    }
    const refusal = collectOptions(call, given) ?? current.table.evaluate?.(call)
    if (refusal) return refuse(call, refusal, [...words, ...known(argv, end)])
    words.push(knownText(word))
    start = end + 1
    current = next
  }
}

const NO_OPTIONS: readonly string[] = []

/** Behind `--` stand options of the program that is started; the tables say which of them are meant as their own. */
function optionNames({ options, handedOn }: Invocation): readonly string[] {
  if (options.length === 0 && handedOn.length === 0) return NO_OPTIONS
  const names = options.map(({ name }) => name)
  return handedOn.length === 0 ? names : [...names, ...handedOn]
}

function namesAlike({ program, options }: Invocation, words: readonly (string | null)[]): string | undefined {
  if (options.length === 0) return undefined
  return optionNamesAlike.get(program) ?? optionNamesAlike.get(`${program} ${words[1]}`)
}

/** Where the operands begin, if no option before them does anything. */
function firstOperand({ options, operands }: Invocation, start: number): number {
  const first = operands[0]?.at ?? start
  return options.every(({ at, row }) => at > first || (row.does === 'nothing' && row.kept !== true)) ? first : start
}

/** A word that may be an option, or several words, stands before the command that is started. */
function uncertainStart({ program }: Invocation): ProfileRefusal {
  return { code: 'DYNAMIC_ARGUMENT', message: `${program}: where its command begins is not certain` }
}

function takesOperands({ operands, ownOperands }: CommandTable): boolean {
  if (typeof operands !== 'object') return operands !== undefined || ownOperands === true
  return operands.first !== undefined || operands.rest !== undefined
}

function findSubcommand(word: ProfileWord, compiled: CompiledTable): CompiledTable | undefined {
  const name = knownText(word)
  return name === null ? undefined : compiled.subcommands?.get(name)
}

function unknownSubcommand(
  call: Invocation,
  word: ProfileWord,
  words: readonly (string | null)[],
  at: number,
): ProfileRefusal {
  const name = knownText(word)
  if (name === null) {
    return { code: 'DYNAMIC_ARGUMENT', message: `${words.join(' ')}: the subcommand is only known at run time`, at }
  }
  return { code: 'UNKNOWN_SUBCOMMAND', message: `nothing is known about ${words.join(' ')} ${name}`, at }
}

/** The value of a kept option that is a word of its own. */
function keptValues(argv: readonly ProfileWord[], at: number, name: string, takes: unknown): (string | null)[] {
  if (takes !== 1) return []
  return knownText(argv[at] as ProfileWord) === name ? known(argv, at + 1, at + 2) : []
}

function refuse(call: Invocation, refusal: ProfileRefusal, words: readonly (string | null)[]): UnknownProfile {
  return { known: false, program: call.program, ...refusal, words }
}

function known(argv: readonly ProfileWord[], start: number, end?: number): (string | null)[] {
  const words: (string | null)[] = []
  addKnown(argv, start, words, end)
  return words
}

function addKnown(argv: readonly ProfileWord[], start: number, into: (string | null)[], end = argv.length): void {
  for (let index = start; index < end; index++) into.push(knownText(argv[index] as ProfileWord))
}
