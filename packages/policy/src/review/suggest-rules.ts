import { runsOtherCode } from '../commands/programs.ts'
import type { PolicyOptions } from '../create-policy.ts'
import type { PolicyLayer } from '../layer.ts'
import type { PlannedCommand, PolicyRequest } from '../request.ts'
import { createWholePolicy } from './create-whole-policy.ts'
import type { RecordedCall } from './replay-history.ts'

/** A rule that would have answered prompts. */
export interface SuggestedRule {
  /** For `tools.exec.allow`. */
  readonly rule: string
  /** How many prompts it silences, with those before it in the list. */
  readonly silences: number
}

export interface Suggestion {
  readonly rules: readonly SuggestedRule[]
  readonly promptsBefore: number
  readonly promptsAfter: number
}

/** At most this many words of a command become a rule. */
const MAX_WORDS = 3

/**
 * Finds few rules that would have silenced many prompts. Only what a person has approved counts as wanted: a rule is
 * taken when everything that it would newly allow does nothing of a kind that was never approved, and nothing that was
 * refused. What runs other code is never suggested.
 */
export function suggestRules(
  history: readonly RecordedCall[],
  layers: readonly PolicyLayer[],
  options: PolicyOptions,
): Suggestion {
  const decideWith = (rules: readonly string[]) => {
    const added: PolicyLayer = { name: 'suggested', mayLoosen: true, exec: { allowRules: rules } }
    const policy = createWholePolicy([...layers, added], options)
    return history.map(({ request }) => policy.decide(request).decision)
  }
  const before = decideWith([])
  const wanted = history.map(
    ({ decision, answer }, at) => before[at] === 'ask' && decision === 'ask' && answer === 'allow',
  )
  const approved = new Set(history.flatMap((call, at) => (wanted[at] ? effectClasses(call.request) : [])))
  const isHarmless = (after: readonly string[]) =>
    history.every((call, at) => {
      if (after[at] !== 'allow' || before[at] === 'allow') return true
      return call.answer !== 'deny' && effectClasses(call.request).every((one) => approved.has(one))
    })
  const silenced = (after: readonly string[]) => after.filter((one, at) => wanted[at] && one === 'allow').length

  let candidates = candidatesOf(history.filter((_, at) => wanted[at]))
  const rules: SuggestedRule[] = []
  for (;;) {
    const taken = rules.map(({ rule }) => rule)
    const now = rules.at(-1)?.silences ?? 0
    // Lines of several commands are only silenced by several rules: one line's rules are tried together.
    const tries = candidates
      .filter((group) => group.some((rule) => !taken.includes(rule)))
      .map((group) => {
        const added = group.filter((rule) => !taken.includes(rule))
        const after = decideWith([...taken, ...added])
        return { added, gain: (silenced(after) - now) / added.length, total: silenced(after), ok: isHarmless(after) }
      })
      .filter(({ gain, ok }) => ok && gain > 0)
    // Where two silence as much, the longer rule lets through less.
    const [best] = tries.toSorted((a, b) => b.gain - a.gain || b.added.join('').length - a.added.join('').length)
    if (!best) break
    for (const rule of best.added) rules.push({ rule, silences: best.total })
    candidates = candidates.filter((group) => group.join('\n') !== best.added.join('\n'))
  }
  const after = decideWith(rules.map(({ rule }) => rule))
  const asks = (decisions: readonly string[]) => decisions.filter((one) => one === 'ask').length
  return { rules, promptsBefore: asks(before), promptsAfter: asks(after) }
}

/** What a call does, by kind: what was never approved in kind is not let through by a suggestion. */
function effectClasses({ plan }: PolicyRequest): readonly string[] {
  if (!plan) return ['tool']
  const effects = [...plan.effects, ...plan.commands.flatMap(({ profile }) => profile?.effects ?? [])]
  const unknown = plan.commands.filter(({ profile, passive }) => profile?.known !== true && passive !== true)
  return [...effects.map(({ kind }) => kind), ...unknown.map(({ name }) => `unknown:${name}`)]
}

/** For each line, the rules that would cover all of it, by length; lines that no rule should cover are left out. */
function candidatesOf(calls: readonly RecordedCall[]): readonly (readonly string[])[] {
  const groups = new Map<string, readonly string[]>()
  for (const { request } of calls) {
    const commands = (request.plan?.commands ?? []).filter((command) => command.passive !== true)
    for (let length = 1; length <= MAX_WORDS; length++) {
      const rules = commands.map((command) => ruleFor(command, length))
      if (rules.length === 0 || rules.includes(null)) continue
      const group = [...new Set(rules as string[])].toSorted()
      groups.set(group.join('\n'), group)
    }
  }
  return [...groups.values()]
}

function ruleFor({ name, argv, resolved, builtin, profile }: PlannedCommand, length: number): string | null {
  if (name === null || (resolved === null && !builtin) || runsOtherCode(name)) return null
  const [, ...words] = profile?.words ?? argv
  const head = name.includes('/') ? resolved! : name
  const rest = words.slice(0, length - 1)
  // Operands such as files change from call to call; subcommands and options do not.
  if (rest.some((word) => word === null || !/^-{0,2}[a-z][a-z\d-]*$/i.test(word))) return null
  return /^[\w@%+./:-]+$/.test(head) ? [head, ...rest].join(' ') : null
}
