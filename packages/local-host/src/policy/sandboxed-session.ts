import type { ResolvedConfig } from '@poundlock/config'
import type { PolicyLayer } from '@poundlock/policy'

/** The session that a person has with an agent directly; others come from channels, hooks and other agents. */
export const MAIN_SESSION = 'main'

/** Who makes a call. */
interface Caller {
  readonly agent: string
  readonly session: string
}

/** A session has its name, or its key, in which the agent's name stands before: `agent:<agent>:<session>`. */
const isMain = ({ agent, session }: Caller) => session === MAIN_SESSION || session === `agent:${agent}:${MAIN_SESSION}`

/** Whether the commands of a session are contained, by `sandbox.mode`. */
export function isSandboxed(mode: ResolvedConfig['sandbox']['mode']['value'], caller: Caller): boolean {
  return mode === 'all' || (mode === 'non-main' && !isMain(caller))
}

/**
 * What `sandbox.mode` adds to the policy for a session that it does not contain: its commands run on this machine, as
 * `tools.exec.security` and `ask` let them, which is not at all unless they were set. It is the least specific layer:
 * `tools.exec.host`, where a file sets it, wins.
 */
export function modeLayers({ mode }: Pick<ResolvedConfig['sandbox'], 'mode'>, caller: Caller): readonly PolicyLayer[] {
  if (isSandboxed(mode.value, caller)) return []
  return [{ name: 'sandbox.mode', mayLoosen: true, locate: () => mode.origin, exec: { host: 'gateway' } }]
}
