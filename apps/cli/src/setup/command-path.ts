import { realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
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
 * Folders in the workspace are left out, since an earlier command can have written what lies there, and so are those that
 * somebody else could put a program into: it would run under the name that a rule allows.
 */
export function commandPath(
  env: NodeJS.ProcessEnv,
  home: string,
  workspace: string,
  hiddenPaths: readonly string[],
): CommandPath {
  const runner = runnerIn(workspace)
  const folders = (env['PATH'] ?? '').split(':').filter(isAbsolute).flatMap(realPath)
  const isTrusted = (folder: string) => !within(folder, workspace) && !isOpen(folder)
  const outside = folders.filter((folder) => isTrusted(folder) && (isSystem(folder) || isUsable(folder, runner)))
  const readPaths = toolchainPaths(outside.join(':'), home, { workspace, hiddenPaths })
  const known = (folder: string) => isSystem(folder) || readPaths.some((readable) => within(folder, readable))
  return { path: [...new Set([...outside.filter(known), ...SYSTEM_PATH.filter(isTrusted)])], readPaths }
}

/** Whether everybody can put a program there: then not even a folder of the system holds the system's. */
function isOpen(folder: string): boolean {
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & 0o002) !== 0
}

const isSystem = (folder: string) => SYSTEM_PATH.includes(folder)

/** Whose rights a command has: root works in the workspace of a normal user as that user. */
function runnerIn(workspace: string): number | undefined {
  const uid = process.getuid?.()
  return uid === 0 ? statSync(workspace).uid : uid
}

/** Whether nobody but the user and root can change what lies there, up to the root, and whoever runs it gets there. */
function isUsable(folder: string, runner: number | undefined): boolean {
  const uid = process.getuid?.()
  for (let place = folder; ; place = dirname(place)) {
    const stat = statSync(place, { throwIfNoEntry: false })
    if (!stat || (stat.uid !== uid && stat.uid !== 0)) return false
    // Above, a sticky bit is enough: what lies in such a folder can be replaced by its owner only.
    const sticky = place !== folder && (stat.mode & 0o1000) !== 0
    if ((stat.mode & 0o002) !== 0 && !sticky) return false
    if (runner !== uid && (stat.mode & 0o001) === 0) return false
    if (place === dirname(place)) return true
  }
}

const within = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

function realPath(folder: string): readonly string[] {
  try {
    const real = realpathSync.native(folder)
    return real.includes(':') ? [] : [real]
  } catch {
    return []
  }
}
