import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { isWithin } from '@poundlock/spec'
import type { ToolContext } from '../../tool-handler.ts'
import { FileToolError } from '../file-tool-error.ts'

/** Finds the ripgrep program for a call. */
export type FindProgram = (context: Pick<ToolContext, 'workspace'>) => Promise<string>

/**
 * Finds the installed ripgrep, else the one that the package brings. It runs uncontained, so a program that a call could
 * have put there does not count: folders of PATH that are relative, and programs below the workspace.
 *
 * @throws FileToolError `SEARCH_UNAVAILABLE`
 */
export const findRipgrep: FindProgram = async ({ workspace }) => {
  for (const folder of (process.env['PATH'] ?? '').split(posix.delimiter)) {
    if (!folder.startsWith('/') || isWithin(folder, workspace)) continue
    const found = programAt(posix.join(folder, 'rg'), workspace)
    if (found !== null) return found
  }
  const bundled = programAt(await bundledPath(), workspace)
  if (bundled !== null) return bundled
  throw new FileToolError('ripgrep is not installed outside the workspace', {
    code: 'SEARCH_UNAVAILABLE',
    remedy: 'Install ripgrep, so that rg is in a folder of PATH.',
  })
}

/** Empty on a platform that the package has no program for. */
async function bundledPath(): Promise<string> {
  try {
    return (await import('@vscode/ripgrep')).rgPath
  } catch {
    return ''
  }
}

function programAt(path: string, workspace: string): string | null {
  try {
    const real = realpathSync(path)
    accessSync(real, constants.X_OK)
    return statSync(real).isFile() && !isWithin(real, realpathSync(workspace)) ? real : null
  } catch {
    return null
  }
}
