import {
  type CommandRuleInput,
  type PolicyLayer,
  type PolicyOptions,
  type PolicyRequest,
  pathPatternProblem,
  readFilePath,
  readWebAddress,
} from '@poundlock/policy'
import { narrowRulesOfLine } from '@poundlock/policy/commands'
import { createWholePolicy } from './create-whole-policy.ts'
import type { RecordedCall } from './replay-history.ts'

/** A rule that would have answered prompts. */
export interface SuggestedRule {
  /** The list that it belongs to. */
  readonly key: 'tools.exec.allow' | 'tools.fs.read.allow' | 'tools.web.allowDomains'
  readonly rule: CommandRuleInput
  /** How many prompts it silences, with those before it in the list. */
  readonly silences: number
}

export interface Suggestion {
  readonly rules: readonly SuggestedRule[]
  readonly promptsBefore: number
  readonly promptsAfter: number
}

/**
 * Finds few rules that would have silenced many prompts. Only what a person has approved counts as wanted: a rule is
 * taken when everything that it would newly allow does nothing of a kind that was never approved, and nothing that was
 * refused. None is wider than a command that was approved and its like, and what runs other code is never suggested.
 */
export function suggestRules(
  history: readonly RecordedCall[],
  layers: readonly PolicyLayer[],
  options: PolicyOptions,
): Suggestion {
  const decideWith = (rules: readonly Candidate[]) => {
    const policy = createWholePolicy(withRules(layers, rules), options)
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
    const [best] = tries.toSorted((a, b) => b.gain - a.gain || length(b.added) - length(a.added))
    if (!best) break
    for (const { key, rule } of best.added) rules.push({ key, rule, silences: best.total })
  }
  const after = decideWith(rules)
  const asks = (decisions: readonly string[]) => decisions.filter((one) => one === 'ask').length
  return { rules, promptsBefore: asks(before), promptsAfter: asks(after) }
}

type Candidate = Pick<SuggestedRule, 'key' | 'rule'>

const textOf = (rule: CommandRuleInput): string => (typeof rule === 'string' ? rule : JSON.stringify(rule))

/** A list of domains holds for its own layer: a host counts where each list has it. */
function withRules(layers: readonly PolicyLayer[], rules: readonly Candidate[]): readonly PolicyLayer[] {
  const all = (key: Candidate['key']) => rules.filter((one) => one.key === key).map(({ rule }) => rule)
  const of = (key: Candidate['key']) => all(key).filter((rule) => typeof rule === 'string')
  const hosts = of('tools.web.allowDomains')
  return [
    ...layers.map((layer) =>
      layer.web?.allowDomains?.length && layer.mayLoosen
        ? { ...layer, web: { ...layer.web, allowDomains: [...layer.web.allowDomains, ...hosts] } }
        : layer,
    ),
    {
      name: 'suggested',
      mayLoosen: true,
      exec: { allowRules: all('tools.exec.allow') },
      files: { read: { allow: of('tools.fs.read.allow') } },
    },
  ]
}

/** What a call does, by kind: what was never approved in kind is not let through by a suggestion. */
function effectClasses({ tool, plan, files = [], urls = [] }: PolicyRequest): readonly string[] {
  if (!plan) {
    const named = [...files.map(({ access }) => `file-${access}`), ...(urls.length > 0 ? ['network'] : [])]
    return named.length > 0 ? named : [`tool:${tool}`]
  }
  const effects = [...plan.effects, ...plan.commands.flatMap(({ profile }) => profile?.effects ?? [])]
  const unknown = plan.commands.filter(({ profile, passive }) => profile?.known !== true && passive !== true)
  return [...effects.map(({ kind }) => kind), ...unknown.map(({ name }) => `unknown:${name}`)]
}

/** For each call, the rules that would cover all of it; calls that no rule should cover are left out. */
function candidatesOf(calls: readonly RecordedCall[]): readonly (readonly Candidate[])[] {
  const groups = new Map<string, readonly Candidate[]>()
  const add = (key: Candidate['key'], rules: readonly CommandRuleInput[]) => {
    const byText = new Map(rules.map((rule) => [textOf(rule), rule]))
    const group = [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, rule]) => ({ key, rule }))
    if (group.length > 0) groups.set(`${key}\n${[...byText.keys()].toSorted().join('\n')}`, group)
  }
  for (const { request } of calls) {
    const { plan, files = [], urls = [], context } = request
    if (files.length > 0 && files.every(({ access }) => access === 'read')) {
      const paths = files.flatMap((file) => {
        const read = readFilePath(file.path, context)
        return 'path' in read ? [...new Set([read.path, file.real ?? read.path])] : []
      })
      // Only the very files: what else lies beside them was never looked at.
      if (paths.every((path) => pathPatternProblem(path) === null && !/[*?]/.test(path))) {
        add('tools.fs.read.allow', paths)
      }
    }
    const hosts = urls.map((url) => readWebAddress(url))
    add(
      'tools.web.allowDomains',
      hosts.flatMap((read) => ('host' in read ? [read.host] : [])),
    )
    const choices = narrowRulesOfLine(plan?.commands ?? [])
    for (const pick of [0, -1]) {
      const rules = choices.map((choice) => choice.at(pick))
      if (rules.every((rule) => rule !== undefined)) add('tools.exec.allow', rules)
    }
  }
  return [...groups.values()]
}
