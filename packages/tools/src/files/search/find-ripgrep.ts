import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { isWithin } from '@poundlock/spec'

/**
 * Where ripgrep is, or `null`. It runs as Poundlock does: folders of PATH that are relative, or below the workspace,
 * where a call could have put a program of that name, do not count.
 */
export function findRipgrep(searchPath: string | undefined, workspace: string): string | null {
  for (const folder of (searchPath ?? '').split(posix.delimiter)) {
    if (!folder.startsWith('/')) continue
    const found = programAt(posix.join(folder, 'rg'))
    if (found !== null && !isWithin(found, realOr(workspace)) && !isWithin(folder, workspace)) return found
  }
  return null
}

function programAt(path: string): string | null {
  try {
    const real = realpathSync(path)
    accessSync(real, constants.X_OK)
    return statSync(real).isFile() ? real : null
  } catch {
    return null
  }
}

function realOr(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
