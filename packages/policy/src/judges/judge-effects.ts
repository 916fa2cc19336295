import { visibleText } from '@poundlock/spec'
import { isWithin, normalisePath, protectedPlace } from '../commands/protected-paths.ts'
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
  { kind, path: place }: PlannedEffect,
  context: RequestContext,
  protectedPaths: readonly string[],
): TraceStep | null {
  if (kind === 'network') {
    return answer('effects', 'ask', 'EFFECT_NETWORK', `the shell would contact ${place ?? 'the network'} itself`)
  }
  if (kind === 'process') {
    return answer('effects', 'ask', 'EFFECT_PROCESS', 'the line would act on processes that it did not start')
  }
  if (kind === 'privilege') {
    return answer('effects', 'ask', 'EFFECT_PRIVILEGE', 'the line would take more privileges than it was given')
  }
  const verb = kind === 'file-delete' ? 'deleted' : 'written'
  if (place === null) {
    return answer('effects', 'ask', 'EFFECT_UNKNOWN', `a file would be ${verb} whose name is only known at run time`)
  }
  const path = normalisePath(place)
  const workspace = normalisePath(context.workspace)
  const shown = visibleText(path)
  if (!place.startsWith('/') || !context.workspace.startsWith('/') || !isWithin(path, workspace)) {
    return answer('effects', 'ask', 'EFFECT_OUTSIDE', `${shown} would be ${verb}, outside the workspace ${workspace}`)
  }
  const reason = protectedPlace(path, workspace, protectedPaths)
  return reason === null
    ? null
    : answer('effects', 'ask', 'EFFECT_PROTECTED', `${shown} would be ${verb}, which is protected: ${reason}`)
}
