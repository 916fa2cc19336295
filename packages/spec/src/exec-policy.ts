/** Where a command runs. */
export type ExecHostName = 'sandbox' | 'gateway' | 'node'

/** What the owner of an executing host lets through. Strictest first. */
export type ExecSecurity = 'deny' | 'allowlist' | 'full'

/** When the owner of an executing host is asked. Least asking first. */
export type ExecAsk = 'off' | 'on-miss' | 'always'

/** Where a command can run: contained, on this machine, on a node. */
export const EXEC_HOSTS: readonly ExecHostName[] = ['sandbox', 'gateway', 'node']
/** What may run: nothing, what rules allow, everything. */
export const EXEC_SECURITIES: readonly ExecSecurity[] = ['deny', 'allowlist', 'full']
/** When a command is asked about, from never to always. */
export const EXEC_ASKS: readonly ExecAsk[] = ['off', 'on-miss', 'always']

/** The stricter of two securities: the minimum. An unknown value counts as `deny`. */
export function stricterSecurity(a: ExecSecurity, b: ExecSecurity): ExecSecurity {
  return EXEC_SECURITIES[Math.max(0, Math.min(EXEC_SECURITIES.indexOf(a), EXEC_SECURITIES.indexOf(b)))]!
}

/** The stricter of two asks: the one that asks more. An unknown value counts as `always`. */
export function stricterAsk(a: ExecAsk, b: ExecAsk): ExecAsk {
  const [first, second] = [EXEC_ASKS.indexOf(a), EXEC_ASKS.indexOf(b)]
  return first < 0 || second < 0 ? 'always' : EXEC_ASKS[Math.max(first, second)]!
}
