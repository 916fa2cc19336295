import type { PolicyLayer, PolicyOptions, PolicyRequest } from '@poundlock/policy'
import { namesSecret } from '@poundlock/policy/commands'
import { createWholePolicy } from './create-whole-policy.ts'
import type { RecordedCall } from './replay-history.ts'
import { revealsSecret } from './riskiest-line.ts'
import {
  type Candidate,
  candidatesOf,
  effectClasses,
  type SuggestedRule,
  textOf,
  withRules,
} from './rule-candidates.ts'

/** A rule that would have silenced questions, and how many. */
export interface Suggestion {
  /** In the order in which they should be added. */
  readonly rules: readonly SuggestedRule[]
  /** Prompts in the history. */
  readonly promptsBefore: number
  /** Prompts that the rules would leave. */
  readonly promptsAfter: number
}

/** How lines are decided, and planned. */
export interface SuggestOptions extends PolicyOptions {
  /** The request for a line, in the place where most lines run. */
  readonly requestOf: (line: string) => PolicyRequest
}

/**
 * Finds few rules that would have silenced many prompts. Only what a person has approved counts as wanted: a rule is
 * taken when everything that it would newly allow does nothing of a kind that was never approved, and nothing that was
 * refused. None is wider than a command that was approved and its like, and what runs other code is never suggested. From
 * a line that names a file of secrets nothing is learned, and no rule is taken that lets such a line through.
 */
export function suggestRules(
  history: readonly RecordedCall[],
  layers: readonly PolicyLayer[],
  options: SuggestOptions,
): Suggestion {
  const policyWith = (rules: readonly Candidate[]) => createWholePolicy(withRules(layers, rules), options)
  const decideWith = (rules: readonly Candidate[]) => {
    const policy = policyWith(rules)
    return history.map(({ request }) => policy.decide(request).decision)
  }
  const before = decideWith([])
  const wanted = history.map(
    ({ decision, answer, request }, at) =>
      before[at] === 'ask' && decision === 'ask' && answer === 'allow' && !namesSecret(request, true),
  )
  const today = policyWith([])
  const reveals = (rules: readonly Candidate[]) => {
    const policy = policyWith(rules)
    return revealsSecret(rules, {
      isAllowed: (request) => policy.decide(request).decision === 'allow',
      isAllowedToday: (request) => today.decide(request).decision === 'allow',
      requestOf: options.requestOf,
      seen: history,
    })
  }
  const approved = new Set(history.flatMap((call, at) => (wanted[at] ? effectClasses(call.request) : [])))
  const isHarmless = (after: readonly string[]) =>
    history.every((call, at) => {
      if (after[at] !== 'allow' || before[at] === 'allow') return true
      return call.answer !== 'deny' && effectClasses(call.request).every((one) => approved.has(one))
    })
  const silenced = (after: readonly string[]) => after.filter((one, at) => wanted[at] && one === 'allow').length

  const candidates = candidatesOf(history.filter((_, at) => wanted[at]))
  const rules: SuggestedRule[] = []
  for (;;) {
    const now = rules.at(-1)?.silences ?? 0
    const isTaken = (one: Candidate) =>
      rules.some(({ key, rule }) => key === one.key && textOf(rule) === textOf(one.rule))
    // Lines of several commands are only silenced by several rules: one line's rules are tried together.
    const tries = candidates
      .map((group) => group.filter((one) => !isTaken(one)))
      .filter((added) => added.length > 0)
      .map((added) => {
        const after = decideWith([...rules, ...added])
        return { added, gain: (silenced(after) - now) / added.length, total: silenced(after), ok: isHarmless(after) }
      })
      .filter(({ gain, ok }) => ok && gain > 0)
    // Where two silence as much, the longer rule lets through less.
    const length = (added: readonly Candidate[]) => added.map(({ rule }) => textOf(rule)).join('').length
    const best = tries
      .toSorted((a, b) => b.gain - a.gain || length(b.added) - length(a.added))
      .find(({ added }) => !reveals([...rules, ...added]))
    if (!best) break
    for (const { key, rule } of best.added) rules.push({ key, rule, silences: best.total })
  }
  const after = decideWith(rules)
  const asks = (decisions: readonly string[]) => decisions.filter((one) => one === 'ask').length
  return { rules, promptsBefore: asks(before), promptsAfter: asks(after) }
}
