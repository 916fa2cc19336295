import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { ConfigError } from '../config-error.ts'
import type { ConfigSource } from '../config-source.ts'
import { refuseIneffective } from '../ineffective/find-ineffective.ts'
import { resolveConfig, type ResolvedConfig } from '../resolve-config.ts'
import { platformDefaults } from './platform-defaults.ts'
import { readConfigFile } from './read-config.ts'
import { isTrusted, readTrust } from './workspace-trust.ts'

/** The file of an organisation, which users and repositories cannot loosen. */
export const ORGANISATION_FILE = '/etc/poundlock/poundlock.json'

/** Where the configuration is looked for. */
export interface ConfigLocation {
  /** Absolute. */
  readonly workspace: string
  /** Absolute. */
  readonly stateDirectory: string
  /** Instead of the user's file in the state folder; must exist. */
  readonly file?: string
  /** Instead of `ORGANISATION_FILE`; `null` for none. */
  readonly organisationFile?: string | null
  /** For whom: what files say for this agent counts too. Without one, what holds for every agent. */
  readonly agent?: string
}

/** All sources of a configuration, and what holds. */
export interface LoadedConfig {
  /** From the least specific to the most specific. */
  readonly sources: readonly ConfigSource[]
  /** The values in force, each with its origin. */
  readonly resolved: ResolvedConfig
}

/** The folder of Poundlock's state: `POUNDLOCK_HOME`, or `~/.poundlock`. Absolute. */
export function stateDirectory(env: NodeJS.ProcessEnv = process.env): string {
  const chosen = env['POUNDLOCK_HOME']
  if (chosen === undefined || chosen === '') {
    const home = homedir()
    // From a relative one, the folder that a command is started in would bring the user's own file along.
    if (!isAbsolute(home)) {
      throw new ConfigError(`the home folder is ${JSON.stringify(home)}; expected an absolute path`, {
        code: 'CONFIG_UNREADABLE',
        remedy: 'Set HOME or POUNDLOCK_HOME to an absolute path.',
      })
    }
    return join(home, '.poundlock')
  }
  if (!isAbsolute(chosen)) {
    throw new ConfigError(`POUNDLOCK_HOME is ${JSON.stringify(chosen)}; expected an absolute path`, {
      code: 'CONFIG_UNREADABLE',
      remedy: 'Set it to an absolute path, or unset it.',
    })
  }
  return resolve(chosen)
}

/**
 * Loads the files that apply to a workspace: the organisation's, the user's and the workspace's own.
 *
 * @throws ConfigError when a file is broken; then no file counts
 */
export function loadConfig(location: ConfigLocation): LoadedConfig {
  const { organisationFile = ORGANISATION_FILE, stateDirectory: state, workspace: folder } = location
  const sources: ConfigSource[] = []
  const organisation = organisationFile === null ? null : readConfigFile(organisationFile, 'organisation')
  if (organisation) sources.push(organisation)
  const userFile = location.file ?? join(state, 'poundlock.json')
  const user = readConfigFile(userFile, 'user', { vouchedFor: location.file !== undefined })
  if (user) sources.push(user)
  else if (location.file !== undefined) {
    throw ConfigError.unreadable(location.file, 'does not exist', 'Name an existing file, or leave --config out.')
  }
  const workspaceFile = workspaceConfigFile(folder)
  if (workspaceFile !== userFile) {
    const workspace = readConfigFile(workspaceFile, 'workspace', {
      isTrusted: (bytes) => isTrusted(readTrust(state), folder, bytes),
    })
    if (workspace) sources.push(workspace)
  }
  const defaults = platformDefaults()
  const resolved = resolveConfig(sources, location.agent, defaults)
  refuseIneffective(sources, location.agent === undefined ? resolved : resolveConfig(sources, undefined, defaults))
  return { sources, resolved }
}

/** The file that a workspace brings along. */
export function workspaceConfigFile(workspace: string): string {
  return join(workspace, '.poundlock', 'poundlock.json')
}
