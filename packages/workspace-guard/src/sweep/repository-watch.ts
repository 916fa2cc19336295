import { type Stats, writeFileSync } from 'node:fs'
import { isWithin } from '@poundlock/spec'
import { lstatOrNull } from '@poundlock/state-files/node'
import { readPlainFile } from '../paths/read-plain-file.ts'
import { findRepositories, type FoundRepositories } from '../repositories/find-repositories.ts'
import { repositoryDangers, lastChange, rebaseCommands, REBASE_STEPS } from '../repositories/repository-dangers.ts'
import { withinFolder } from './anchored-folder.ts'
import { quarantine, type Quarantined } from './quarantine.ts'
import { sweepUnnameable } from './unnameable-folders.ts'

/** A dangerous file that a repository already had: a person's own hooks and settings. */
interface KnownFile {
  readonly stamp: string
  readonly content: Uint8Array | null
  readonly mode: number
}

/** By path in the repository. */
export type KnownRepository = ReadonlyMap<string, KnownFile>

/** The known repositories below a folder. */
export interface LearntFolder {
  readonly root: string
  readonly known: ReadonlyMap<string, KnownRepository>
}

const LARGEST_KEPT = 256 * 1024
/** Of the workspace's own repository. */
const GUARDED_PARTS = new Set(['hooks', 'config', 'config.worktree', 'commondir'])

/**
 * Watches the repositories below a workspace. Nothing is mounted over them, since a folder with a mount in it cannot be
 * deleted; instead, files that make git run programs are compared after each run, removed when a command made them, and
 * restored when a command changed them.
 */
export class RepositoryWatch {
  readonly #workspace: string
  readonly #quarantine: string
  /** By device and inode: a repository may be moved. */
  readonly #known: Map<string, KnownRepository>

