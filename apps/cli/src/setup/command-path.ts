import { realpathSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { SYSTEM_PATH } from '@poundlock/runtime'
import { toolchainPaths } from '@poundlock/sandbox'

export interface CommandPath {
  /** Folders for programs, absolute, each readable inside a sandbox. */
  readonly path: readonly string[]
  /** What has to be made readable for that. */
  readonly readPaths: readonly string[]
}

/**
 * The folders that commands find their programs in: tool chains of the user's own PATH, and those of the system.
 * Folders in the workspace are left out, since an earlier command can have written what lies there.
 */
export function commandPath(
  env: NodeJS.ProcessEnv,
  home: string,
  workspace: string,
  hiddenPaths: readonly string[],
): CommandPath {
  const folders = (env['PATH'] ?? '').split(':').filter(isAbsolute).flatMap(realPath)
  const outside = folders.filter((folder) => !within(folder, workspace))
  const readPaths = toolchainPaths(outside.join(':'), home, { workspace, hiddenPaths })
  const known = (folder: string) =>
    SYSTEM_PATH.includes(folder) || readPaths.some((readable) => within(folder, readable))
  return { path: [...new Set([...outside.filter(known), ...SYSTEM_PATH])], readPaths }
}

const within = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

function realPath(folder: string): readonly string[] {
  try {
    const real = realpathSync(folder)
    return real.includes(':') ? [] : [real]
  } catch {
    return []
  }
}
