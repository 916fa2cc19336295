import type { CommandPlan, PlannedCommand, PlannedEffect } from '../../model/command-plan.ts'
import { findCode } from '../../rules/programs/code-source.ts'
import { interpreterOf } from '../../rules/programs/interpreters.ts'
import { programName } from '../../rules/programs/programs.ts'
import type { PlannedEffects } from '../effects/evaluate-effect-rules.ts'
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
    runsUnseen: plan.commands.find(runsUnseen)?.name ?? null,
    reaches: reachesBelow,
    ...(plan.below && known && onlyLooks(effects) && { below: plan.below }),
  }
}

/** Whether nothing that is done can change what lies in a folder before something comes to it. */
const onlyLooks = (effects: readonly PlannedEffect[]) =>
  effects.every(
    ({ kind, origin }) => kind === 'file-read' || kind === 'environment' || (kind === 'execute' && origin === 'helper'),
  )

/** Whether it runs unread code: of the workspace, of its arguments, of the network. */
const runsUnseen = ({ profile }: PlannedCommand) =>
  profile?.effects.some(({ kind, origin }) => kind === 'execute' && origin !== 'helper') === true

function isHandedCode({ name, argv, profile }: PlannedCommand): boolean {
  if (name === null || profile?.known !== false) return false
  const interpreter = interpreterOf(programName(name))
  return interpreter !== null && findCode(interpreter, argv.slice(1)).from === 'arguments'
}
