import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { folderOfGitFile } from '@poundlock/profiles/git'
import { isWithin } from '@poundlock/spec'
import { lstatOrNull, namesIn, realPathOrNull } from '@poundlock/state-files/node'
import { readPlainFile } from '../paths/read-plain-file.ts'
import type { FoundRepositories } from '../repositories/find-repositories.ts'
import { LARGEST_LINK } from '../repositories/repository-dangers.ts'
import { withinFolder } from '../sweep/anchored-folder.ts'
import { identityOf } from '../sweep/kept-tree.ts'
import { quarantine, type Quarantined } from '../sweep/quarantine.ts'
import { captureHistory } from './capture-history.ts'
import { checkHistory } from './check-history.ts'
import { keepAside } from './keep-aside.ts'
import { type KeptHistory, readHistory, storeOf } from './kept-history.ts'
import { makeFolders, type PutBackPlace, putFile, putObject } from './put-back.ts'

/** The most repositories of one folder whose history is kept. */
const MOST_REPOSITORIES = 300

/** The repositories before a run. */
export interface KeptRepositories {
  /** The repositories' own folders, and the store of each. */
  readonly stores: readonly (readonly [folder: string, store: string])[]
  /** `.git` files, and their text. */
  readonly pointers: readonly (readonly [path: string, text: string])[]
}

/** The findings and the actions of a check after a run. */
export interface HistoryFindings {
  readonly found: readonly Quarantined[]
  /** Folders of repositories that were put back whole. */
  readonly restored: readonly string[]
}

export interface HistoryWatchOptions {
  /** The folder that commands write to. */
  readonly root: string
  readonly quarantine: string
  /** Where histories are kept. */
  readonly histories: string
}

/** Keeps the history of the repositories below a folder, and restores what a command removed. */
export class HistoryWatch {
  readonly #options: HistoryWatchOptions
  /** By folder. */
  readonly #known = new Map<string, KeptHistory>()

  constructor(options: HistoryWatchOptions) {
    this.#options = options
  }

  /**
   * Keeps the present state.
   *
   * @param isAlone false where another command may have changed it: then the state that was kept before that command
   * counts
   */
  keep({ folders, pointers }: Pick<FoundRepositories, 'folders' | 'pointers'>, isAlone: boolean): KeptRepositories {
    const { root, histories } = this.#options
    const stores: [string, string][] = []
    const own = `${root}/.git`
    for (const folder of new Set([own, ...folders].slice(0, MOST_REPOSITORIES))) {
      const stats = lstatOrNull(folder)
      // A worktree's own folder lies in that of the repository, and is kept with it.
      if (stats?.isDirectory() !== true || lstatOrNull(`${folder}/objects`) === null) continue
      const store = storeOf(histories, identityOf(stats))
      const known = this.#known.get(folder) ?? null
      const kept = isAlone
        ? captureHistory(folder, store, known)
        : (known ?? readHistory(store) ?? captureHistory(folder, store, null))
      if (kept === null) continue
      this.#known.set(folder, kept)
      stores.push([folder, store])
    }
    const texts = pointers.flatMap((path): (readonly [string, string])[] => {
      const text = readPlainFile(path, LARGEST_LINK)?.toString()
      return text === undefined ? [] : [[path, text]]
    })
    return { stores, pointers: texts }
  }

