import type { CommandPlan } from '../../model/command-plan.ts'
import type { TraceStep } from '../../model/decision.ts'
import { answer } from '../../model/trace-step.ts'
import { type LineScope, effectProblem } from '../effects/effect-problem.ts'

/**
 * What the line itself reads, writes and contacts: its redirections. Contained, the sandbox sees to them; where hosts can
 * be reached, to the files. What its commands do is evaluated with the rules that cover them.
 *
 * @param contained whether a sandbox confines files, and whether it has no network besides
 */
export function evaluateEffects(
  plan: CommandPlan,
  scope: LineScope,
  contained: 'no' | 'files' | 'offline',
): readonly TraceStep[] {
  const effects = plan.effects.filter((effect) => effect.kind !== 'environment')
  if (effects.length === 0) {
    return [answer('effects', 'allow', 'EFFECT_FREE', 'the line itself writes no file that matters')]
  }
  if (contained === 'offline' || (contained === 'files' && effects.every(({ kind }) => kind.startsWith('file-')))) {
    return [answer('effects', 'allow', 'EFFECT_CONTAINED', 'the sandbox contains what the line writes')]
  }
  const steps = effects.flatMap((effect) => {
    if (effect.kind === 'network') {
      const message = `the shell itself would contact ${effect.path ?? 'the network'}`
      return [answer('effects', 'ask', 'EFFECT_NETWORK', message, { effect: { kind: effect.kind, path: effect.path } })]
    }
    const problem = effectProblem(effect, scope)
    return problem === null ? [] : [answer('effects', 'ask', problem.code, problem.message, { effect: problem.effect })]
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
