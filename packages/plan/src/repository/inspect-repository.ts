import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { GitArea } from '@poundlock/profiles'
import {
  areasOfHook,
  type GitSetting,
  keyOf,
  meaningOfSetting,
  parseGitConfig,
  pathOfAddress,
} from '@poundlock/profiles/git'
import { isWithin } from '@poundlock/spec'
import { DiskBudget } from '../links/disk-budget.ts'
import { holdsLinks } from './holds-links.ts'
import { belongsElsewhere, locateRepository, realPath, type Repository, repositoryAt } from './locate-repository.ts'
import { LookedRepositories } from './looked-repositories.ts'
import { pathOf, readRepositorySettings, type RepositorySettings } from './read-settings.ts'
import { readSmall } from './read-small.ts'

/** How a command uses the repository around the folder that it works in. */
export interface RepositoryUse {
  /** Absolute. */
  readonly folder: string
  /** What it does there, as its profile says. */
  readonly areas: readonly GitArea[]
  /** Of the user, whose own settings count where they lead into the workspace; `null` without one. */
  readonly home: string | null
  /** Absolute; `null` where it is not known. */
  readonly workspace: string | null
  /** Folders that it names as other repositories, as it pushes to them. */
  readonly others?: readonly string[]
  /** True where a command before it may have added repositories to the index, or checked them out. */
  readonly mayHaveAdded?: boolean
  /** What was looked at for the same line; absent for a question of its own. */
  readonly looked?: LookedRepositories
}

/**
 * What the repository around a folder makes git run, of the settings and hooks that a command obeys: one text each,
 * such as `what the repository names as core.fsmonitor`.
 */
export type InspectRepository = (use: RepositoryUse) => readonly string[]

/** Of repositories within repositories. */
const MAX_REPOSITORIES = 2000

/** Looks at the files of the repository itself, and of those within; what the user's own configuration names is theirs. */
export const inspectRepository: InspectRepository = (use) => {
  if (use.areas.length === 0) return []
  const { looked = new LookedRepositories(new DiskBudget()), ...question } = use
  return looked.answer(JSON.stringify(question), () => {
    const repository = locateRepository(use.folder)
    if (repository === null) return []
    const inspection = new Inspection(use, looked)
    inspection.inspect(repository, use.areas)
    if (use.areas.includes('pushes')) for (const other of use.others ?? []) inspection.receives(other)
    return inspection.found
  })
}

/** What a repository does that is pushed to. */
const RECEIVING: readonly GitArea[] = ['receives', 'references', 'collects']
/** Who does one of these changes the repository. */
const CHANGING: ReadonlySet<GitArea> = new Set([
  'checks-out',
  'commits',
  'merges',
  'replays',
  'patches',
  'references',
  'collects',
  'receives',
  'submodules',
])

class Inspection {
  readonly #use: RepositoryUse
  readonly #looked: LookedRepositories
  readonly #seen = new Set<string>()
  readonly #found = new Set<string>()

  constructor(use: RepositoryUse, looked: LookedRepositories) {
    this.#use = use
    this.#looked = looked
  }