  /**
   * Checks after a run.
   *
   * @param folders the present repositories
   * @param released paths that a person let the command remove: lost history there is kept aside, and not restored
   */
  check(
    { stores, pointers }: KeptRepositories,
    folders: readonly string[],
    since: number,
    released: readonly string[] = [],
  ): HistoryFindings {
    const found: Quarantined[] = []
    const restored: string[] = []
    for (const [folder, store] of stores) {
      const kept = this.#known.get(folder) ?? readHistory(store)
      if (kept === null) continue
      const isReleased = released.some((path) => isWithin(path, folder) || isWithin(folder, path))
      const look = new Look({ ...this.#options, kept, store, since }, folders)
      found.push(...(isReleased ? look.keepLostHistories() : look.perform()))
      if (look.isWhole) restored.push(folder)
    }
    for (const [path, text] of pointers) {
      if (released.some((one) => isWithin(path, one))) continue
      found.push(...this.#pointer(path, text))
    }
    return { found, restored }
  }

  /** Notes which repositories a command has made: their folders may go as others do. */
  noteMade(before: KeptRepositories, folders: readonly string[]): void {
    const known = new Set(before.stores.map(([, store]) => store))
    for (const folder of folders) {
      const identity = identityAt(folder)
      const store = identity === null ? null : storeOf(this.#options.histories, identity)
      // One of before, under whatever name.
      if (store === null || known.has(store)) continue
      mkdirSync(store, { recursive: true, mode: 0o700 })
      writeFileSync(join(store, 'made'), '')
    }
  }

  /** A `.git` that is a file, of a worktree or a submodule. */
  #pointer(path: string, text: string): readonly Quarantined[] {
    const { root, quarantine: folder } = this.#options
    const inside = path.slice(root.length + 1)
    const target = (pointer: string): string => resolve(dirname(path), folderOfGitFile(pointer) ?? '.')
    const stats = lstatOrNull(path)
    if (stats?.isDirectory() === true) return []
    const now = stats === null ? null : (readPlainFile(path, LARGEST_LINK)?.toString() ?? '')
    if (now === text) return []
    // Who removes the worktree, or empties the submodule, removes this as well.
    if (now === null && namesIn(dirname(path)).length === 0) return []
    const real = now === null ? null : realPathOrNull(target(now))
    if (real !== null && stats?.isFile() === true && isWithin(real, root)) return []
    if (lstatOrNull(target(text)) === null && now === null) return []
    const reason = 'it was removed or pointed elsewhere, and has been put back'
    const moved = now === null ? null : quarantine(root, inside, 'it pointed away from its repository', folder)
    const { uid, gid } = statsOf(dirname(path))
    putFile({ root, quarantine: folder, uid, gid }, inside, Buffer.from(text), 0o644)
    return [...(moved === null ? [] : [moved]), { path: inside, movedTo: '', reason }]
  }
}

interface LookOptions extends HistoryWatchOptions {
  readonly kept: KeptHistory
  readonly store: string
  readonly since: number
}

class Look {
  /** True when the whole folder was put back. */
  isWhole = false
  readonly #options: LookOptions
  readonly #folders: readonly string[]

  constructor(options: LookOptions, folders: readonly string[]) {
    this.#options = options
    this.#folders = folders
  }

  perform(): readonly Quarantined[] {
    const { root, kept, quarantine: quarantineFolder } = this.#options
    if (identityAt(kept.folder) === kept.identity) return this.#inPlace(kept.folder)
    const isParentThere = identityAt(dirname(kept.folder)) === kept.parent
    const stands = lstatOrNull(kept.folder)
    const moved = this.#folders.find((folder) => identityAt(folder) === kept.identity)
    if (moved !== undefined) {
      if (!isParentThere || (stands !== null && basename(kept.folder) !== '.git')) return this.#inPlace(moved)
      // `.git` under another name: git sees no repository, or another one.
      const name = moved.slice(root.length + 1)
      const reason = `it was renamed to ${JSON.stringify(name)}`
      if (isRepository(kept.folder)) {
        const another = { path: this.#path, movedTo: '', reason: `${reason}, and another stands in its place` }
        return [another, ...this.#inPlace(moved)]
      }
      const obstacle = quarantine(root, this.#path, 'it stood where the history of a repository is', quarantineFolder)
      this.#rename(name, this.#path)
      const back = { path: this.#path, movedTo: '', reason: `${reason}, and has been named back` }
      return [...(obstacle === null ? [] : [obstacle]), back, ...this.#inPlace(kept.folder)]
    }
    if (!this.#hasHistory()) return []
    const isBare = basename(kept.folder) !== '.git' && !kept.folder.includes('/.git/')
    const isAlone = isParentThere && namesIn(dirname(kept.folder)).length === 0
    // Restoring protected paths has made the folder again, with nothing else in it.
    const isEmptied = stands?.isDirectory() === true && lstatOrNull(join(kept.folder, 'HEAD')) === null
    if (isParentThere && !isBare && !isAlone && (isEmptied || stands?.isDirectory() !== true)) return this.#whole()
    // Who made it may throw it away as a whole.
    return isMade(this.#options.store) ? [] : this.#aside('it was removed')
  }

  keepLostHistories(): readonly Quarantined[] {
    const { kept, store, since, root, quarantine: folder } = this.#options
    const isThere = identityAt(kept.folder) === kept.identity
    if (!isThere && this.#folders.some((one) => identityAt(one) === kept.identity)) return []
    if (
      isThere &&
      checkHistory({ root, path: this.#path, kept, store, since, quarantine: folder, onlyLook: true }).length === 0
    )
      return []
    return this.#hasHistory() ? this.#aside('it was removed or changed, as was approved') : []
  }

  get #path(): string {
    return this.#options.kept.folder.slice(this.#options.root.length + 1)
  }

  #hasHistory(): boolean {
    return [...this.#options.kept.objects.values()].some((names) => names.size > 0)
  }

  #inPlace(folder: string): readonly Quarantined[] {
    const { root, kept, store, since, quarantine: quarantineFolder } = this.#options
    return checkHistory({ root, path: folder.slice(root.length + 1), kept, store, since, quarantine: quarantineFolder })
  }

  #aside(reason: string): readonly Quarantined[] {
    const { kept, store, quarantine: folder } = this.#options
    const name = basename(kept.folder) === '.git' ? basename(dirname(kept.folder)) : basename(kept.folder)
    const movedTo = join(folder, randomUUID(), `${name.replace(/\.git$/, '')}.git`)
    try {
      keepAside(kept, store, movedTo)
    } catch (error) {
      const { code = 'an error' } = error as NodeJS.ErrnoException
      return [{ path: this.#path, movedTo: '', reason: `${reason}, and its history could not be kept (${code})` }]
    }
    return [{ path: this.#path, movedTo, reason: `${reason}; its history has been kept` }]
  }

  #whole(): readonly Quarantined[] {
    const { root, kept, store, quarantine: folder } = this.#options
    const quarantineFolder: PutBackPlace = { root, quarantine: folder, uid: kept.uid, gid: kept.gid }
    const found: Quarantined[] = [...makeFolders(quarantineFolder, this.#path)]
    const inside = (path: string): string => `${this.#path}/${path}`
    for (const path of ['objects', 'refs', ...kept.folders]) found.push(...makeFolders(quarantineFolder, inside(path)))
    for (const [path, { content, mode }] of kept.files) {
      const above = path.lastIndexOf('/')
      if (above > 0) found.push(...makeFolders(quarantineFolder, inside(path.slice(0, above))))
      if (content !== null) putFile(quarantineFolder, inside(path), content, mode)
    }
    let lost = 0
    for (const [name, objects] of kept.objects) {
      found.push(...makeFolders(quarantineFolder, inside(`objects/${name}`)))
      for (const [object, copy] of objects) {
        const stored = { store, folder: name, name: object, object: copy }
        if (!tryTo(() => putObject(quarantineFolder, inside(`objects/${name}/${object}`), stored))) lost += 1
      }
    }
    this.isWhole = true
    const but = lost === 0 ? '' : `, but for ${String(lost)} of its objects`
    return [...found, { path: this.#path, movedTo: '', reason: `it was removed, and has been put back${but}` }]
  }

  #rename(from: string, to: string): void {
    const { root } = this.#options
    withinFolder(root, from, (source) => withinFolder(root, to, (target) => renameSync(source, target)))
  }
}

function tryTo(perform: () => boolean): boolean {
  try {
    return perform()
  } catch {
    return false
  }
}

/** As git looks for one. */
const isRepository = (folder: string): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => lstatOrNull(join(folder, name)) !== null)

const isMade = (store: string): boolean => lstatOrNull(join(store, 'made')) !== null

function identityAt(path: string): string | null {
  const stats = lstatOrNull(path)
  return stats?.isDirectory() === true ? identityOf(stats) : null
}

function statsOf(path: string): { readonly uid: number; readonly gid: number } {
  return statSync(path)
}