  readonly #maximumFolders: number
  #found: FoundRepositories = {
    folders: [],
    pointers: [],
    links: [],
    skipped: [],
    complete: true,
    unnameable: [],
  }

  constructor(
    workspace: string,
    quarantineFolder: string,
    maximumFolders: number,
    known: ReadonlyMap<string, KnownRepository> = new Map(),
  ) {
    this.#known = new Map(known)
    this.#workspace = workspace
    this.#quarantine = quarantineFolder
    this.#maximumFolders = maximumFolders
  }

  /** The known repositories, for another watch to start from. */
  get known(): ReadonlyMap<string, KnownRepository> {
    return this.#known
  }

  /** The result of the last search. */
  get found(): FoundRepositories {
    return this.#found
  }

  /** Searches for repositories; `sweep` uses the result. */
  async find(since: number): Promise<FoundRepositories> {
    return (this.#found = await findRepositories(this.#workspace, this.#maximumFolders, since))
  }

  /** Accepts the present content of a repository, since it has just been restored. */
  adopt(folder: string): void {
    this.#remember([folder], () => true)
  }

  /**
   * Accepts the present content as the person's own.
   *
   * @param running the known repositories before commands that may be running here: these count, and entries that they
   * do not name are the commands'. Called after the search, since a command may begin meanwhile.
   */
  async learn(running: () => readonly LearntFolder[] = () => []): Promise<void> {
    const { folders } = (this.#found = await findRepositories(this.#workspace, this.#maximumFolders))
    this.#remember(folders, () => true)
    // The earliest last: it has the state before all of them.
    for (const { root, known } of running().toReversed()) {
      for (const folder of folders.filter((path) => isWithin(path, root))) {
        const identity = identityOf(folder) ?? ''
        const before = known.get(identity)
        if (before === undefined) this.#known.delete(identity)
        else this.#known.set(identity, before)
      }
    }
  }

  /**
   * Checks changes since a time in milliseconds.
   *
   * @param mayLearn whether the result is the person's own: not while another command runs, which could write a removed
   * file again just before it is learnt
   */
  async sweep(
    since: number,
    mayLearn: () => boolean = () => true,
    known: FoundRepositories | null = null,
  ): Promise<{ readonly quarantined: readonly Quarantined[]; readonly complete: boolean }> {
    const { folders, complete, unnameable } = known ?? (await this.find(since))
    const quarantined: Quarantined[] = []
    const removed = sweepUnnameable(unnameable, since, this.#quarantine)
    quarantined.push(...removed.quarantined)
    for (const folder of folders) {
      const isOwn = folder === `${this.#workspace}/.git` && this.#known.has(identityOf(folder) ?? '')
      quarantined.push(...this.#sweepOne(folder, since, isOwn))
    }
    this.#remember(folders, mayLearn)
    return { quarantined, complete: complete && removed.complete }
  }

  #remember(folders: readonly string[], mayLearn: () => boolean): void {
    const looked = folders.map((folder) => [identityOf(folder), lookInto(folder)] as const)
    // After the search: a command that has not begun yet has changed nothing.
    if (!mayLearn()) return
    for (const [identity, files] of looked) if (identity !== null) this.#known.set(identity, files)
  }

  #sweepOne(folder: string, since: number, isOwn: boolean): readonly Quarantined[] {
    const known = this.#known.get(identityOf(folder) ?? '')
    const dangers = repositoryDangers(folder).filter(({ path }) => {
      // Protected paths, which are read-only while commands run, or put back by now (`StandingPaths`).
      if (isOwn && GUARDED_PARTS.has(path.split('/')[0]!)) return false
      const stats = lstatOrNull(`${folder}/${path}`)
      const before = known?.get(path)
      if (stats === null || before?.stamp === stampOf(stats)) return false
      return path !== REBASE_STEPS || before?.content == null || hasNewCommands(`${folder}/${path}`, before.content)
    })
    if (dangers.length === 0 || lastChange(folder, dangers) < since) return []
    const relative = folder === this.#workspace ? '' : `${folder.slice(this.#workspace.length + 1)}/`
    const isGitFolder = folder.endsWith('/.git') || folder.includes('/.git/')
    if (!isGitFolder && known === undefined) {
      // Folders of these names may be the person's own; without HEAD, git sees no repository here.
      const reason = 'it makes git take this folder for a repository, with hooks or settings that run programs'
      return this.#move(`${relative}HEAD`, reason)
    }
    return dangers.flatMap(({ path, reason }) => {
      const moved = this.#move(`${relative}${path}`, reason)
      const before = known?.get(path)
      if (before?.content != null) this.#putBack(`${relative}${path}`, before.content, before.mode)
      return moved
    })
  }

  #move(path: string, reason: string): readonly Quarantined[] {
    const moved = quarantine(this.#workspace, path, `a command made or changed it, and ${reason}`, this.#quarantine)
    return moved === null ? [] : [moved]
  }

  #putBack(path: string, content: Uint8Array, mode: number): void {
    withinFolder(this.#workspace, path, (entry) => writeFileSync(entry, content, { flag: 'wx', mode }))
  }
}

function lookInto(folder: string): KnownRepository {
  const files = new Map<string, KnownFile>()
  // Settings that are harmless are remembered too: a command may spoil them.
  const paths = new Set(['config', 'config.worktree', ...repositoryDangers(folder).map(({ path }) => path)])
  for (const path of paths) {
    const stats = lstatOrNull(`${folder}/${path}`)
    if (stats === null) continue
    const kept = stats.isFile() ? readPlainFile(`${folder}/${path}`, LARGEST_KEPT) : null
    files.set(path, { stamp: stampOf(stats), content: kept, mode: stats.mode & 0o777 })
  }
  return files
}

/** A command that goes on with the rebase of a person takes lines off its list, and that is fine. */
function hasNewCommands(path: string, before: Uint8Array): boolean {
  const known = new Set(rebaseCommands(Buffer.from(before).toString()))
  const now = readPlainFile(path, LARGEST_KEPT)
  return now === null || rebaseCommands(Buffer.from(now).toString()).some((line) => !known.has(line))
}

function identityOf(path: string): string | null {
  const stats = lstatOrNull(path)
  return stats?.isDirectory() === true ? `${String(stats.dev)}:${String(stats.ino)}` : null
}

function stampOf(stats: Stats): string {
  return `${String(stats.dev)}:${String(stats.ino)}:${String(stats.size)}:${String(stats.ctimeMs)}`
}
