import { unwatchFile, watchFile } from 'node:fs'
import { join } from 'node:path'
import { PoundlockError } from '@poundlock/spec'
import { ConfigError } from '../config-error.ts'
import {
  loadConfig,
  ORGANISATION_FILE,
  workspaceConfigFile,
  type ConfigLocation,
  type LoadedConfig,
} from './load-config.ts'

/** What became of a change of the files. */
export type ConfigEvent =
  | { readonly type: 'loaded'; readonly config: LoadedConfig }
  /** The files are broken now: what was loaded before still holds. */
  | { readonly type: 'refused'; readonly error: PoundlockError; readonly config: LoadedConfig }

/** A configuration that follows its files. */
export interface ConfigWatch {
  /** The last that was good. */
  readonly current: LoadedConfig
  /** Checks the files now, and returns the result. */
  reload(): ConfigEvent
  /** Stops watching. */
  close(): void
}

/** What is called when a file of the configuration changes. */
export interface WatchOptions {
  /** Milliseconds between two looks at the files. */
  readonly interval?: number
  /** Refuses what can be read and still not be used: it throws a `PoundlockError`. */
  readonly accept?: (config: LoadedConfig) => void
}

/**
 * Loads the configuration and follows its files. A broken file changes nothing: the last good configuration stays in
 * force, and the listener gets the error. A file that can be read only in part, or not at all, is broken, too.
 *
 * A missing file is refused as well: an editor may be about to replace it, and without it denied calls would be
 * allowed. To remove it, leave it empty (`{}`), or start again.
 *
 * The files are checked in intervals, not watched: that also works when an editor replaces a file, or the folder does
 * not exist yet.
 *
 * @throws ConfigError when there is no good configuration to begin with
 */
export function watchConfig(
  location: ConfigLocation,
  listener: (event: ConfigEvent) => void,
  { interval = 1000, accept }: WatchOptions = {},
): ConfigWatch {
  let current = loadConfig(location)
  accept?.(current)
  const reload = (): ConfigEvent => {
    let event: ConfigEvent
    try {
      const config = loadConfig(location)
      refuseLost(config, current)
      accept?.(config)
      current = config
      event = { type: 'loaded', config }
    } catch (error) {
      const known = PoundlockError.isInstance(error)
        ? error
        : new PoundlockError(String(error), { code: 'CONFIG_UNREADABLE', cause: error })
      event = { type: 'refused', error: known, config: current }
    }
    listener(event)
    return event
  }
  const files = [
    location.organisationFile === undefined ? ORGANISATION_FILE : location.organisationFile,
    location.file ?? join(location.stateDirectory, 'poundlock.json'),
    workspaceConfigFile(location.workspace),
    join(location.stateDirectory, 'trusted-workspaces.json'),
  ].filter((file) => file !== null)
  for (const file of files) watchFile(file, { interval, persistent: false }, reload)
  return {
    get current() {
      return current
    },
    reload,
    close() {
      for (const file of files) unwatchFile(file, reload)
    },
  }
}

/** Every file that was taken in must still be there. */
function refuseLost(now: LoadedConfig, before: LoadedConfig): void {
  const lost = before.sources.find(({ kind }) => now.sources.every((source) => source.kind !== kind))
  if (!lost) return
  throw ConfigError.unreadable(
    lost.source.file,
    'is gone',
    'Put it back, write {} into it, or start again to go without it.',
  )
}
