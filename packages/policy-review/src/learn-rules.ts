import { type Policy, PolicyError, type PolicyLayer, type PolicyOptions, type PolicyRequest } from '@poundlock/policy'
import { namesSecret, taskRulesOfLine, unknownTask } from '@poundlock/policy/commands'
import { createWholePolicy } from './create-whole-policy.ts'
import { revealsSecret, riskiestLine, type RiskyLine } from './riskiest-line.ts'
import {
  type Candidate,
  candidatesOf,
  effectClasses,
  type SuggestedRule,
  textOf,
  withRules,
} from './rule-candidates.ts'

/** A command line that agents ran, or wanted to. */
export interface SeenLine {
  /** The call as it would be decided now, with its plan. */
  readonly request: PolicyRequest
  /** How often. */
  readonly count: number
  /** How often a person refused it. */
  readonly refused: number
}

/** A rule, with what it answers and what it lets through. */
export interface LearnedRule extends Omit<SuggestedRule, 'silences'> {
  /** Prompts that it answers, with the rules before it. */
  readonly answers: number
  /** The line with the widest effect that it lets through; `null` where nothing new is. */
  readonly riskiest: RiskyLine | null
}

/** Rules that the record of past commands suggests. */
export interface Learned {
  /** In the order in which they should be added: each answers the most of what those before it leave. */
  readonly rules: readonly LearnedRule[]
  /** Calls that were looked at, each as often as it was made. */
  readonly calls: number
  /** Calls among them that ask today. */
  readonly promptsBefore: number
  /** Calls that would still ask with all rules added. */
  readonly promptsAfter: number
}

/** Which commands are learned from, and how often one must have run. */
export interface LearnOptions extends PolicyOptions {
  /** The request for a line, in the place where most lines run. */
  readonly requestOf: (line: string) => PolicyRequest
  /** Rules at most. Twelve unless set. */
  readonly most?: number
}

/** Lines that rules are looked for in, the most frequent first. */
const MOST_LINES = 1500
/** Groups of rules that are weighed against each other. */
const MOST_GROUPS = 300
/** A task that ran with so many different arguments is proposed with any plain ones; below that, each as it ran. */
const LEAST_FORMS = 3
/** A rule answers at least this part of the prompts, or it is not worth its line. */
const LEAST_PART = 0.005

/**
 * Finds the fewest rules that answer the most prompts: greedily, by the prompts that each rule more would answer. A rule
 * is left out where it newly allows a line that a person refused, or one with a kind of effect that no line had which
 * ran, and where it lets a line through that names a file of secrets. None is wider than a line that ran and its like, and
 * what runs other code is never proposed.
 */
export function learnRules(lines: readonly SeenLine[], layers: readonly PolicyLayer[], options: LearnOptions): Learned {
  const policyWith = (rules: readonly Candidate[]): Policy => createWholePolicy(withRules(layers, rules), options)
  const today = policyWith([])
  const asked = lines.filter(({ request }) => today.decide(request).decision === 'ask')
  const promptsBefore = sum(asked)
  const wanted = asked
    .filter(({ refused, request }) => refused === 0 && !namesSecret(request, true) && isReadable(request))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_LINES)
  const approved = new Set(wanted.flatMap(({ request }) => effectClasses(request)))
  const isHarmless = (policy: Policy) =>
    asked.every(({ request, refused }) => {
      if (policy.decide(request).decision !== 'allow') return true
      return refused === 0 && effectClasses(request).every((one) => approved.has(one))
    })
  const questionAbout = (policy: Policy) => ({
    isAllowed: allows(policy),
    isAllowedToday: allows(today),
    requestOf: options.requestOf,
    seen: asked,
  })
  const familiar = familiarTasks(wanted)
  const possible = wanted.map(({ request }) =>
    [...candidatesOf([{ request }]), ...wideCandidates(request, familiar)].filter((group) =>
      group.every(({ key }) => key === 'tools.exec.allow'),
    ),
  )
  const heaviest = heaviestGroups(wanted, possible)
  const lineGroups = wanted.map(({ request }, at) =>
    possible[at]!.filter((group) => heaviest.has(keyOf(group)) && isAnsweredBy(() => policyWith(group), request)),
  )
  const chosen = chooseRules(wanted, lineGroups, heaviest, {
    most: options.most ?? 12,
    least: Math.max(1, promptsBefore * LEAST_PART),
    isHarmless(rules) {
      const policy = policyWith(rules)
      return isHarmless(policy) && !revealsSecret(rules, questionAbout(policy))
    },
    answers(rules) {
      const policy = policyWith(rules)
      return wanted.map(({ request }) => policy.decide(request).decision === 'allow')
    },
  })
  const answered = (rules: readonly Candidate[]) => {
    const policy = policyWith(rules)
    return sum(asked.filter(({ request }) => policy.decide(request).decision === 'allow'))
  }
  const rules = chosen.map((one, at): LearnedRule => ({
    ...one,
    answers: answered(chosen.slice(0, at + 1)),
    riskiest: riskiestLine(one, questionAbout(policyWith([one]))),
  }))
  return { rules, calls: sum(lines), promptsBefore, promptsAfter: promptsBefore - (rules.at(-1)?.answers ?? 0) }
}

