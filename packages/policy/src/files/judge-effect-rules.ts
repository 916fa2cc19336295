import { visibleText, type Decision } from '@poundlock/spec'
import type { TraceStep } from '../decision.ts'
import { answer } from '../judges/answer.ts'
import type { CommandPlan, PlannedEffect, PolicyRequest } from '../request.ts'
import { readWebAddress } from '../web/domains.ts'
import type { EffectRule } from './effect-rule.ts'
import { readFilePath } from './file-access.ts'

/** Everything that a plan does, and whether that is all. */
export function effectsOf(plan: CommandPlan): { readonly effects: readonly PlannedEffect[]; readonly known: boolean } {
  const profiled = plan.commands.every(({ profile, passive }) => profile?.known === true || passive === true)
  return {
    effects: [...plan.effects, ...plan.commands.flatMap(({ profile }) => profile?.effects ?? [])],
    known: plan.refusal === null && plan.complete && profiled,
  }
}

/** Everything that a call does: through its command line, and by the files and addresses that it names. */
export function requestEffects({ plan, files = [], urls = [], context }: PolicyRequest): ReturnType<typeof effectsOf> {
  const planned = plan ? effectsOf(plan) : { effects: [], known: true }
  const named = files.flatMap((file): PlannedEffect[] => {
    const read = readFilePath(file.path, context)
    const kind = `file-${file.access}` as const
    const paths = 'path' in read ? [read.path, ...(file.real === undefined ? [] : [file.real])] : [null]
    return paths.map((path) => ({ kind, path }))
  })
  const contacted = urls.map((url): PlannedEffect => {
    const read = readWebAddress(url)
    return { kind: 'network', path: 'host' in read ? read.host : null }
  })
  return { effects: [...planned.effects, ...named, ...contacted], known: planned.known }
}

/** Holds what a call does against the deny and ask rules on effects. What is not known may be covered by any. */
export function judgeEffectRules(
  { effects, known }: ReturnType<typeof effectsOf>,
  rules: readonly EffectRule[],
  where: { readonly workspace: string; readonly offline: boolean },
): readonly TraceStep[] {
  return rules.flatMap((rule) => {
    if (rule.action === 'allow' || !rule.reaches(where.workspace, where.offline)) return []
    const from = { rule: rule.text, source: rule.source }
    const because = rule.reason === null ? '' : `: ${visibleText(rule.reason)}`
    const say = (decision: Decision, how: string) =>
      answer('effects', decision, 'EFFECT_RULE', `the ${rule.action} rule "${rule.text}" ${how}${because}`, from)
    const answers = effects.map((effect) => ({ effect, covers: rule.covers(effect, where.workspace) }))
    const sure = answers.find(({ covers }) => covers === 'yes')
    if (sure) return [say(rule.action, `covers what it does: ${describe(sure.effect)}`)]
    if (answers.some(({ covers }) => covers === 'maybe')) {
      return [say('ask', 'may cover what it does, of which the place is only known at run time')]
    }
    return known ? [] : [say('ask', 'may cover what it does, of which not all is known')]
  })
}

const describe = ({ kind, path }: PlannedEffect) => `${kind}${path === null ? '' : ` ${visibleText(path)}`}`
