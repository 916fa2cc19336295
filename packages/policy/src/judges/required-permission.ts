import type { RequiredPermission } from '@poundlock/spec'
import type { CommandPlan } from '../request.ts'
import { effectProblem, type Scope } from './effect-problem.ts'

/**
 * The permission that a call needs, where proof lowers what its tool needs at worst: contained and offline it can write
 * the workspace and no more; and when all that it does is known and is reading in scope, it only reads.
 */
export function permissionNeeded(
  worst: RequiredPermission,
  plan: CommandPlan | undefined,
  contained: boolean,
  scope: Scope,
): RequiredPermission {
  if (worst !== 'danger-full-access') return worst
  if (plan && onlyReads(plan, scope)) return 'read-only'
  return contained ? 'workspace-write' : worst
}

function onlyReads(plan: CommandPlan, scope: Scope): boolean {
  if (plan.refusal !== null || !plan.complete || plan.commands.length === 0) return false
  const effects = plan.commands.flatMap((command) => command.profile?.effects ?? [])
  return (
    plan.commands.every(
      ({ name, profile, passive, environment }) =>
        name !== null && environment.length === 0 && (profile?.known === true || (passive === true && !profile)),
    ) &&
    [...effects, ...plan.effects].every(
      (effect) => effect.kind === 'file-read' && effectProblem(effect, scope) === null,
    )
  )
}
