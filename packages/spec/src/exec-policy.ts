/** Where a command runs. */
export type ExecHost = 'sandbox' | 'gateway' | 'node'

/** What the owner of an executing host lets through. Strictest first. */
export type ExecSecurity = 'deny' | 'allowlist' | 'full'

/** When the owner of an executing host is asked. Least asking first. */
export type ExecAsk = 'off' | 'on-miss' | 'always'

export const EXEC_HOSTS: readonly ExecHost[] = ['sandbox', 'gateway', 'node']
export const EXEC_SECURITIES: readonly ExecSecurity[] = ['deny', 'allowlist', 'full']
export const EXEC_ASKS: readonly ExecAsk[] = ['off', 'on-miss', 'always']

/** The stricter of two securities: the minimum. */
export function stricterSecurity(a: ExecSecurity, b: ExecSecurity): ExecSecurity {
  return EXEC_SECURITIES.indexOf(a) <= EXEC_SECURITIES.indexOf(b) ? a : b
}

/** The stricter of two asks: the one that asks more. */
export function stricterAsk(a: ExecAsk, b: ExecAsk): ExecAsk {
  return EXEC_ASKS.indexOf(a) >= EXEC_ASKS.indexOf(b) ? a : b
}
