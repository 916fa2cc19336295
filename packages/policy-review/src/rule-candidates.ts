import {
  type CommandRuleInput,
  type PolicyLayer,
  type PolicyRequest,
  pathPatternProblem,
  readFilePath,
  readWebAddress,
} from '@poundlock/policy'
import { narrowRulesOfLine } from '@poundlock/policy/commands'

/** A rule that would have answered prompts. */
export interface SuggestedRule {
  /** The list that it belongs to. */
  readonly key: 'tools.exec.allow' | 'tools.fs.read.allow' | 'tools.web.allowDomains'
  /** The rule as it is written into the list of `key`. */
  readonly rule: CommandRuleInput
  /** How many prompts it silences, with those before it in the list. */
  readonly silences: number
}

/** A rule that could answer prompts. */
export type Candidate = Pick<SuggestedRule, 'key' | 'rule'>

/** The same for rules that are the same. */
export const textOf = (rule: CommandRuleInput): string => (typeof rule === 'string' ? rule : JSON.stringify(rule))

/** A list of domains holds for its own layer: a host counts where each list has it. */
export function withRules(layers: readonly PolicyLayer[], rules: readonly Candidate[]): readonly PolicyLayer[] {
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
export function effectClasses({ tool, plan, files = [], urls = [] }: PolicyRequest): readonly string[] {
  if (!plan) {
    const named = [...files.map(({ access }) => `file-${access}`), ...(urls.length > 0 ? ['network'] : [])]
    return named.length > 0 ? named : [`tool:${tool}`]
  }
  const effects = [...plan.effects, ...plan.commands.flatMap(({ profile }) => profile?.effects ?? [])]
  const unknown = plan.commands.filter(({ profile, passive }) => profile?.known !== true && passive !== true)
  return [...effects.map(({ kind }) => kind), ...unknown.map(({ name }) => `unknown:${name}`)]
}

/** For each call, the rules that would cover all of it; calls that no rule should cover are left out. */
export function candidatesOf(calls: readonly { readonly request: PolicyRequest }[]): readonly (readonly Candidate[])[] {
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
