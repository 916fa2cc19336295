import type { PlannedCommand } from '@poundlock/policy'
import type { ListedRule } from './listed-rule.ts'
import { FRESH, samplePaths } from './path-samples.ts'

/** Commands that stand for all commands, as far as a set of rules can tell them apart. */
export interface CommandSamples {
  readonly commands: readonly PlannedCommand[]
  /** False when there are more to tell apart than were sampled. */
  readonly isComplete: boolean
}

/** How many commands are sampled for one program before it is given up. */
const MAX_STATES = 400

/**
 * Samples the commands that rules of these words tell apart. A rule asks two things of the words after the program:
 * whether they begin with its own, and whether they hold its own in their order with anything between. Both are followed
 * word by word for all rules at once; every state that can be reached is sampled once.
 */
export function sampleCommands(
  listed: readonly ListedRule[],
  base: { readonly home: string; readonly workspace: string },
  options: { readonly namesMatter: boolean; readonly safeBins: readonly string[] },
): CommandSamples {
  const rules = listed.map(({ words }) => words)
  const heads = new Set(rules.map(([first = '']) => first).filter((first) => first !== '*'))
  const isPath = (head: string) => head.includes('/') || head.startsWith('~')
  const paths = [...heads].filter(isPath)
  const programs = paths.length === 0 ? { paths: [], isComplete: true } : samplePaths(paths, base)
  // A program that was not found may be the one that a path names.
  const baseNames = paths.map((path) => path.slice(path.lastIndexOf('/') + 1)).filter((name) => !/[*?]/.test(name))
  const names = [...new Set([...[...heads].filter((head) => !isPath(head)), ...baseNames, ...options.safeBins, FRESH])]
  let { isComplete } = programs
  const commands: PlannedCommand[] = [sample([null], null)]
  const tails = sampleTails(rules.map(([, ...rest]) => rest))
  isComplete &&= tails.isComplete
  const places = [
    ...names.flatMap((name) => [
      { name, resolved: `/usr/bin/${name}` },
      { name, resolved: null },
      { name: `./${name}`, resolved: `${base.workspace}/${name}` },
      { name: name.toUpperCase(), resolved: `/usr/bin/${name.toUpperCase()}` },
    ]),
    ...programs.paths.flatMap((path) => [
      { name: path, resolved: path },
      { name: path.slice(path.lastIndexOf('/') + 1), resolved: path },
      { name: path, resolved: null },
    ]),
    // A rule by name meets a program that lies where a rule by path says.
    ...names.flatMap((name) =>
      programs.paths.map((path) => ({ name: path.replace(/[^/]*$/, name), resolved: path.replace(/[^/]*$/, name) })),
    ),
  ]
  for (const { name, resolved } of places) {
    for (const { words, without } of tails.tails) {
      commands.push(sample([name, ...words], resolved))
      // With options before the subcommand that a profile has taken away.
      for (const rest of without) commands.push(sample([name, ...words], resolved, [name, ...rest]))
    }
  }
  for (const name of names) commands.push({ ...sample([name], null), builtin: true })
  return { commands: distinct(commands, listed, base.workspace, options), isComplete }
}

/** One command of each kind: those that every rule, and everything else that looks at a command, takes for the same. */
function distinct(
  commands: readonly PlannedCommand[],
  listed: readonly ListedRule[],
  workspace: string,
  { namesMatter, safeBins }: { readonly namesMatter: boolean; readonly safeBins: readonly string[] },
): readonly PlannedCommand[] {
  const kinds = new Map<string, PlannedCommand>()
  for (const command of commands) {
    const { name, argv, resolved, builtin, profile } = command
    const operand = argv.slice(1).find((word) => word === null || !word.startsWith('-'))
    const seen = listed.map(({ rule }) => {
      const named = typeof operand === 'string' && rule.words.includes(operand)
      return `${rule.covers(command) ? 2 : rule.mayCover(command) ? 1 : 0}${named ? 'n' : ''}`
    })
    const matters = name !== null && (namesMatter || safeBins.includes(name))
    const place = resolved === null ? 'none' : resolved.startsWith(`${workspace}/`) ? 'workspace' : 'elsewhere'
    const kind = [
      ...seen,
      place,
      builtin,
      matters ? name : name === null,
      name?.includes('/'),
      argv.includes(null),
      profile !== undefined,
    ].join(' ')
    if (!kinds.has(kind)) kinds.set(kind, command)
  }
  return [...kinds.values()]
}

interface Tail {
  readonly words: readonly (string | null)[]
  /** The words of rules that it holds with others between. */
  readonly without: readonly (readonly string[])[]
}

function sampleTails(wanted: readonly (readonly string[])[]): {
  readonly tails: readonly Tail[]
  readonly isComplete: boolean
} {
  const rules = [
    ...new Map(wanted.filter((words) => words.length > 0).map((words) => [words.join(' '), words])).values(),
  ]
  const alphabet: readonly (string | null)[] = [...new Set(rules.flat()), `-${FRESH}`, null]
  const seen = new Map<string, Tail>()
  const queue: { readonly words: readonly (string | null)[] }[] = [{ words: [] }]
  let isComplete = true
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { words } = next
    const key = rules.map((rule) => `${prefixOf(words, rule)}.${wordsInOrder(words, rule)}`).join(' ')
    if (seen.has(key)) continue
    if (seen.size >= MAX_STATES) {
      isComplete = false
      break
    }
    const without = rules.filter(
      (rule) => wordsInOrder(words, rule) === rule.length && prefixOf(words, rule) !== rule.length,
    )
    seen.set(key, { words, without })
    for (const word of alphabet) queue.push({ words: [...words, word] })
  }
  return { tails: [...seen.values()], isComplete }
}

/** How far words begin with a rule: as far as it goes, or -1 when they have gone another way. */
function prefixOf(words: readonly (string | null)[], rule: readonly string[]): number {
  const length = Math.min(words.length, rule.length)
  for (let at = 0; at < length; at++) if (words[at] !== rule[at]) return -1
  return length
}

/** How many words of a rule occur in order; an unknown word may be all of them. */
function wordsInOrder(words: readonly (string | null)[], rule: readonly string[]): number {
  let matched = 0
  for (const word of words) {
    if (word === null) return rule.length + 1
    if (word === rule[matched]) matched++
  }
  return matched
}

function sample(
  argv: readonly (string | null)[],
  resolved: string | null,
  words?: readonly (string | null)[],
): PlannedCommand {
  const text = argv.map((word) => word ?? '?').join(' ')
  return {
    name: argv[0] ?? null,
    argv,
    span: [0, text.length],
    resolved,
    builtin: false,
    readsPipe: false,
    environment: [],
    ...(words && {
      profile: { known: false, code: 'UNKNOWN_COMMAND', message: null, words, effects: [] },
    }),
  }
}
