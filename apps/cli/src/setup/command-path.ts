import { realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { LoadedConfig } from '@poundlock/config/node'
import { SYSTEM_PATH } from '@poundlock/runtime'
import { toolchainPaths } from '@poundlock/sandbox'
import { PoundlockError } from '@poundlock/spec'

export interface CommandPath {
  /** Folders for programs, absolute, each readable inside a sandbox. */
  readonly path: readonly string[]
  /** What has to be made readable for that. */
  readonly readPaths: readonly string[]
}

export interface CommandPathOptions {
  readonly home: string
  readonly workspace: string
  readonly hiddenPaths: readonly string[]
  /** Folders that come before all others, as the user's configuration names them: absolute, or below `~`. */
  readonly first?: readonly string[]
}

/**
 * The folders that commands find their programs in: those that the configuration puts first, tool chains of the user's
 * own PATH, and those of the system. Folders in the workspace are left out, since an earlier command can have written what
 * lies there, and so are those that somebody else could put a program into: it would run under the name that a rule
 * allows.
 *
 * @throws PoundlockError `CONFIG_INVALID` where the configuration names such a folder; one that is not there is left out
 */
export function commandPath(
  env: NodeJS.ProcessEnv,
  { home, workspace, hiddenPaths, first = [] }: CommandPathOptions,
): CommandPath {
  const runner = runnerIn(workspace)
  const named = first.flatMap((folder) => realPath(folder.startsWith('~/') ? join(home, folder.slice(2)) : folder))
  const folders = [...named, ...(env['PATH'] ?? '').split(':').filter(isAbsolute).flatMap(realPath)]
  const isTrusted = (folder: string) => !within(folder, workspace) && !isOpen(folder)
  const outside = folders.filter((folder) => isTrusted(folder) && (isSystem(folder) || isUsable(folder, runner)))
  const readPaths = toolchainPaths(outside.join(':'), home, { workspace, hiddenPaths })
  const known = (folder: string) => isSystem(folder) || readPaths.some((readable) => within(folder, readable))
  const path = [...new Set([...outside.filter(known), ...SYSTEM_PATH.filter(isTrusted)])]
  for (const folder of named) {
    if (!path.includes(folder)) throw refused(folder, within(folder, workspace))
  }
  return { path, readPaths }
}

function refused(folder: string, inWorkspace: boolean): PoundlockError {
  const why = inWorkspace
    ? 'lies in the workspace: what an earlier command wrote there would run under the name of a program'
    : 'can be written by others, or cannot be shown to contained commands'
  return new PoundlockError(`tools.exec.pathPrepend: ${folder} ${why}`, {
    code: 'CONFIG_INVALID',
    remedy: 'Name a folder outside, below the first level, which only you and root can write, up to the root.',
    details: { folder },
  })
}

/** What the user's own file puts before PATH: for this agent, for all agents, for everything. Other files are not asked. */
export function pathPrepend({ sources }: Pick<LoadedConfig, 'sources'>, agent: string): readonly string[] {
  return sources
    .filter((source) => source.kind === 'user')
    .flatMap(({ document: { tools, agents } }) => [
      ...(agents?.list ?? []).filter(({ id }) => id === agent).map((entry) => entry.tools),
      agents?.defaults?.tools,
      tools,
    ])
    .flatMap((settings) => settings?.exec?.pathPrepend ?? [])
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
