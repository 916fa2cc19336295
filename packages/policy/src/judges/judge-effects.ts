import { isWithin, normalisePath, PROTECTED_PATHS } from '../commands/protected-paths.ts'
import type { TraceStep } from '../decision.ts'
import type { CommandPlan, PlannedEffect, RequestContext } from '../request.ts'
import { answer } from './answer.ts'

/** What the line itself writes and contacts: its redirections. Contained, the sandbox sees to them. */
export function judgeEffects(
  plan: CommandPlan,
  context: RequestContext,
  contained: boolean,
  protectedPaths: readonly string[],
): readonly TraceStep[] {
  const effects = plan.effects.filter((effect) => effect.kind !== 'file-read' && effect.kind !== 'environment')
  if (effects.length === 0)
    return [answer('effects', 'allow', 'EFFECT_FREE', 'the line itself writes nothing that matters')]
  if (contained) {
    return [answer('effects', 'allow', 'EFFECT_CONTAINED', 'what the line writes is contained by the sandbox')]
  }
  const steps = effects.map((effect) => judgeEffect(effect, context, protectedPaths)).filter((step) => step !== null)
  return steps.length > 0
    ? steps
    : [answer('effects', 'allow', 'EFFECT_FREE', `the line itself writes only in the workspace ${context.workspace}`)]
}

function judgeEffect(
  effect: PlannedEffect,
  context: RequestContext,
  protectedPaths: readonly string[],
): TraceStep | null {
  if (effect.kind === 'network') {
    return answer('effects', 'ask', 'EFFECT_NETWORK', `the shell would contact ${effect.path ?? 'the network'} itself`)
  }
  if (effect.path === null) {
    return answer('effects', 'ask', 'EFFECT_UNKNOWN', 'a file would be written whose name is only known at run time')
  }
  const path = normalisePath(effect.path)
  const workspace = normalisePath(context.workspace)
  if (!isWithin(path, workspace)) {
    return answer('effects', 'ask', 'EFFECT_OUTSIDE', `${path} is outside the workspace ${workspace}`)
  }
  // File systems that fold case exist, so that `.GIT/hooks` may be the same place.
  const folded = path.toLowerCase()
  const found = [
    ...PROTECTED_PATHS,
    ...protectedPaths.map((relative) => ({ path: relative, reason: 'the policy names it' })),
  ].find((entry) => isWithin(folded, normalisePath(`${workspace}/${entry.path}`).toLowerCase()))
  return found ? answer('effects', 'ask', 'EFFECT_PROTECTED', `${path} is protected: ${found.reason}`) : null
}
