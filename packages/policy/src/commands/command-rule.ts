import { PolicyError } from '../policy-error.ts'
import type { CommandRuleInput, PlannedCommand } from '../request.ts'
import { compilePathPattern } from './path-pattern.ts'

/** What a rule does to a command that it covers. */
export type RuleAction = 'allow' | 'ask' | 'deny'

/** A rule on commands, ready to match. */
export interface CommandRule {
  readonly action: RuleAction
  /** As it was written. */
  readonly text: string
  readonly reason: string | null
  /** `file:line:column`, or the name of the layer. */
  readonly source: string
  /** True when the rule surely covers the command. */
  covers(command: PlannedCommand): boolean
  /** True when it may cover it: words are unknown, or options stand between the words of the rule. */
  mayCover(command: PlannedCommand): boolean
}

interface Shape {
  covers(command: PlannedCommand): boolean
  mayCover(command: PlannedCommand): boolean
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
  const object = typeof input === 'string' ? { command: input } : input
  const text = object.command.trim()
  const fail = (problem: string, remedy: string): never => {
    throw new PolicyError(
      `the ${action} rule ${JSON.stringify(object.command)} ${problem}`,
      { rule: text, source },
      remedy,
    )
  }
  if (text === '') fail('is empty', 'Write the command it is for, such as "git diff", or "*" for every command.')
  if (/[\0-\x1f\x7f]/.test(text)) fail('has a control character', 'Write plain words separated by spaces.')
  if (/[;&|<>`$(){}"'\\]/.test(text)) {
    fail(
      'has a character that the shell gives a meaning',
      'A rule is words separated by spaces, not a command line: name one command, such as "git diff".',
    )
  }
  const shape = withArguments(shapeOf(text, action, home, fail), object.args, fail)
  const rule: CommandRule = { action, text, reason: object.reason ?? null, source, ...shape }
  for (const example of object.examples?.match ?? []) {
    if (!rule.covers(exampleCommand(example))) {
      fail(`does not cover its own example ${JSON.stringify(example)}`, 'Mend the rule or the example.')
    }
  }
  for (const example of object.examples?.notMatch ?? []) {
    if (rule.covers(exampleCommand(example))) {
      fail(`covers ${JSON.stringify(example)}, which its examples say it must not`, 'Narrow the rule.')
    }
  }
  return rule
}

function shapeOf(
  text: string,
  action: RuleAction,
  home: string,
  fail: (problem: string, remedy: string) => never,
): Shape {
  if (text === '*') return { covers: (command) => command.name !== null, mayCover: () => true }
  const words = text.split(/\s+/)
  if (words.length > 1 && words.at(-1) === '*') words.pop()
  const star = words.find((word, index) => word.includes('*') && !(index === 0 && word.includes('/')))
  if (star !== undefined) {
    fail(
      `has a wildcard in the word ${JSON.stringify(star)}`,
      'A rule covers every continuation of its words; leave the wildcard out.',
    )
  }
  const [first = '', ...rest] = words
  const program = first.includes('/') || first.startsWith('~') ? byPath(first, home) : byName(first, action)
  return {
    covers: (command) => program(command) === 'yes' && startsWith(command.argv, rest),
    mayCover: (command) => program(command) !== 'no' && mayContain(command.argv, rest),
  }
}

type Match = 'yes' | 'maybe' | 'no'

/**
 * A bare name covers a command found through PATH, or a builtin, for an allow rule: `git` is not `./git`. For ask and
 * deny it covers every program of that name, wherever it lies and however it is spelt.
 */
function byName(name: string, action: RuleAction): (command: PlannedCommand) => Match {
  if (action === 'allow') {
    return (command) => (command.name === name && (command.builtin || command.resolved !== null) ? 'yes' : 'no')
  }
  const wanted = name.toLowerCase()
  return (command) => {
    if (command.name === null) return 'maybe'
    if (baseName(command.name).toLowerCase() === wanted) return 'yes'
    return command.resolved !== null && baseName(command.resolved).toLowerCase() === wanted ? 'yes' : 'no'
  }
}

function byPath(pattern: string, home: string): (command: PlannedCommand) => Match {
  const matches = compilePathPattern(pattern, home)
  return (command) => {
    if (command.name === null) return 'maybe'
    return command.resolved !== null && matches(command.resolved) ? 'yes' : 'no'
  }
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function startsWith(argv: readonly (string | null)[], words: readonly string[]): boolean {
  return words.every((word, index) => argv[index + 1] === word)
}

/** The words of the rule in their order, with anything between them, an unknown word standing for any number. */
function mayContain(argv: readonly (string | null)[], words: readonly string[]): boolean {
  let next = 0
  for (const word of argv.slice(1)) {
    if (word === null) return true
    if (word === words[next]) next++
  }
  return next === words.length
}

function withArguments(
  shape: Shape,
  args: string | undefined,
  fail: (problem: string, remedy: string) => never,
): Shape {
  if (args === undefined) return shape
  let pattern: RegExp
  try {
    pattern = new RegExp(`^(?:${args})$`, 'u')
  } catch (error) {
    return fail(`has an unusable args pattern: ${(error as Error).message}`, 'args is a regular expression.')
  }
  return {
    covers(command) {
      if (!shape.covers(command)) return false
      const words = command.argv.slice(1)
      // A word with a blank in it could pose as two: the joined text would not say which.
      if (words.some((word) => word === null || word === '' || /\s/u.test(word))) return false
      return pattern.test(words.join(' '))
    },
    mayCover: (command) => shape.mayCover(command),
  }
}

function exampleCommand(text: string): PlannedCommand {
  const argv = text.trim().split(/\s+/)
  const name = argv[0] ?? ''
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
