import { lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CommandPlan, PlannedEffect } from '@poundlock/policy'
import type { ShellAnalysis } from '@poundlock/shell/analysis'
import { isWithin } from '@poundlock/spec'
import { looksAtDisk, type PlanOptions } from '../plan-options.ts'
import { locateRepository } from '../repository/locate-repository.ts'
import { readSmall } from '../repository/read-small.ts'

/** What repeats or hides commands, and names what the answers below depend on. */
const UNCERTAIN =
  /\b(?:for|while|until|select|function|trap|eval|alias|source)\b|\(\)|\b(?:GO[A-Z]+|GIT_\w+|HOME|XDG_\w+)\+?=/
/** What leaves a variable as it is. */
const SAME = /\b(GOPATH|GOMODCACHE)="?\$\(go env \1\)"?(?=\s|[;&]|$)/g

/** Only reads, whatever the path: where the command before it fails, the same is read elsewhere. */
const READERS: ReadonlySet<string> = new Set(
  'cd echo printf pwd true ls cat head tail grep egrep fgrep rg sed wc sort uniq find fd go git nl tree jq diff cut tr file stat'.split(
    ' ',
  ),
)

/** Follows what two commands print whose output lines make paths of: `go env GOMODCACHE`, `git rev-parse --show-toplevel`. */
export class KnownOutputs {
  readonly #options: PlanOptions
  readonly #isCertain: boolean
  /** The folders that were answered. */
  readonly #used = new Set<string>()

  constructor(text: string, options: PlanOptions) {
    this.#options = options
    this.#isCertain = looksAtDisk(options) && text.includes('$(') && !UNCERTAIN.test(text.replaceAll(SAME, ''))
  }

  readonly outputOf = (words: readonly string[], directory: string | null): string | null => {
    const [program, verb, what = ''] = words
    if (!this.#isCertain || words.length !== 3) return null
    const { cwd, home } = this.#options
    if (program === 'git' && verb === 'rev-parse' && what === '--show-toplevel') {
      return directory !== null && resolve(cwd, directory) === cwd && isTop(cwd) ? cwd : null
    }
    const folder = program === 'go' && verb === 'env' ? folderOfGo(what, home) : null
    if (folder !== null) this.#used.add(folder)
    return folder
  }

  /** Whether all commands only read, which is asked where the output of one that may fail was taken for a path. */
  allow(analysis: ShellAnalysis): boolean {
    if (this.#used.size === 0 || !analysis.ok) return true
    return analysis.commands.every(({ name }) => name !== null && READERS.has(name))
  }

  /** The plan, with what is read where such a command fails: then its output is empty, and `$x/etc` is `/etc`. */
  withFailures(plan: CommandPlan): CommandPlan {
    if (this.#used.size === 0) return plan
    const withOwn = (effects: readonly PlannedEffect[]) =>
      effects.flatMap((effect) => [effect, ...this.#failed(effect)])
    return {
      ...plan,
      effects: withOwn(plan.effects),
      commands: plan.commands.map((command) =>
        command.profile === undefined
          ? command
          : { ...command, profile: { ...command.profile, effects: withOwn(command.profile.effects) } },
      ),
    }
  }

  #failed(effect: PlannedEffect): readonly PlannedEffect[] {
    const { path } = effect
    if (path === null || !effect.kind.startsWith('file-')) return []
    const folder = [...this.#used].find((used) => isWithin(path, used))
    if (folder === undefined) return []
    const { pattern: _, ...own } = effect
    const { cwd } = this.#options
    // Without quotes the word is gone, and the command does the same where it stands.
    if (path === folder) return [{ ...own, path: cwd }]
    const rest = path.slice(folder.length)
    const elsewhere = [rest, resolve(cwd, `.${rest}`)]
    return elsewhere
      .filter((other) => own.kind !== 'file-read' || exists(other))
      .map((other) => ({ ...own, path: other }))
  }
}

/** The folder where the files of a repository are, as its settings do not say otherwise. git-config(1), core.worktree */
function isTop(folder: string): boolean {
  const repository = locateRepository(folder)
  if (repository === null || repository.top !== folder) return false
  const settings = [join(repository.common, 'config'), join(repository.own, 'config.worktree')]
  return settings.every((file) => !/worktree\s*=|include/i.test(readSmall(file) ?? ''))
}

/**
 * go help environment: the environment, then the file that `go env -w` writes, then the default. What our own environment
 * says is not followed: a command gets a part of it, the shell of another agent all of it.
 */
function folderOfGo(name: string, home: string): string | null {
  if (name !== 'GOPATH' && name !== 'GOMODCACHE') return null
  const { GOENV, GOPATH, GOMODCACHE, XDG_CONFIG_HOME } = process.env
  const places = [
    join(XDG_CONFIG_HOME ?? join(home, '.config'), 'go/env'),
    join(home, 'Library/Application Support/go/env'),
  ]
  const isSet = places.some((place) => /^GO(?:PATH|MODCACHE)=/m.test(readSmall(place) ?? ''))
  if (GOENV !== undefined || GOPATH !== undefined || GOMODCACHE !== undefined || isSet) return null
  const path = join(home, 'go')
  if (!/^\/[\w./@+-]+$/.test(path) || path.includes('/..')) return null
  return name === 'GOPATH' ? path : join(path, 'pkg/mod')
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
