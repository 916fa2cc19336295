import type { SessionPlace } from '@poundlock/local-host'
import type { ParamsOf } from '@poundlock/protocol'
import type { CallContext } from '@poundlock/runtime'
import type { ExecInput } from '@poundlock/spec/tools'

type Command = ParamsOf<'system.run.prepare'>

/** For whom something is done here. */
export interface RunCaller {
  readonly agent: string
  readonly session: string
}

/** Where something is done: sessions of different agents never share a host. */
export const placeOf = ({ agent, session }: RunCaller, workspace: string): SessionPlace => ({
  workspace,
  agent,
  session: `${agent}/${session}`,
})

export const contextOf = ({ agent, session }: RunCaller, workspace: string): CallContext => ({
  agent,
  session,
  workspace,
  cwd: workspace,
})

/**
 * The input of `exec`, made field by field: nothing else of a request reaches the tool. Where the command runs, how it is
 * contained and who has to be asked is for the configuration of this machine.
 */
export function execInputOf({ command, workdir, env, timeoutMs, pty, background }: Command): ExecInput {
  return {
    command,
    ...(workdir !== undefined && { workdir }),
    ...(env !== undefined && { env }),
    ...(timeoutMs !== undefined && { timeout: Math.max(timeoutMs / 1000, 0.001) }),
    ...(pty === true && { pty }),
    ...(background === true && { background }),
  }
}
