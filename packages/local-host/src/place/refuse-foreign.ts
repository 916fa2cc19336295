import { LocalHostError } from '../local-host-error.ts'

/**
 * Refuses a path of Windows, such as `C:\Users\me`: rules compare names as Linux and macOS do, and what they deny could
 * be reached by another spelling.
 *
 * @throws LocalHostError
 */
export function refuseForeign(folder: string): void {
  if (folder.startsWith('/')) return
  throw new LocalHostError(`${JSON.stringify(folder)} is a path of Windows, for which no rule can be checked`, {
    remedy: 'Run poundlock in the Windows Subsystem for Linux (WSL 2), with the project in a folder of Linux.',
  })
}
