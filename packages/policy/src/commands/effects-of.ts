import type { PlannedEffects } from '../files/judge-effect-rules.ts'
import type { CommandPlan, PlannedCommand, PlannedEffect } from '../request.ts'
import { findCode } from './code-source.ts'
import { interpreterOf } from './interpreters.ts'
import { programName } from './programs.ts'
import { reachesBelow } from './touched-region.ts'

/** Everything that a plan does, and whether that is all. */
export function effectsOf(plan: CommandPlan): PlannedEffects {
  const profiled = plan.commands.every(({ profile, passive }) => profile?.known === true || passive === true)
  const effects = [...plan.effects, ...plan.commands.flatMap(({ profile }) => profile?.effects ?? [])]
  const known = plan.refusal === null && plan.complete && profiled
  return {
    effects,
    known,
    runsCode: plan.commands.find(isHandedCode)?.name ?? null,
    reaches: reachesBelow,
    ...(plan.below && known && onlyLooks(effects) && { below: plan.below }),
  }
}

/** Whether nothing that is done can change what lies in a folder before something comes to it. */
const onlyLooks = (effects: readonly PlannedEffect[]) =>
  effects.every(
    ({ kind, origin }) => kind === 'file-read' || kind === 'environment' || (kind === 'execute' && origin === 'helper'),
  )

function isHandedCode({ name, argv, profile }: PlannedCommand): boolean {
  if (name === null || profile?.known !== false) return false
  const interpreter = interpreterOf(programName(name))
  return interpreter !== null && findCode(interpreter, argv.slice(1)).from === 'arguments'
}
