import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type GitSetting, parseGitConfig } from '@poundlock/profiles/git'
import { isWithin } from '@poundlock/spec'
import { realPath, type Repository } from './locate-repository.ts'
import { readSmall } from './read-small.ts'

/** What git reads before a command. */
export interface RepositorySettings {
  /** Those of the repository, and those of files in the workspace that the user's own settings include. */
  readonly settings: readonly GitSetting[]
  /** Those of the user, and of the machine. */
  readonly own: readonly GitSetting[]
  /** Files that cannot be read, or that git would complain of. */
  readonly unknown: readonly string[]
  /** False where a file that git reads was not read. */
  readonly isWhole: boolean
}

/** Git follows ten levels. */
const MAX_INCLUDES = 32

/**
 * Reads what git reads, and follows every include, whatever its condition.
 *
 * @param home of the user, whose own settings are their choice
 * @param workspace files in it may be anybody's
 */
export function readRepositorySettings(
  { top, own, common }: Repository,
  home: string | null,
  workspace: string | null,
): RepositorySettings {
  const settings: GitSetting[] = []
  const users: GitSetting[] = []
  const unknown: string[] = []
  const isOfWorkspace = (file: string): boolean => {
    const real = realPath(file)
    return (
      real !== null && [top, workspace].some((folder) => folder !== null && isWithin(real, realPath(folder) ?? folder))
    )
  }
  let count = 0
  let isWhole = true
  const read = (file: string, into: GitSetting[], isUsers: boolean): void => {
    if (!statSync(file, { throwIfNoEntry: false })) return
    count += 1
    const text = count > MAX_INCLUDES ? null : readSmall(file)
    isWhole &&= text !== null
    const parsed = text === null ? null : parseGitConfig(text)
    if (parsed?.complete !== true && !isUsers) unknown.push(file)
    for (const setting of parsed?.settings ?? []) {
      into.push(setting)
      const { section, name, value } = setting
      if (!/^include(?:if)?$/.test(section) || name !== 'path' || value === null) continue
      const included = pathOf(value, dirname(file), home)
      isWhole &&= included !== null
      if (included === null) continue
      const isTheirs = isUsers && !isOfWorkspace(included)
      read(included, isTheirs ? users : settings, isTheirs)
    }
  }
  for (const file of userFiles(home)) read(file, users, true)
  read(join(common, 'config'), settings, false)
  read(join(own, 'config.worktree'), settings, false)
  return { settings, own: users, unknown, isWhole }
}

/** Source: git-config(1), FILES. */
function userFiles(home: string | null): readonly string[] {
  return ['/etc/gitconfig', ...(home === null ? [] : [join(home, '.config/git/config'), join(home, '.gitconfig')])]
}

/** A path as settings of git write them; `null` below the home of somebody else. */
export function pathOf(value: string, from: string, home: string | null): string | null {
  if (value === '~' || value.startsWith('~/')) return home === null ? null : join(home, value.slice(1))
  return value.startsWith('~') || value.includes('\0') ? null : resolve(from, value)
}
