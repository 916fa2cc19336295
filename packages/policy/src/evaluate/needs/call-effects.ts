import type { PlannedEffect } from '../../model/command-plan.ts'
import type { PolicyDecision } from '../../model/decision.ts'
import type { PolicyRequest } from '../../model/request.ts'
import { requestEffects } from '../effects/evaluate-effect-rules.ts'

/** One thing that a call would do, and through what. */
export interface CallEffect extends PlannedEffect {
  /** The command that does it; `null` where its name is only known at run time, absent where no command does it. */
  readonly command?: string | null
  /** `true` where nothing is known of what the command does: then this stands for anything. */
  readonly unknown?: true
  /** `sandbox`: what the containment leaves open to every command in it. */
  readonly from?: 'sandbox'
}

/** A part of the line is only known when it runs. */
const UNKNOWN_CODE: CallEffect = { kind: 'execute', path: null, command: null, unknown: true }

/**
 * Everything that a call would do, as far as it is known: the line itself, its commands, the files and addresses that it
 * names, and what its sandbox leaves open.
 *
 * @param decision what was decided about the request
 */
export function callEffects(request: PolicyRequest, { exec }: Pick<PolicyDecision, 'exec'>): readonly CallEffect[] {
  const { plan, containment } = request
  const ofCommands = (plan?.commands ?? []).flatMap(({ name, resolved, script, profile, passive }): CallEffect[] => {
    const effects = (profile?.effects ?? []).map((effect): CallEffect => ({ ...effect, command: name }))
    const isKnown = profile?.known === true || passive === true
    if (isKnown) return effects
    return [{ kind: 'execute', path: script ?? resolved ?? name, command: name, unknown: true }, ...effects]
  })
  const { effects: named } = requestEffects(request, { effects: [], known: true, runsCode: null })
  const open: CallEffect[] =
    plan !== undefined && exec.host.value === 'sandbox' && containment?.active === true && containment.network === 'on'
      ? [{ kind: 'network', path: null, from: 'sandbox' }]
      : []
  const known = [...(plan?.effects ?? []), ...ofCommands, ...named]
  const mayRunMore =
    plan !== undefined && !plan.complete && plan.onlyScripts !== true && !known.some(({ kind }) => kind === 'execute')
  return [...known, ...(mayRunMore ? [UNKNOWN_CODE] : []), ...open]
}
