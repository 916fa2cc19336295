import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandProfile } from '@poundlock/policy'
import { redactSecrets } from '@poundlock/spec'
import { USER_IN_ADDRESS } from './holds-password.ts'
import { locateRepository } from './locate-repository.ts'
import { readRepositorySettings } from './read-settings.ts'
import { readSmall } from './read-small.ts'

/** What names other files of settings than those that are looked at. git-config(1), FILES */
const OTHER_FILES = /^(?:GIT_CONFIG.*|XDG_CONFIG_HOME)$/
/** Where builds of git for macOS have the settings of the machine. */
const OF_THE_MACHINE = ['/usr/local/etc/gitconfig', '/opt/homebrew/etc/gitconfig']
/** Settings that hold addresses of remotes, or a part of them. */
const OF_ADDRESSES = /^(?:remote|url|branch)$/

/** Marks `git remote -v` and `git remote get-url` where no address that they print holds a password. */
export function withOpenAddresses(profile: CommandProfile, home: string): CommandProfile {
  const [program, subcommand, ...words] = profile.words ?? []
  if (!profile.known || program !== 'git' || subcommand !== 'remote') return profile
  const folder = profile.effects.find(({ lists }) => lists === true)?.path ?? null
  if (folder === null) return profile
  const [verb, name, more] = words.filter((word) => !(word !== null && SHOWS.test(word)))
  const isPlain = verb === undefined || (verb === 'get-url' && name != null && more === undefined)
  return isPlain && addressesAreOpen(folder, home) ? { ...profile, openAddresses: true } : profile
}

const SHOWS = /^(?:-v|--verbose|--push|--all)$/

function addressesAreOpen(folder: string, home: string): boolean {
  if (Object.keys(process.env).some((name) => OTHER_FILES.test(name))) return false
  const repository = locateRepository(folder)
  // Then git prints nothing but an error.
  if (repository === null) return true
  // Files for one remote each, as git had them before its settings. gitrepository-layout(5)
  if (['remotes', 'branches'].some((name) => !isEmpty(join(repository.common, name)))) return false
  if (OF_THE_MACHINE.some((file) => isSecret(readSmall(file) ?? ''))) return false
  const { settings, own, isWhole } = readRepositorySettings(repository, home, null)
  return (
    isWhole &&
    [...settings, ...own].every(
      ({ section, subsection, value }) =>
        !OF_ADDRESSES.test(section) || !(isSecret(subsection ?? '') || isSecret(value ?? '')),
    )
  )
}

const isSecret = (text: string): boolean => USER_IN_ADDRESS.test(text) || redactSecrets(text) !== text

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