  get found(): readonly string[] {
    return [...this.#found]
  }

  inspect(repository: Repository, given: readonly GitArea[]): void {
    const key = `${realPath(repository.own) ?? repository.own}\n${given.toSorted().join()}`
    if (this.#seen.has(key)) return
    if (this.#seen.size >= MAX_REPOSITORIES || !this.#looked.mayLook())
      return void this.#found.add('what repositories within name, which are too many')
    this.#seen.add(key)
    const { home, workspace } = this.#use
    const read = readRepositorySettings(repository, home, workspace)
    for (const file of read.unknown) this.#found.add(`what ${file} may name, which cannot be read`)
    const areas = new Set(given)
    // What is missing is fetched from who promised it. Source: git: promisor-remote.c.
    if (isPartial(read)) areas.add('talks')
    if (given.some((area) => CHANGING.has(area))) {
      if (belongsElsewhere(repository, workspace))
        this.#found.add(
          `what ${repository.own} holds, a repository elsewhere that does not name this folder as its own`,
        )
      if ([repository.own, repository.common].some(holdsLinks))
        this.#found.add(`what links in ${repository.common} lead to`)
    }
    this.#settings(repository, read, areas)
    this.#hooks(repository, read, areas)
    if (areas.has('talks')) this.#others(repository, read, areas)
    if (['compares', 'recurses', 'submodules'].some((area) => areas.has(area as GitArea))) {
      this.#within(repository, read, areas)
    }
  }

  receives(path: string): void {
    const repository = repositoryAt(path)
    if (repository === null) return
    const { settings } = readRepositorySettings(repository, null, null)
    const updates = settings.some(
      ({ section, name, value }) =>
        section === 'receive' && name === 'denycurrentbranch' && /^update/i.test(value ?? ''),
    )
    this.inspect(repository, updates ? [...RECEIVING, 'compares', 'checks-out'] : RECEIVING)
  }

  #settings(repository: Repository, { settings, own }: RepositorySettings, areas: ReadonlySet<GitArea>): void {
    for (const setting of settings) {
      const meaning = meaningOfSetting(setting)
      if (setting.section === 'core' && setting.name === 'worktree') {
        if (!this.#mayWorkIn(repository, setting.value)) this.#named(setting)
      } else if (
        meaning.kind === 'unknown' ||
        (meaning.kind === 'acts' && meaning.areas.some((area) => areas.has(area)))
      ) {
        this.#named(setting)
      }
    }
    // A program of the workspace, though the user names it.
    for (const setting of own) {
      const meaning = meaningOfSetting(setting)
      if (meaning.kind !== 'acts' || !meaning.areas.some((area) => areas.has(area))) continue
      if (this.#leadsInside(repository, setting)) this.#named(setting)
    }
  }

  #named(setting: GitSetting): void {
    const { section, name } = setting
    this.#found.add(`what the repository names as ${keyOf({ ...setting, section, name })}`)
  }

  /** Where it checks files out: its own folder, or one of the workspace. */
  #mayWorkIn({ own, top }: Repository, value: string | null): boolean {
    const place = value === null ? null : realPath(resolve(own, value))
    if (place === null) return false
    return [top, this.#use.workspace].some((folder) => folder !== null && isWithin(place, realPath(folder) ?? folder))
  }

  #leadsInside({ top }: Repository, { value }: GitSetting): boolean {
    if (value === null) return false
    if (/^!?\s*["']?(?:\.{1,2}|[\w.-]+)\//.test(value)) return true
    return [top, this.#use.workspace].some(
      (folder) => folder !== null && folder !== '/' && value.includes(`${folder}/`),
    )
  }

  #hooks(repository: Repository, read: RepositorySettings, areas: ReadonlySet<GitArea>): void {
    for (const { section, subsection, name } of read.settings) {
      if (section !== 'hook' || name !== 'command') continue
      const events = read.settings.filter(
        (one) => one.section === 'hook' && one.name === 'event' && one.subsection === subsection,
      )
      if (events.some(({ value }) => areasOfHook(value ?? '').some((area) => areas.has(area)))) {
        this.#found.add(`what the repository names as hook.${subsection ?? ''}.command`)
      }
    }
    const folder = this.#hooksFolder(repository, read)
    if (folder === null) return
    const names = namesIn(folder)
    if (names === null) this.#found.add(`the hooks in ${folder}, which cannot be listed`)
    for (const name of names ?? []) {
      if (name.endsWith('.sample') || !areasOfHook(name).some((area) => areas.has(area))) continue
      if (isExecutable(join(folder, name))) this.#found.add(`the hook ${name}`)
    }
  }

  /** `null` where they are the user's own. */
  #hooksFolder({ top, common }: Repository, { settings, own }: RepositorySettings): string | null {
    const named = (one: readonly GitSetting[]): string | null =>
      one.findLast(({ section, name }) => section === 'core' && name === 'hookspath')?.value ?? null
    const { home, workspace } = this.#use
    const path = named(settings)
    if (path !== null) return pathOf(path, top, home)
    const users = named(own)
    if (users === null) return join(common, 'hooks')
    const folder = pathOf(users, top, home)
    if (folder === null) return null
    const isInside = [top, workspace].some(
      (one) => one !== null && isWithin(realPath(folder) ?? folder, realPath(one) ?? one),
    )
    return isInside || !(isAbsolute(users) || users.startsWith('~')) ? folder : null
  }

  /** Repositories on this machine that it works with, and addresses of an older kind. */
  #others({ top, own, common }: Repository, { settings }: RepositorySettings, areas: ReadonlySet<GitArea>): void {
    for (const folder of ['remotes', 'branches']) {
      for (const name of namesIn(join(common, folder)) ?? []) {
        const text = readSmall(join(common, folder, name))
        if (text === null || /::|(?:^|\s)-/.test(text)) this.#found.add(`what .git/${folder}/${name} names`)
      }
    }
    if (areas.has('pushes')) {
      for (const { section, name, value } of settings) {
        if (section !== 'remote' || (name !== 'url' && name !== 'pushurl')) continue
        const path = pathOfAddress(value ?? '')
        const place = path === null ? null : pathOf(path, top, this.#use.home)
        if (place !== null) this.receives(place)
      }
    }
    // References are listed where objects are borrowed. Source: git: refs.c, refs_for_each_alternate.
    for (const line of (readSmall(join(common, 'objects/info/alternates')) ?? '').split('\n')) {
      if (line === '' || line.startsWith('#')) continue
      const lender = dirname(resolve(join(own, 'objects'), line))
      const repository = repositoryAt(lender) ?? repositoryAt(dirname(lender))
      if (repository !== null) this.inspect(repository, ['looks'])
    }
  }

  /** What the index takes for repositories, as far as they are there. */
  #within(repository: Repository, read: RepositorySettings, areas: ReadonlySet<GitArea>): void {
    const { top, own, common } = repository
    const { paths, folders, complete } = this.#looked.gitlinks(own)
    if (!complete) this.#found.add('what repositories within name, as the index cannot be read')
    for (const folder of folders) {
      if (isFolder(join(top, folder)))
        this.#found.add(`what repositories in ${folder} name, of which the index says nothing`)
    }
    const recurses = areas.has('recurses') || [...read.settings, ...read.own].some(isRecursing)
    const inside: GitArea[] = recurses ? [...areas] : ['compares', 'looks']
    if (areas.has('shows-diff') && [...read.settings, ...read.own].some(isShowingDiff)) inside.push('shows-diff')
    const nested = this.#use.mayHaveAdded === true ? this.#looked.nested(top) : { paths: [], complete: true }
    if (!nested.complete)
      this.#found.add('what repositories within name, as there are too many folders to look for them')
    for (const path of new Set([...paths.map((one) => join(top, one)), ...nested.paths])) {
      const found = submoduleAt(path)
      if (found !== null) this.inspect(found, inside)
    }
    if (!recurses) return
    for (const folder of modulesBelow(join(common, 'modules'), 0)) {
      this.inspect({ top: folder, own: folder, common: folder }, inside)
    }
    const { settings } = parseGitConfig(readSmall(join(top, '.gitmodules')) ?? '')
    for (const setting of settings) if (meaningOfSetting(setting).kind !== 'describes') this.#named(setting)
  }
}

