import { stricterAsk, stricterSecurity } from '@poundlock/spec'
import type { ExecSettings, Setting, TraceStep } from '../../model/decision.ts'
import type { PolicyLayer } from '../../model/layer.ts'
import type { ReasonCode } from '../../model/reason-codes.ts'
import type { ElevatedLevel } from '../../model/session-state.ts'
import { configuredExecSettings } from './exec-settings.ts'

/**
 * The settings under elevation: commands run on the host instead of in the sandbox. With `on` and `ask` approvals
 * apply, even those that the host's owner has waived. `full` keeps explicit settings; without any, there are no
 * approvals. A node stays the node.
 */
export function elevatedSettings(layers: readonly PolicyLayer[], level: ElevatedLevel): ExecSettings {
  if (level === 'off') return configuredExecSettings(layers)
  const origin = `/elevated ${level}`
  const silent =
    level === 'full'
      ? ({ security: 'full', ask: 'off' } as const)
      : ({ security: 'allowlist', ask: 'on-miss' } as const)
  const settings = configuredExecSettings(layers, { ...silent, origin })
  const { host, security, ask } = settings
  const lifted: ExecSettings = host.value === 'sandbox' ? { ...settings, host: { value: 'gateway', origin } } : settings
  if (level === 'full') return lifted
  return {
    ...lifted,
    security: changed(security, stricterSecurity(security.value, 'allowlist'), origin),
    ask: changed(ask, stricterAsk(ask.value, level === 'ask' ? 'always' : 'on-miss'), origin),
  }
}

/** Full elevation skips approvals only where the owner of the host asks for none. */
export function isConsent({ host, security, ask }: ExecSettings): boolean {
  return host.value !== 'sandbox' && security.value === 'full' && ask.value === 'off'
}

/**
 * The reasons that full elevation answers besides the mode: a line leaves the workspace, or is not fully known before
 * it runs. It does not answer what cannot be allowed in advance: a file that is or may be protected; code from the
 * network; an unreadable line, or one that hides something. Nor does it answer explicit wishes: ask rules, `ask:
 * always`, the mode `prompt`.
 */
const ANSWERED: ReadonlySet<ReasonCode> = new Set([
  'COMMAND_UNRESOLVED',
  'EFFECT_OUTSIDE',
  'EFFECT_NETWORK',
  'EFFECT_PROCESS',
  'EFFECT_PRIVILEGE',
  'ENVIRONMENT_REFUSED',
])

/** A step as it is where a person elevated the session to full, and the owner of the host asks for no approval. */
export function answeredByElevation(step: TraceStep): TraceStep {
  if (step.decision !== 'ask' || !ANSWERED.has(step.code)) return step
  const message = `${step.message}; the session is elevated to full`
  return { ...step, decision: 'allow', code: 'ELEVATED_CONSENT', message }
}

function changed<T>(setting: Setting<T>, value: T, origin: string): Setting<T> {
  return setting.value === value ? setting : { value, origin }
}