/** A rule that is longer is not read by the person who is to agree to it. */
const LONGEST_RULE = 300
/** Whoever writes there chooses what runs. */
const TEMPORARY = /^\/(?:tmp|var\/tmp|dev\/shm|run)\//

/** Whether a person can say yes to rules for a call: each command can be read, and its program stays what it is. */
const isReadable = ({ plan }: PolicyRequest): boolean =>
  plan?.commands.every(
    ({ argv, resolved, real }) =>
      argv.join(' ').length <= LONGEST_RULE && ![resolved, real].some((path) => TEMPORARY.test(path ?? '')),
  ) !== false

const sum = (lines: readonly SeenLine[]): number => lines.reduce((total, { count }) => total + count, 0)

interface ChoiceLimits {
  readonly most: number
  /** Prompts that a rule answers at least. */
  readonly least: number
  isHarmless(rules: readonly Candidate[]): boolean
  /** Which of the lines rules answer. */
  answers(rules: readonly Candidate[]): readonly boolean[]
}

function isAnsweredBy(policy: () => Policy, request: PolicyRequest): boolean {
  try {
    return policy().decide(request).decision === 'allow'
  } catch (error) {
    // No rule can be written for the path of its program.
    if (PolicyError.isInstance(error)) return false
    throw error
  }
}

const allows = (policy: Policy) => (request: PolicyRequest) => policy.decide(request).decision === 'allow'

/** Tasks of programs of which nothing is known that ran in several forms. */
function familiarTasks(lines: readonly SeenLine[]): ReadonlySet<string> {
  const forms = new Map<string, Set<string>>()
  for (const command of lines.flatMap(({ request }) => request.plan?.commands ?? [])) {
    const task = unknownTask(command)
    if (task === null) continue
    const own = forms.get(task) ?? new Set()
    forms.set(task, own.add(command.argv.join('\0')))
  }
  return new Set([...forms].filter(([, own]) => own.size >= LEAST_FORMS).map(([task]) => task))
}

/** The tasks of a line with any arguments, as one group. */
function wideCandidates({ plan }: PolicyRequest, familiar: ReadonlySet<string>): readonly (readonly Candidate[])[] {
  const rules = taskRulesOfLine(plan?.commands ?? [], familiar)
  if (rules === null) return []
  const byText = new Map(rules.map((rule) => [textOf(rule), rule]))
  return [[...byText.values()].map((rule) => ({ key: 'tools.exec.allow', rule }))]
}

/** Takes the group of rules that answers the most prompts for each rule more, until one is not worth it. */
function chooseRules(
  lines: readonly SeenLine[],
  lineGroups: readonly (readonly (readonly Candidate[])[])[],
  heaviest: ReadonlyMap<string, readonly Candidate[]>,
  limits: ChoiceLimits,
): readonly Candidate[] {
  const chosen = new Map<string, Candidate>()
  const groups = new Map(heaviest)
  let answered: readonly boolean[] = lines.map(() => false)
  while (chosen.size < limits.most) {
    const open = lines.flatMap(({ count }, at) => (answered[at] ? [] : [{ count, groups: lineGroups[at]! }]))
    const tried = [...groups].flatMap(([key, group]) => {
      const added = group.filter(({ rule }) => !chosen.has(textOf(rule)))
      if (added.length === 0 || chosen.size + added.length > limits.most) return []
      const known = new Set([...chosen.keys(), ...added.map(({ rule }) => textOf(rule))])
      const isAnswered = (one: (typeof open)[number]) =>
        one.groups.some((needed) => needed.every(({ rule }) => known.has(textOf(rule))))
      const total = open.filter(isAnswered).reduce((prompts, { count }) => prompts + count, 0)
      return [{ key, added, gain: total / added.length }]
    })
    // Of two that answer as much, the shorter answers more of what comes; it is no wider than the command and its like.
    const [best] = tried.toSorted((one, other) => other.gain - one.gain || lengthOf(one.added) - lengthOf(other.added))
    if (best === undefined || best.gain < limits.least) break
    groups.delete(best.key)
    if (!limits.isHarmless([...chosen.values(), ...best.added])) continue
    for (const one of best.added) chosen.set(textOf(one.rule), one)
    answered = limits.answers([...chosen.values()])
  }
  return [...chosen.values()]
}

const lengthOf = (group: readonly Candidate[]) => group.map(({ rule }) => textOf(rule)).join('').length

/** Each group once, by its key, as far as they are weighed. */
function heaviestGroups(
  lines: readonly SeenLine[],
  lineGroups: readonly (readonly (readonly Candidate[])[])[],
): ReadonlyMap<string, readonly Candidate[]> {
  const weights = new Map<string, { readonly group: readonly Candidate[]; weight: number }>()
  for (const [at, groups] of lineGroups.entries()) {
    for (const group of groups) {
      const known = weights.get(keyOf(group)) ?? { group, weight: 0 }
      known.weight += lines[at]!.count
      weights.set(keyOf(group), known)
    }
  }
  const most = [...weights].toSorted(([, one], [, other]) => other.weight - one.weight).slice(0, MOST_GROUPS)
  return new Map(most.map(([key, { group }]) => [key, group]))
}

const keyOf = (group: readonly Candidate[]): string => group.map(({ rule }) => textOf(rule)).join('\n')
