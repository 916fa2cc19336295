import { visibleText } from '@poundlock/spec'
import { spend } from '../../model/budget.ts'
import type { PlannedCommand } from '../../model/command-plan.ts'
import { foldName } from '../../model/paths.ts'
import { PolicyError } from '../../model/policy-error.ts'
import type { CommandRuleInput, CommandRuleObject } from '../../model/request.ts'
import { showValue } from '../../model/show-value.ts'
import { compilePathPattern, pathPatternProblem } from '../paths/path-pattern.ts'
import { withArguments } from './argument-pattern.ts'
import type { RuleAction, RuleFailure, RuleShape } from './rule-shape.ts'

/** A rule on commands, ready to match. */
export interface CommandRule extends RuleShape {
  /** What the rule does with a command that it covers. */
  readonly action: RuleAction
  /** As it was written. */
  readonly text: string
  /**
   * The only name that it covers, to pass over it quickly, of a rule that denies or asks as `calledNames` has it; `null`
   * for a path and `*`.
   */
  readonly only: string | null
  /** The words of the rule after the program. */
  readonly words: readonly string[]
  /** True when it ends in `*`: whatever else a program of which nothing is known is given, it is meant. */
  readonly takesAny: boolean
  /** True when it says what the arguments must be. */
  readonly bindsArguments: boolean
  /** As its author gave it, for people; `null` without one. */
  readonly reason: string | null
  /** `file:line:column`, or the name of the layer. */
  readonly source: string
  /** For an entry of the host's own document: its place in that list. */
  readonly entry?: number
}

/**
 * Compiles one rule.
 *
 * @param home absolute; `~` in a path pattern stands for it
 * @throws PolicyError when the rule is malformed or one of its examples does not hold
 */
export function compileCommandRule(
  input: CommandRuleInput,
  action: RuleAction,
  source: string,
  home: string,
): CommandRule {
  const fail: RuleFailure = (problem, remedy) => {
    const shown = showValue(typeof input === 'string' ? input : (input?.command ?? input))
    throw new PolicyError(`${source}: the ${action} rule ${shown} ${problem}`, {
      code: 'POLICY_RULE',
      details: { rule: shown, source },
      remedy,
    })
  }
  const object = ruleObject(input, fail)
  const text = object.command.trim()
  if (text.length > LONGEST_RULE) {
    fail(`is longer than any command line (${LONGEST_RULE} characters)`, 'Write the words that it starts with.')
  }
  spend(200 + 5 * text.length)
  checkText(text, fail)
  const shape = withArguments(shapeOf(text, action, home, fail, object.asWritten), object.args, action, fail)
  const rule: CommandRule = {
    action,
    text,
    only: /^[~*]|^\S*\//.test(text) ? null : program(text, action),
    words: wordsOf(text).slice(1),
    takesAny: endsInStar(text),
    bindsArguments: object.args !== undefined,
    reason: object.reason ?? null,
    source,
    ...shape,
  }
  for (const example of object.examples?.match ?? []) {
    if (!rule.covers(exampleCommand(example, home, fail))) {
      fail(`does not cover its own example ${JSON.stringify(example)}`, 'Correct the rule or the example.')
    }
  }
  for (const example of object.examples?.notMatch ?? []) {
    if (rule.covers(exampleCommand(example, home, fail))) {
      fail(`covers ${JSON.stringify(example)}, which its examples say it must not`, 'Narrow the rule.')
    }
  }
  return rule
}

/** Characters: no longer command line is read. */
const LONGEST_RULE = 64 * 1024

const RULE_KEYS: ReadonlySet<string> = new Set(['command', 'args', 'asWritten', 'reason', 'examples'])

/** A rule may come from anywhere as JSON; a misspelt `args` would let through more than was meant. */
function ruleObject(input: CommandRuleInput, fail: RuleFailure): CommandRuleObject {
  if (typeof input === 'string') return { command: input }
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, 'command')) {
    return fail('names no command', 'Write the command it is for, such as "git diff".')
  }
  const unknown = Object.keys(input).find((key) => !RULE_KEYS.has(key))
  if (unknown !== undefined) {
    fail(`has the unknown key ${visibleText(JSON.stringify(unknown))}`, `A rule has ${[...RULE_KEYS].join(', ')}.`)
  }
  const { command, args, asWritten, reason, examples } = input
  const texts = [command, args ?? '', reason ?? '', ...(examples?.match ?? []), ...(examples?.notMatch ?? [])]
  if (!texts.every((text) => typeof text === 'string')) {
    fail('holds something that is not text', 'Write its command, args, reason and examples as text.')
  }
  if (asWritten !== undefined && typeof asWritten !== 'boolean') {
    fail('has an "asWritten" that is neither true nor false', 'Write true, or leave it out.')
  }
  return input
}

