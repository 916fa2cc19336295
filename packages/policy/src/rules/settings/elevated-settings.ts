import { stricterAsk, stricterSecurity } from '@poundlock/spec'
import type { ExecSettings, Setting, TraceStep } from '../../model/decision.ts'
import type { PolicyLayer } from '../../model/layer.ts'
import type { ReasonCode } from '../../model/reason-codes.ts'
import type { ElevatedLevel } from '../../model/session-state.ts'
import { configuredExecSettings } from './exec-settings.ts'

/**
 * What elevation makes of the settings: commands run on the host instead of in the sandbox. With `on` and `ask`
 * approvals apply, whatever the host's owner has waived; `full` leaves what somebody wrote as it is, and where nobody
 * wrote anything, there are no approvals. A node stays the node.
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
 * What full elevation answers besides the mode: that a line leaves the workspace, or that not all of it is known before it
 * runs. Not what nobody can allow in advance: a protected file, or one that may be; code from the network; a line that
 * cannot be read, or that hides something. And not what a person wants to be asked about: ask rules, `ask: always`, the
 * mode `prompt`.
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