/** A promise without a filter is one as well. Source: git: promisor-remote.c, `promisor_remote_config`. */
function isPartial({ settings, own }: RepositorySettings): boolean {
  return [...settings, ...own].some(({ section, name, value }) => {
    if (section === 'extensions') return name === 'partialclone'
    return section === 'remote' && (name === 'partialclonefilter' || (name === 'promisor' && !isOff(value)))
  })
}

const isOff = (value: string | null): boolean => /^(?:false|no|off|0|)$/i.test(value ?? 'true')

const isRecursing = ({ section, subsection, name, value }: GitSetting): boolean =>
  section === 'submodule' && subsection === null && name === 'recurse' && !isOff(value)

const isShowingDiff = ({ section, subsection, name, value }: GitSetting): boolean =>
  section === 'diff' && subsection === null && name === 'submodule' && value !== 'short' && value !== 'log'

/** A submodule that is there; of a link, what it leads to. */
function submoduleAt(path: string): Repository | null {
  return statSync(join(path, '.git'), { throwIfNoEntry: false }) === undefined && !isBrokenLink(path)
    ? null
    : repositoryAt(path)
}

function isBrokenLink(path: string): boolean {
  try {
    return readlinkSync(join(path, '.git')) !== ''
  } catch {
    return false
  }
}

const MAX_DEPTH = 8

/** The repositories of submodules that lie in that of the whole; their names may have slashes in them. */
function modulesBelow(folder: string, depth: number): readonly string[] {
  return (namesIn(folder) ?? []).flatMap((name) => {
    const path = join(folder, name)
    if (!isFolder(path)) return []
    if (statSync(join(path, 'HEAD'), { throwIfNoEntry: false }))
      return [path, ...modulesBelow(join(path, 'modules'), depth + 1)]
    return depth < MAX_DEPTH ? modulesBelow(path, depth + 1) : []
  })
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** None where there is no such folder; `null` where it cannot be listed. */
function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : null
  }
}

function isExecutable(file: string): boolean {
  try {
    const stats = statSync(file)
    // Also for others: this process may be root, or any user.
    return stats.isFile() && (stats.mode & 0o111) !== 0
  } catch {
    return false
  }
}
