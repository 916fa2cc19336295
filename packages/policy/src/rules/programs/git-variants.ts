import type { CommandProfile, PlannedCommand } from '../../model/command-plan.ts'
import { type IsHarmless, onlyWith, without } from './harmless-form.ts'

/** `git reset HEAD a.txt`, which is `git restore --staged a.txt`; without names it also ends a merge. git-reset(1) */
const takesOutOfIndex: IsHarmless = (words, options) => {
  const [first, ...names] = words.slice(2).filter((word) => word !== '-q' && word !== '--quiet')
  return (
    onlyWith(/^(?:-q|--quiet)$/)(words, options) &&
    /^(?:HEAD|--)$/.test(first ?? '') &&
    names.some((name) => name !== '--')
  )
}

/** What git adds to a repository, so that nothing is lost. A reference that moves or goes may be the last of its commits. */
const GIT_ADDS: Readonly<Record<string, IsHarmless>> = {
  add: without(),
  stage: without(),
  commit: without('-n', '--no-verify', '--amend'),
  restore: without(),
  reset: takesOutOfIndex,
  rm: without(),
  mv: without(),
  // In all other forms than a new branch they delete files.
  checkout: without(),
  switch: without(),
  init: onlyWith(/^(?:-[bq]|--(?:initial-branch|quiet))$/),
  branch: onlyWith(/^(?:-[tq]|--(?:track|no-track|quiet|create-reflog))$/),
  tag: onlyWith(/^(?:-[amF]|--(?:annotate|message|file|create-reflog))$/),
}

/**
 * What takes away from the data of a repository at most: references, the index, what its logs say of them. No file of the
 * working tree changes, and no setting but the section of a branch that is renamed. `-C` and `-c` are those of git itself;
 * of its subcommands they do no more than others here, or start an editor.
 */
const GIT_TAKES_AWAY: Readonly<Record<string, IsHarmless>> = {
  commit: (words, options) => options.includes('--amend') && AMENDS(words, options),
  branch: onlyWith(/^(?:-[CcDdfMmqr]|--(?:delete|force|move|quiet|remotes))$/),
  tag: onlyWith(/^(?:-[CacdFfm]|--(?:annotate|delete|file|force|message))$/),
  reset: onlyWith(/^(?:-[Ccq]|--(?:mixed|quiet|soft))$/),
  stash: (words, options) =>
    /^(?:drop|clear)$/.test(words[2] ?? '') && onlyWith(/^(?:-[Ccq]|--quiet)$/)(words, options),
}
const AMENDS = onlyWith(/^(?:-[CFacmq]|--(?:all|amend|file|message|no-edit|quiet|reuse-message))$/)

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
  const subcommand = profile?.words?.[1] ?? ''
  if (writes && (changesRepository(profile) || subcommand === 'init')) return fits(GIT_ADDS, profile)
  if (subcommand === 'remote' && profile?.openAddresses === true) return true
  return !Object.hasOwn(GIT_READS, subcommand) || fits(GIT_READS, profile)
}

/** Whether git takes away no more than what undo can bring back with the data of the repository. */
export const takesFromRepository = ({ name, profile }: PlannedCommand): boolean =>
  /(?:^|\/)git$/.test(name ?? '') &&
  changesRepository(profile) &&
  !fits(GIT_ADDS, profile) &&
  fits(GIT_TAKES_AWAY, profile)

const changesRepository = (profile: CommandProfile | undefined): boolean =>
  profile?.effects.some(({ kind, repository }) => kind !== 'file-read' && repository) === true

function fits(forms: Readonly<Record<string, IsHarmless>>, profile: CommandProfile | undefined): boolean {
  const { words, options } = profile ?? {}
  const subcommand = words?.[1] ?? ''
  return options !== undefined && Object.hasOwn(forms, subcommand) && forms[subcommand]!(words!, options)
}
