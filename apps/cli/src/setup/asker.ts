import type { LoadedConfig } from '@poundlock/config/node'
import type { AskForApproval, AskingSurface } from '@poundlock/runtime'
import { approvalSettings } from './approval-settings.ts'
import { approvalsPlace, hasSocket } from './approvals-place.ts'

export interface AskerOptions {
  /** Whether whoever sits at the terminal may be asked. */
  readonly terminal: boolean
  readonly abortSignal: AbortSignal
  /** How long a request waits; half an hour unless set. */
  readonly timeoutSeconds?: number
  /** Where else somebody can be asked. */
  readonly more?: readonly AskingSurface[]
}

/**
 * Asks on every surface that there is: the terminal, and whoever serves the socket of approvals. `undefined` where there
 * is neither. What it takes is loaded when somebody is asked.
 */
export function approvalAsker(
  options: AskerOptions,
): (state: string, config: LoadedConfig) => AskForApproval | undefined {
  return (state, { sources }) => {
    const terminal = options.terminal && process.stdin.isTTY && process.stderr.isTTY
    if (!terminal && options.more === undefined && !hasSocket(approvalsPlace(state))) return undefined
    return async (request, more) => {
      const { askEverywhere } = await import('./ask-everywhere.ts')
      const { timeout } = approvalSettings(sources)
      return askEverywhere(state, { ...options, terminal, ...(timeout !== undefined && { timeoutSeconds: timeout }) })(
        request,
        more,
      )
    }
  }
}
