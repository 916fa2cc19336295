import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { ConfigError } from '../config-error.ts'
import { resolveConfig, type ConfigSource, type ResolvedConfig } from '../resolve-config.ts'
import { readConfigFile } from './read-config.ts'

export interface LoadedConfig {
  /** From the least specific to the most specific. */
  readonly sources: readonly ConfigSource[]
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
 * Loads what applies to a workspace: the user's file and the workspace's own.
 *
 * @param options.file instead of the user's file in the state folder; must exist
 * @throws ConfigError when a file is broken; nothing is taken from any then
 */
export function loadConfig(options: {
  readonly workspace: string
  readonly stateDirectory: string
  readonly file?: string
}): LoadedConfig {
  const sources: ConfigSource[] = []
  const userFile = options.file ?? join(options.stateDirectory, 'poundlock.json')
  const user = readConfigFile(userFile, 'user', { vouchedFor: options.file !== undefined })
  if (user) sources.push(user)
  else if (options.file !== undefined) {
    throw ConfigError.unreadable(options.file, 'does not exist', 'Name an existing file, or leave --config out.')
  }
  const workspaceFile = join(options.workspace, '.poundlock', 'poundlock.json')
  if (workspaceFile !== userFile) {
    const workspace = readConfigFile(workspaceFile, 'workspace')
    if (workspace) sources.push(workspace)
  }
  return { sources, resolved: resolveConfig(sources) }
}
