import type { PlannedEffects } from '../files/judge-effect-rules.ts'
import type { CommandPlan, PlannedCommand } from '../request.ts'
import { findCode } from './code-source.ts'
import { interpreterOf } from './interpreters.ts'
import { programName } from './programs.ts'

/** Everything that a plan does, and whether that is all. */
export function effectsOf(plan: CommandPlan): PlannedEffects {
  const profiled = plan.commands.every(({ profile, passive }) => profile?.known === true || passive === true)
  return {
    effects: [...plan.effects, ...plan.commands.flatMap(({ profile }) => profile?.effects ?? [])],
    known: plan.refusal === null && plan.complete && profiled,
    runsCode: plan.commands.find(isHandedCode)?.name ?? null,
  }
}

function isHandedCode({ name, argv, profile }: PlannedCommand): boolean {
  if (name === null || profile?.known !== false) return false
  const interpreter = interpreterOf(programName(name))
  return interpreter !== null && findCode(interpreter, argv.slice(1)).from === 'arguments'
}
