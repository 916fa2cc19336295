import type { TraceStep } from '../decision.ts'
import type { CommandPlan } from '../request.ts'
import { answer } from './answer.ts'
import { effectProblem, type Scope } from './effect-problem.ts'

/**
 * What the line itself reads, writes and contacts: its redirections. Contained, the sandbox sees to them. What its
 * commands do is judged with the rules that cover them.
 */
export function judgeEffects(plan: CommandPlan, scope: Scope, contained: boolean): readonly TraceStep[] {
  const effects = plan.effects.filter((effect) => effect.kind !== 'environment')
  if (effects.length === 0) {
    return [answer('effects', 'allow', 'EFFECT_FREE', 'the line itself writes nothing that matters')]
  }
  if (contained) {
    return [answer('effects', 'allow', 'EFFECT_CONTAINED', 'what the line writes is contained by the sandbox')]
  }
  const steps = effects.flatMap((effect) => {
    if (effect.kind === 'network') {
      const message = `the shell would contact ${effect.path ?? 'the network'} itself`
      return [answer('effects', 'ask', 'EFFECT_NETWORK', message)]
    }
    const problem = effectProblem(effect, scope)
    return problem === null ? [] : [answer('effects', 'ask', problem.code, problem.message)]
  })
  if (steps.length > 0) return steps
  return [
    answer(
      'effects',
      'allow',
      'EFFECT_FREE',
      `the line itself writes only in the workspace ${scope.context.workspace}`,
    ),
  ]
}
