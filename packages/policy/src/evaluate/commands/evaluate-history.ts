import { visibleText } from '@poundlock/spec'
import type { CommandPlan, PlannedEffect } from '../../model/command-plan.ts'
import type { TraceStep } from '../../model/decision.ts'
import { answer } from '../../model/trace-step.ts'

/**
 * What a contained line would do to the history of a repository, other than by git: the workspace is writable, and so is
 * the history, since commits need that.
 */
export function evaluateHistory(plan: CommandPlan): readonly TraceStep[] {
  let steps: Map<string, TraceStep> | null = null
  const look = (effects: readonly PlannedEffect[]): void => {
    for (const { history, kind, path } of effects) {
      if (history !== true || path === null) continue
      const what = kind === 'file-delete' ? 'deleted' : 'written'
      const message = `${visibleText(path)} would be ${what}, but it is protected: it holds the history of a repository`
      steps ??= new Map()
      steps.set(`${what} ${path}`, answer('effects', 'ask', 'EFFECT_PROTECTED', message, { effect: { kind, path } }))
    }
  }
  look(plan.effects)
  for (const { profile } of plan.commands) if (profile) look(profile.effects)
  return steps === null ? NO_STEPS : [...(steps as Map<string, TraceStep>).values()]
}

const NO_STEPS: readonly TraceStep[] = []
