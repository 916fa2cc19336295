import { type PolicyLayer, expandLayers, isEffectRule } from '@poundlock/policy'
import { type CommandRule, type RuleAction, compileCommandRule } from '@poundlock/policy/commands'

/** A rule on commands, with where it stands. */
export interface ListedRule {
  readonly rule: CommandRule
  readonly action: RuleAction
  readonly layer: PolicyLayer
  /** The words of the rule; the first is a name, a path pattern, or `*`. */
  readonly words: readonly string[]
  readonly hasArguments: boolean
}

const ACTIONS = ['deny', 'ask', 'allow'] as const

/** Every rule on commands that holds for an agent. */
export function listRules(layers: readonly PolicyLayer[], home: string, agent = ''): readonly ListedRule[] {
  return expandLayers(layers, agent).flatMap((layer) =>
    ACTIONS.flatMap((action) =>
      (layer.exec?.[`${action}Rules`] ?? []).flatMap((input, index): ListedRule[] => {
        if (isEffectRule(input)) return []
        const source = layer.locate?.(`/tools/exec/${action}/${index}`) ?? layer.name
        const rule = compileCommandRule(input, action, source, home)
        const words = rule.text.split(/ +/)
        if (words.length > 1 && words.at(-1) === '*') words.pop()
        return [{ rule, action, layer, words, hasArguments: rule.bindsArguments }]
      }),
    ),
  )
}
