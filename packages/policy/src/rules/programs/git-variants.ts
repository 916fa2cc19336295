import type { CommandProfile, PlannedCommand } from '../../model/command-plan.ts'
import { type IsHarmless, onlyWith, without } from './harmless-form.ts'

/** `git reset HEAD a.txt`, which is `git restore --staged a.txt`; without names it also ends a merge. git-reset(1) */
const takesOutOfIndex: IsHarmless = (words, options) => {
  const [first, ...names] = words.slice(2).filter((word) => word !== '-q' && word !== '--quiet')
  return (
    onlyWith('-q', '--quiet')(words, options) &&
    /^(?:HEAD|--)$/.test(first ?? '') &&
    names.some((name) => name !== '--')
  )
}

/** The folder that git works in, and settings for this once, which its profile has looked at. */
const OF_GIT = ['-C', '-c']

/** What git adds to a repository, so that nothing is lost. A reference that moves or goes may be the last of its commits. */
const GIT_ADDS: Readonly<Record<string, IsHarmless>> = {
  add: without(),
  stage: without(),
  commit: without('-n', '--no-verify', '--amend'),
  restore: without(),
  reset: takesOutOfIndex,
  rm: without(),
  mv: without(),
  // With other options they change files of the working tree, or take another branch away.
  checkout: onlyWith(...OF_GIT, '-b', '-q', '--quiet', '--no-track', '--progress', '--no-progress'),
  switch: onlyWith(...OF_GIT, '--create', '-q', '--quiet', '--no-track', '--progress', '--no-progress'),
  init: onlyWith('-b', '--initial-branch', '-q', '--quiet'),
  branch: onlyWith('-t', '--track', '--no-track', '-q', '--quiet', '--create-reflog'),
  tag: onlyWith('-a', '--annotate', '-m', '--message', '-F', '--file', '--create-reflog'),
}

/** A message that is given, so that no editor is started. */
const MESSAGE = ['-m', '--message', '-F', '--file', '-C', '--reuse-message', '--no-edit']

/**
 * What takes away from the data of a repository at most: references, the index, what its logs say of them. No file of the
 * working tree changes, and no setting but the section of a branch that is renamed.
 */
const GIT_TAKES_AWAY: Readonly<Record<string, IsHarmless>> = {
  commit: (words, options) =>
    options.includes('--amend') &&
    onlyWith(...OF_GIT, '--amend', '-a', '--all', '-q', '--quiet', ...MESSAGE)(words, options),
  branch: onlyWith(
    ...OF_GIT,
    '-d',
    '-D',
    '--delete',
    '-f',
    '--force',
    '-m',
    '-M',
    '--move',
    '-r',
    '--remotes',
    '-q',
    '--quiet',
  ),
  tag: onlyWith(...OF_GIT, '-d', '--delete', '-f', '--force', '-a', '--annotate', '-m', '--message', '-F', '--file'),
  reset: onlyWith(...OF_GIT, '--soft', '--mixed', '-q', '--quiet'),
  stash: (words, options) =>
    /^(?:drop|clear)$/.test(words[2] ?? '') && onlyWith(...OF_GIT, '-q', '--quiet')(words, options),
}

/** Settings of git that hold no passwords and no addresses with passwords. git-config(1) */
const OPEN_SETTING =
  /^(?:user|core|init|branch|pull|push|merge|diff|color|commit|tag|rebase|fetch|format|log|status|rerere|worktree)\.[^=]*$/i

const GIT_READS: Readonly<Record<string, IsHarmless>> = {
  // Addresses of remotes can hold passwords, also by the user's own `url.*.insteadOf`: where it was not looked at them,
  // only their names need no rule.
  // It lists all settings too. git-var(1)
  var: without('-l'),
  remote: (words, options) => words.length === 2 && options.length === 0,
  config: (words, options) => {
    const keys = words.slice(2).filter((word) => word !== 'get')
    return (
      keys.length === 1 &&
      OPEN_SETTING.test(keys[0] ?? '') &&
      options.every((option) => /^--(?:get|get-all|all|local|global|bool|int|path|type)$/.test(option))
    )
  },
}

/** Whether a form of git whose effects are harmless is so too; what it takes away from a repository is asked about apart. */
export function isHarmlessGit(profile: CommandProfile | undefined, writes: boolean): boolean {
  const { words, options } = profile ?? {}
  const subcommand = words?.[1] ?? ''
  if (writes && (changesRepository(profile) || subcommand === 'init')) return fits(GIT_ADDS, profile)
  if (subcommand === 'remote' && profile?.openAddresses === true) return true
  return !Object.hasOwn(GIT_READS, subcommand) || (options !== undefined && GIT_READS[subcommand]!(words!, options))
}

/** Whether git takes away no more than what undo can bring back with the data of the repository. */
export const takesFromRepository = ({ name, profile }: PlannedCommand): boolean =>
  isGit(name) && changesRepository(profile) && !fits(GIT_ADDS, profile) && fits(GIT_TAKES_AWAY, profile)

const isGit = (name: string | null): boolean => name?.replace(/.*\//, '') === 'git'

const changesRepository = (profile: CommandProfile | undefined): boolean =>
  profile?.effects.some(({ kind, repository }) => kind !== 'file-read' && repository) === true

function fits(forms: Readonly<Record<string, IsHarmless>>, profile: CommandProfile | undefined): boolean {
  const subcommand = profile?.words?.[1] ?? ''
  return (
    profile?.options !== undefined &&
    Object.hasOwn(forms, subcommand) &&
    forms[subcommand]!(profile.words!, profile.options)
  )
}
