import { stricterAsk, stricterSecurity } from '@poundlock/spec/vocabulary'
import type { ExecSettings, Setting } from '../decision.ts'
import type { ElevatedLevel } from '../session/session-state.ts'

/**
 * What elevation makes of the settings: commands run on the host instead of in the sandbox. With `on` and `ask`
 * approvals still apply, whatever the host's owner has waived; `full` leaves them as they are. A node stays the node.
 */
export function elevatedSettings(settings: ExecSettings, level: ElevatedLevel): ExecSettings {
  if (level === 'off') return settings
  const origin = `/elevated ${level}`
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

function changed<T>(setting: Setting<T>, value: T, origin: string): Setting<T> {
  return setting.value === value ? setting : { value, origin }
}
