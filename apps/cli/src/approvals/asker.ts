import { approvalSettings, approvalsPaths, hasSocket, requestOf, type HostSettings } from '@poundlock/local-host'
import type { AskForApproval } from '@poundlock/runtime'
import type { AskerOptions } from './ask-everywhere.ts'

/**
 * Asks on every surface: the terminal, and the process that serves the socket of approvals. `undefined` where there is
 * neither, or where nothing is to prompt, unless requests are queued for a later answer. The rest is loaded for the
 * first question.
 */
export function approvalAsker({
  prompts = true,
  ...options
}: Omit<AskerOptions, 'requestOf' | 'unattended' | 'socket'> & { readonly prompts?: boolean }): (
  settings: HostSettings,
) => AskForApproval | undefined {
  return ({ stateDirectory: state, config: { sources } }) => {
    const { timeout, unattended = 'deny' } = approvalSettings(sources)
    const terminal = prompts && options.terminal && process.stdin.isTTY && process.stderr.isTTY
    const socket = prompts && hasSocket(approvalsPaths(state))
    if (!terminal && !socket && options.more === undefined && unattended === 'deny') return undefined
    return async (request, more) => {
      const { askEverywhere } = await import('./ask-everywhere.ts')
      const lifetime = timeout === undefined ? {} : { timeoutSeconds: timeout }
      // What runs already is not kept for the same call, made again: that would run it again.
      const kept = request.runs === true ? 'deny' : unattended
      const where = { terminal, socket, unattended: kept, requestOf: requestOf(sources), ...lifetime }
      return askEverywhere(state, { ...options, ...where })(request, more)
    }
  }
}
