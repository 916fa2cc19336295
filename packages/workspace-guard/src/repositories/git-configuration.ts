import { type GitSetting, meaningOfSetting, parseGitConfig, pathOfAddress } from '@poundlock/profiles/git'
import { leadsThroughSkipped } from './skipped-folders.ts'

/** The context of a configuration's text. */
export interface ConfigurationContext {
  /** Judges `core.worktree`, the folder that git checks files out to; none is fine unless given. */
  readonly mayWorkIn?: (folder: string) => boolean
  /**
   * Checks the address of a remote that is a path. A push runs the hooks there, so it must not lie in a folder that is
   * not searched for repositories.
   */
  readonly mayPushTo?: (path: string) => boolean
}

/**
 * True when every line of a repository's configuration is understood and none can make git run a program, or write
 * where it is not expected to. Which settings can is in one table for the gate and the sandbox.
 */
export function onlyDescribes(configuration: string, context: ConfigurationContext = {}): boolean {
  const { mayWorkIn = () => false, mayPushTo = () => true } = context
  // Git writes no value over several lines.
  if (/\\\r?\n/.test(configuration)) return false
  const { settings, complete } = parseGitConfig(configuration)
  if (!complete) return false
  return settings.every((setting) => {
    if (setting.section === 'core' && setting.name === 'worktree') {
      return setting.value !== null && isWrittenPlainly(configuration, setting) && mayWorkIn(setting.value)
    }
    if (meaningOfSetting(setting).kind !== 'describes') return false
    return addressesOf(setting, settings).every((address) => {
      const path = pathOfAddress(address)
      return path === null || (!leadsThroughSkipped(path) && mayPushTo(path))
    })
  })
}

/** Without quotes, comments and escapes. */
function isWrittenPlainly(configuration: string, { name, value }: GitSetting): boolean {
  return configuration.split('\n').some((line) => {
    const at = line.indexOf('=')
    return at >= 0 && line.slice(0, at).trim() === name && line.slice(at + 1).trim() === (value ?? '')
  })
}

/** Where a setting says that other repositories are. */
function addressesOf(
  { section, subsection, name, value }: GitSetting,
  settings: readonly GitSetting[],
): readonly string[] {
  if (value === null) return []
  if (section === 'url') return [subsection ?? '']
  if (section === 'remotes') return value.split(/\s+/).filter((one) => !isNameOfRemote(one, settings))
  if (section === 'remote' && /^(?:push)?url$/.test(name)) return [value]
  const mayBeName =
    section === 'branch' ? /^(?:push)?remote$/.test(name) : section === 'remote' && name === 'pushdefault'
  return mayBeName && value !== '.' && !isNameOfRemote(value, settings) ? [value] : []
}

const isNameOfRemote = (name: string, settings: readonly GitSetting[]): boolean =>
  name === 'origin' || settings.some(({ section, subsection }) => section === 'remote' && subsection === name)
