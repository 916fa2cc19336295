import type { CommandPlan, PlannedEffect } from '../../model/command-plan.ts'
import { type LineScope, effectProblem, onlyOpensDevice } from '../effects/effect-problem.ts'

/** True when all that a line does is known and is reading in scope. */
export function onlyReads(plan: CommandPlan, scope: LineScope): boolean {
  if (plan.refusal !== null || !plan.complete || plan.commands.length === 0) return false
  const reads = (effect: PlannedEffect) =>
    (effect.kind === 'file-read' || onlyOpensDevice(effect)) && effectProblem(effect, scope) === null
  return (
    plan.commands.every(
      ({ name, profile, passive, environment }) =>
        name !== null &&
        environment.length === 0 &&
        (profile?.known === true ? profile.effects.every(reads) : passive === true && !profile),
    ) && plan.effects.every(reads)
  )
}
