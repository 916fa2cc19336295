import { approvalSettings, approvalsPaths, hasSocket, requestOf, type HostSettings } from '@poundlock/local-host'
import type { AskForApproval } from '@poundlock/runtime'
import type { AskerOptions } from './ask-everywhere.ts'

/**
 * Asks on every surface: the terminal, and the process that serves the socket of approvals. `undefined` where there is
 * neither. The rest is loaded for the first question.
 */
export function approvalAsker(
  options: Omit<AskerOptions, 'requestOf'>,
): (settings: HostSettings) => AskForApproval | undefined {
  return ({ stateDirectory: state, config: { sources } }) => {
    const terminal = options.terminal && process.stdin.isTTY && process.stderr.isTTY
    if (!terminal && options.more === undefined && !hasSocket(approvalsPaths(state))) return undefined
    return async (request, more) => {
      const { askEverywhere } = await import('./ask-everywhere.ts')
      const { timeout } = approvalSettings(sources)
      const lifetime = timeout === undefined ? {} : { timeoutSeconds: timeout }
      const asker = askEverywhere(state, { ...options, terminal, requestOf: requestOf(sources), ...lifetime })
      return asker(request, more)
    }
  }
}
