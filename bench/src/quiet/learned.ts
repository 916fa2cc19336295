import type { CommandPlan, CommandRuleInput, PolicyLayer } from '@poundlock/policy'
import { learnRules } from '@poundlock/policy-review'
import { commandEvaluator } from '@poundlock/policy/commands'
import { Decider, ON_HOST, planLine, requestOf } from './decide-lines.ts'
import type { Line, Session } from './lines.ts'

/** What `poundlock learn` makes of the first half of each project's sessions, measured on the second half. */
export interface LearnedAsks {
  readonly projects: number
  /** Calls of the second halves. */
  readonly calls: number
  readonly asksBefore: number
  readonly asksAfter: number
  /** The most that one project has. */
  readonly mostRules: number
}

/** A list is learned, written and learned again until nothing more is proposed, as a person does from week to week. */
const MOST_ROUNDS = 8

/** @param most rules that a project has at most, with those that it begins with */
export function learnHalves(
  sessions: readonly Session[],
  lines: readonly Line[],
  plans: readonly CommandPlan[],
  own: readonly string[],
  most: number,
): LearnedAsks {
  const projects = Map.groupBy(
    sessions.filter(({ commands }) => commands.length > 0),
    ({ commands }) => lines[commands[0]!]!.source,
  )
  let [calls, asksBefore, asksAfter, mostRules] = [0, 0, 0, 0]
  for (const group of projects.values()) {
    const half = Math.ceil(group.length / 2)
    const rules = learnFrom(group.slice(0, half), lines, plans, own, most)
    mostRules = Math.max(mostRules, rules.length)
    const [before, after] = [own, rules].map((allowRules) => new Decider({ ...ON_HOST, proven: 'write', allowRules }))
    for (const at of group.slice(half).flatMap(({ commands }) => commands)) {
      calls += 1
      if (before!.decide(lines[at]!, plans[at]!).decision !== 'allow') asksBefore += 1
      if (after!.decide(lines[at]!, plans[at]!).decision !== 'allow') asksAfter += 1
    }
  }
  const share = (asks: number) => (calls === 0 ? 0 : Math.round((1000 * asks) / calls) / 10)
  return { projects: projects.size, calls, asksBefore: share(asksBefore), asksAfter: share(asksAfter), mostRules }
}

function learnFrom(
  sessions: readonly Session[],
  lines: readonly Line[],
  plans: readonly CommandPlan[],
  own: readonly string[],
  most: number,
): readonly CommandRuleInput[] {
  const counts = new Map<number, number>()
  for (const at of sessions.flatMap(({ commands }) => commands)) counts.set(at, (counts.get(at) ?? 0) + 1)
  const seen = [...counts].map(([at, count]) => ({ request: requestOf(lines[at]!, plans[at]!), count, refused: 0 }))
  const [first] = counts.keys()
  const place = lines[first!]!
  const rules: CommandRuleInput[] = [...own]
  for (let round = 0; round < MOST_ROUNDS && rules.length < most; round++) {
    const layers: PolicyLayer[] = [
      { name: 'user', mayLoosen: true, exec: { ...ON_HOST, proven: 'write', allowRules: rules } },
    ]
    const learned = learnRules(seen, layers, {
      home: place.home,
      commands: commandEvaluator,
      most: most - rules.length,
      requestOf: (command) => requestOf(place, planLine({ ...place, command })),
    })
    if (learned.rules.length === 0) break
    rules.push(...learned.rules.map(({ rule }) => rule))
  }
  return rules
}
