import { realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { LoadedConfig } from '@poundlock/config/node'
import { SYSTEM_PATH } from '@poundlock/plan'
import { toolchainPaths } from '@poundlock/sandbox'
import { isWithin, PoundlockError } from '@poundlock/spec'
import { isObeyedPlace } from '@poundlock/state-files/node'

export interface CommandPath {
  /** Folders for programs, absolute, each readable inside a sandbox. */
  readonly path: readonly string[]
  /** The folders that a sandbox must make readable for these programs. */
  readonly readPaths: readonly string[]
}

export interface CommandPathOptions {
  readonly home: string
  readonly workspace: string
  readonly hiddenPaths: readonly string[]
  /** Folders that come before all others, as the user's configuration names them: absolute, or below `~`. */
  readonly first?: readonly string[]
  /** Folders after those of PATH: those that only the user's login shell has. */
  readonly last?: readonly string[]
}

/**
 * The folders in which commands find their programs: those of the configuration first, then tool chains of the user's
 * PATH, then those of the system. Two kinds are left out: folders in the workspace, where an earlier command can have
 * written, and folders that other users can write to, since a program there would run under the name that a rule
 * allows.
 *
 * @throws PoundlockError `CONFIG_INVALID` where the configuration names such a folder; a missing folder is left out
 */
export function commandPath(
  env: NodeJS.ProcessEnv,
  { home, workspace, hiddenPaths, first = [], last = [] }: CommandPathOptions,
): CommandPath {
  const runner = runnerIn(workspace)
  const named = first.flatMap((folder) => realPath(folder.startsWith('~/') ? join(home, folder.slice(2)) : folder))
  const inherited = (env['PATH'] ?? '').split(':')
  const folders = [...named, ...[...inherited, ...last].filter(isAbsolute).flatMap(realPath)]
  const isTrusted = (folder: string) => !isWithin(folder, workspace) && !isOpen(folder)
  const outside = folders.filter((folder) => isTrusted(folder) && (isSystem(folder) || isUsable(folder, runner)))
  const readPaths = toolchainPaths(outside.join(':'), home, { workspace, hiddenPaths })
  const known = (folder: string) => isSystem(folder) || readPaths.some((readable) => isWithin(folder, readable))
  const path = [...new Set([...outside.filter(known), ...SYSTEM_PATH.filter(isTrusted)])]
  for (const folder of named) {
    if (!path.includes(folder)) throw refused(folder, isWithin(folder, workspace))
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

/** What the owners' files put before PATH: for this agent, for all agents, for everything. A repository has no say. */
export const pathPrepend = (config: Pick<LoadedConfig, 'sources'>, agent: string): readonly string[] =>
  ownersExec(config, agent).flatMap((exec) => exec.pathPrepend ?? [])

/** What the user's and the organisation's file say of commands: of this agent's, of all agents', of all. */
export function ownersExec({ sources }: Pick<LoadedConfig, 'sources'>, agent: string) {
  return sources
    .filter((source) => source.kind !== 'workspace')
    .flatMap(({ document: { tools, agents } }) => [
      ...(agents?.list ?? []).filter(({ id }) => id === agent).map((entry) => entry.tools),
      agents?.defaults?.tools,
      tools,
    ])
    .flatMap((settings) => (settings?.exec === undefined ? [] : [settings.exec]))
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

/**
 * Whether only the user and root can change what lies in a folder, up to the root, and the runner can enter it. A group
 * may write: administrators share folders of programs so.
 */
function isUsable(folder: string, runner: number | undefined): boolean {
  return isObeyedPlace(folder, { anyGroup: true }) && (runner === process.getuid?.() || isOpenToPass(folder))
}

/** Whether everybody may pass it and the folders above it. */
function isOpenToPass(folder: string): boolean {
  for (let current = folder; ; current = dirname(current)) {
    if (((statSync(current, { throwIfNoEntry: false })?.mode ?? 0) & 0o001) === 0) return false
    if (current === dirname(current)) return true
  }
}

function realPath(folder: string): readonly string[] {
  try {
    const real = realpathSync.native(folder)
    return real.includes(':') ? [] : [real]
  } catch {
    return []
  }
}