function checkText(text: string, fail: RuleFailure): void {
  if (text === '') fail('is empty', 'Write the command it is for, such as "git diff", or "*" for every command.')
  // Such a rule would never match, and a deny rule would look as if it did.
  if (visibleText(text) !== text) {
    fail('has a control character, an unusual blank or one that cannot be seen', 'Write plain words and spaces.')
  }
  if (/[;&|<>`$(){}"'\\]/.test(text)) {
    fail(
      'has a character that has a meaning in the shell',
      'A rule is words separated by spaces, not a command line: name one command, such as "git diff".',
    )
  }
}

const endsInStar = (text: string) => text.endsWith(' *')

/** A `*` behind other words stands for any further ones, which a rule covers anyhow. */
function wordsOf(text: string): string[] {
  const words = text.split(/ +/)
  return endsInStar(text) ? words.slice(0, -1) : words
}

function shapeOf(text: string, action: RuleAction, home: string, fail: RuleFailure, asWritten = false): RuleShape {
  if (text === '*')
    return {
      covers: (command) => command.name !== null,
      mayCover: () => true,
      coversReal: () => true,
      coversScript: () => false,
    }
  const words = wordsOf(text)
  const [first = '', ...rest] = words
  const isPath = first.includes('/') || first.startsWith('~')
  const wild = isPath ? undefined : /[*?]/.test(first) ? first : undefined
  const star = wild ?? rest.find((word) => word.includes('*'))
  if (star !== undefined) {
    fail(
      `has a wildcard in the word ${JSON.stringify(star)}`,
      'A rule covers every continuation of its words; leave the wildcard out.',
    )
  }
  if (!isPath && first.includes('=')) {
    fail('begins with an assignment', 'Name the command itself; what variables may be set is tools.exec.environment.')
  }
  if (!isPath && first.startsWith('-')) fail('begins with an option', 'Name the command first, such as "git push".')
  const problem = isPath ? pathPatternProblem(first) : null
  if (problem !== null) fail(problem, 'Write an absolute path or one below ~, such as "/usr/bin/git" or "~/bin/*".')
  const matches = isPath ? byPath(first, action, home) : byName(first, action)
  const isScript = isPath && action === 'allow' ? compilePathPattern(first, home) : () => false
  const wanted = rest.map((word) => spellings(word, action, home))
  const leading = rest.findIndex((word) => word.startsWith('-'))
  const options = leading < 0 ? [] : wanted.slice(leading)
  const lead = leading < 0 ? wanted : wanted.slice(0, leading)
  const widely = action !== 'allow'
  const literally = asWritten && !widely
  const anyOrder = literally
    ? false
    : widely
      ? leading >= 0
      : leading > 0 && rest.slice(leading).every((word) => /^-[^=]+$/.test(word))
  return {
    covers: (command) =>
      matches(command) === 'yes' &&
      ((literally ? [command.argv] : spelledOut(command)).some((spelt) => startsWith(spelt, wanted)) ||
        (anyOrder && isGiven(command, lead, options, widely))),
    coversReal: ({ real, realScript }) =>
      isPath && (real === undefined || isScript(real)) && (realScript === undefined || isScript(realScript)),
    coversScript: (command) => command.script !== undefined && isScript(command.script) && wanted.length === 0,
    mayCover: (command) => matches(command) !== 'no' && mayContain(command.argv, wanted),
  }
}

/** Programs for which the name of a script is a command, and scripts whose names are no commands of theirs. */
const RUNS_SCRIPTS = /^(?:pnpm|yarn|bun)$/
const SCRIPT = /^[\w-]+(?::[\w-]+)+$/

/**
 * As it was written, and without the options before its subcommand: `git -C sub diff` is `git diff` too. `pnpm build:web`
 * is `pnpm run build:web`.
 */
function spelledOut({ name, argv, profile }: PlannedCommand): readonly (readonly (string | null)[])[] {
  if (!profile?.words) return [argv]
  const [first, script] = profile.words
  const isScript = name !== null && RUNS_SCRIPTS.test(name) && SCRIPT.test(script ?? '')
  return [argv, profile.words, ...(isScript ? [[first!, 'run', ...profile.words.slice(1)]] : [])]
}

/**
 * The options of a rule count wherever they stand: `cargo fmt --check` is `cargo fmt --all --check` too.
 *
 * @param widely whether it is what they mean that counts: `rm -rf` is `rm -r --force`, too
 */
function isGiven(
  { argv, profile }: PlannedCommand,
  lead: readonly (readonly string[])[],
  options: readonly (readonly string[])[],
  widely: boolean,
): boolean {
  if (profile?.known !== true || !profile.words || profile.options === undefined) return false
  const given = profile.options
  spend(options.length * (argv.length + 50))
  const isNamed = (name: string) => given.includes(name)
  const isAlike = (name: string, names: readonly string[]) =>
    names.includes(name) && names.some((other) => other.split('+').every(isNamed))
  const has = (name: string) =>
    isNamed(name) || (widely && profile.alike?.split(', ').some((names) => isAlike(name, names.split(' ')))) === true
  return (
    startsWith(profile.words, lead) &&
    options.every((spelt) =>
      spelt.some((word) => has(word) || (widely && (argv.includes(word) || isMeantBy(word, has, argv)))),
    )
  )
}

/** `-rf` is `-r -f`, and `-X POST` is `-XPOST`. */
const isMeantBy = (word: string, has: (name: string) => boolean, argv: PlannedCommand['argv']) =>
  /^-\w+$/.test(word)
    ? Array.from(word.slice(1)).every((letter) => has(`-${letter}`))
    : argv.some((other) => other?.startsWith('-') && other.endsWith(word))

/** The shell has replaced a `~` before a rule sees it; quoted, it stands for itself. */
function spellings(word: string, action: RuleAction, home: string): readonly string[] {
  if (word !== '~' && !word.startsWith('~/')) return [word]
  const expanded = home.replace(/\/+$/, '') + word.slice(1)
  return action === 'allow' ? [expanded] : [expanded, word]
}

type Match = 'yes' | 'maybe' | 'no'

/**
 * A bare name covers a command found through PATH, or a builtin, for an allow rule: `git` is not `./git`. For ask and
 * deny it covers every program of that name, wherever it lies, in any spelling that some file system takes for it, and as
 * Windows starts it, also from WSL.
 */
function byName(name: string, action: RuleAction): (command: PlannedCommand) => Match {
  if (action === 'allow') {
    return (command) => (command.name === name && (command.builtin || command.resolved !== null) ? 'yes' : 'no')
  }
  const wanted = foldName(name)
  return (command) => (command.name === null ? 'maybe' : calledNames(command).includes(wanted) ? 'yes' : 'no')
}

/** The names that a command may be known by, as a rule that denies or asks reads them. */
export const calledNames = (command: PlannedCommand): readonly string[] =>
  placesOf(command).flatMap((path) => {
    const name = path ? foldName(baseName(path)) : ''
    return [name, name.replace(/\.(?:exe|com|cmd|bat|ps1)$/, '')]
  })

/** The name of a rule that is for one. */
const program = (text: string, action: RuleAction): string => {
  const name = text.replace(/ .*$/s, '')
  return action === 'allow' ? name : foldName(name)
}

/** What may be meant by a rule on a program or a script. */
const placesOf = ({ name, resolved, real, script, realScript }: PlannedCommand) => [
  name,
  resolved,
  real,
  script,
  realScript,
]

/**
 * An allow rule goes by the program that was found, or by the script that an interpreter is given. An ask or deny rule also holds for a path that is named and not
 * there yet, and may hold for a program that was not found at all, if only its name could fit.
 */
function byPath(pattern: string, action: RuleAction, home: string): (command: PlannedCommand) => Match {
  if (action === 'allow') {
    const matches = compilePathPattern(pattern, home)
    return (command) => {
      if (command.resolved !== null && matches(command.resolved)) return 'yes'
      return command.script !== undefined && matches(command.script) ? 'yes' : 'no'
    }
  }
  const folds = compilePathPattern(foldName(pattern), foldName(home))
  const fits = (path: string | null | undefined) => path != null && folds(foldName(path))
  const matchesName = compilePathPattern(foldName(`/${baseName(pattern)}`), home)
  return (command) => {
    if (command.name === null) return 'maybe'
    if (placesOf(command).some(fits)) return 'yes'
    const missing = command.resolved === null && !command.builtin
    return missing && matchesName(foldName(`/${baseName(command.name)}`)) ? 'maybe' : 'no'
  }
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function startsWith(argv: readonly (string | null)[], words: readonly (readonly string[])[]): boolean {
  return words.every((spelt, index) => {
    const word = argv[index + 1]
    return typeof word === 'string' && spelt.includes(word)
  })
}

/** The words of the rule in their order, with anything between them, an unknown word standing for any number. */
function mayContain(argv: readonly (string | null)[], words: readonly (readonly string[])[]): boolean {
  let next = 0
  spend(argv.length)
  for (const word of argv.slice(1)) {
    if (word === null) return true
    if (words[next]?.includes(word)) next++
  }
  return next === words.length
}

function exampleCommand(example: string, home: string, fail: RuleFailure): PlannedCommand {
  const text = example.trim()
  if (text === '' || /[;&|<>`$(){}"'\\\n]/.test(text)) {
    fail(
      `has the example ${JSON.stringify(example)}, which is not one plain command`,
      'Write an example as words separated by spaces, without quotes or operators.',
    )
  }
  const argv = text.split(/\s+/).map((word) => spellings(word, 'allow', home)[0]!)
  const name = argv[0]!
  return {
    name,
    argv,
    span: [0, text.length],
    resolved: name.includes('/') ? name : `/usr/bin/${name}`,
    builtin: false,
    readsPipe: false,
    environment: [],
  }
}
