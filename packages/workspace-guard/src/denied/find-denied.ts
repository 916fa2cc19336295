import { lstatSync } from 'node:fs'
import { isWithin } from '@poundlock/spec'
import { lstatOrNull, realPathOrNull } from '@poundlock/state-files/node'
import { listFolder, type FolderEntry } from '../paths/folder-listings.ts'
import type { DeniedFiles, DeniedPattern, DeniedProblem, DeniedSearch } from './denied-files.ts'
import { findOtherNames } from './other-names.ts'
import { pathMatcher, type PathMatcher, type PathPlace } from './path-matcher.ts'
import { scanFolder, type MatchedEntry } from './scan-folder.ts'

/** How much is looked through at most. */
export interface DeniedBounds {
  readonly entries: number
  readonly files: number
  readonly milliseconds: number
  /** Whether other names (hard links) of what is denied are looked for, too. */
  readonly otherNames: boolean
}

/** Before a command: what is more is asked about instead. Each file is a mount. */
const BEFORE_RUN: DeniedBounds = { entries: 200_000, files: 200, milliseconds: 2000, otherNames: true }
/**
 * After it, time was the command's: making so many entries takes longer than looking at them. What it was kept from got
 * no other name from it: no link leads from one mount to another.
 */
export const afterRun: DeniedBounds = {
  entries: 2_000_000,
  files: Number.POSITIVE_INFINITY,
  milliseconds: 60_000,
  otherNames: false,
}

/** Source: `PATH_MAX` is 4096, with the end of the text and a name. */
const LONGEST_PATH = 3800
/** The character that replaces invalid UTF-8. */
const REPLACEMENT = '\uFFFD'
/** A path has no more names. */
const DEEPEST_FLOOR = 4096
/** A character that no name of a rule begins with. */
const NO_NAME = '\u0001'

/**
 * Finds the files and folders that match patterns, in all that a command may write and in granted paths. It follows
 * links to folders only where they give new names to their content, searches folders of dependencies too, and skips
 * hidden paths.
 */
export function findDenied(search: DeniedSearch, bounds: DeniedBounds = BEFORE_RUN): DeniedFiles {
  return new Walk(search, bounds).perform()
}

class Walk {
  readonly #search: DeniedSearch
  readonly #bounds: DeniedBounds
  readonly #matcher: PathMatcher
  readonly #roots: readonly string[]
  readonly #found = { read: new Set<string>(), write: new Set<string>() }
  readonly #until: number
  /** Links to folders, with the place of the patterns behind them. */
  readonly #links: (readonly [folder: string, place: PathPlace])[] = []
  /** Where the patterns are at least in every folder of the workspace, however deep. */
  readonly #floor: PathPlace
  #entries = 0
  #problem: DeniedProblem | null = null

  constructor(search: DeniedSearch, bounds: DeniedBounds) {
    this.#search = search
    this.#bounds = bounds
    this.#matcher = pathMatcher(search.patterns)
    const granted = [...new Set([search.workspace, ...search.readPaths, ...search.writePaths])]
    this.#roots = granted.filter((root) => !granted.some((outer) => outer !== root && isWithin(root, outer)))
    this.#floor = this.#floorOf(this.#matcher.placeOf(search.workspace))
    this.#until = performance.now() + bounds.milliseconds
  }

  perform(): DeniedFiles {
    const starts = this.#roots.map((root) => [root, this.#follow(root)] as const)
    if (this.#reachesSystem()) this.#problem = 'SYSTEM'
    else if (starts.some(([, place]) => place === null)) this.#problem = 'GRANTED'
    else this.#walkAll(starts.map(([root, place]) => [root, place!]))
    if (this.#problem === null && this.#bounds.otherNames) this.#addOtherNames()
    // Also of what the last folder held.
    this.#isSpent()
    const sorted = (paths: ReadonlySet<string>): readonly string[] => [...paths].toSorted()
    return { read: sorted(this.#found.read), write: sorted(this.#found.write), problem: this.#problem }
  }

  /** What stays of a place behind names that no pattern holds. */
  #floorOf(top: PathPlace): PathPlace {
    let floor = top
    for (let depth = 0; depth < DEEPEST_FLOOR; depth += 1) {
      const next = this.#matcher.enter(floor, NO_NAME)
      if (next === floor) break
      floor = next
    }
    return floor
  }

  /** The way to a granted folder; `null` where that, or one that it lies in, is denied as a whole. */
  #follow(root: string): PathPlace | null {
    let place = this.#matcher.start
    for (const name of root.split('/').slice(1)) {
      place = this.#matcher.enter(place, name)
      if (place.fitting.length > 0) return null
    }
    return place
  }

  #reachesSystem(): boolean {
    const patterns = this.#search.patterns.filter(({ access }) => access === 'read')
    const matcher = pathMatcher(patterns)
    return this.#search.systemFolders.some((folder) => !matcher.placeOf(folder).isDead)
  }

  /** The folders first, then what links to folders lead to, under the names that the links give it. */
  #walkAll(starts: readonly (readonly [folder: string, place: PathPlace])[]): void {
    for (const [root, place] of starts) this.#walk(root, place)
    const known = new Set<string>()
    for (let link = this.#links.pop(); link !== undefined; link = this.#links.pop()) {
      const [folder, place] = link
      const key = `${String(place.id)} ${folder}`
      if (known.has(key) || this.#isSpent()) continue
      known.add(key)
      this.#walk(folder, place)
    }
  }

  /** In another granted folder, no pattern has got as far as here. */
  #mayName(place: PathPlace): boolean {
    return this.#roots.length > 1 || !includesAll(this.#floor, place)
  }

  /** A link to a folder gives new names to what lies in it, unless each of them is looked for there anyway. */
  #noteLink(path: string, place: PathPlace): void {
    this.#entries += 1
    const folder = realPathOrNull(path)
    if (folder === null || !this.#roots.some((root) => isWithin(folder, root))) return
    if (this.#search.hiddenPaths.some((hidden) => isWithin(folder, hidden))) return
    if (lstatOrNull(folder)?.isDirectory() !== true) return
    if (!includesAll(this.#matcher.placeOf(folder), place)) this.#links.push([folder, place])
  }

  #addOtherNames(): void {
    const { paths = [], hiddenPaths, workspace, writePaths } = this.#search
    const named = (access: DeniedPattern['access']): readonly string[] => [
      ...this.#found[access],
      ...paths.filter((one) => one.access === access).map(({ path }) => path),
    ]
    const denied = { read: named('read'), write: named('write') }
    const list = (folder: string): readonly FolderEntry[] | null => {
      if (this.#isSpent()) return null
      const entries = this.#look(folder, () => listFolder(folder).entries) ?? []
      this.#entries += entries.length
      return entries
    }
    // Tool chains are too large for it: names in what can only be read were made by somebody else.
    const roots = this.#roots.filter((root) => root === workspace || writePaths.includes(root))
    for (const [access, path] of findOtherNames(denied, { roots, hiddenPaths, list })) {
      this.#found[access].add(path)
    }
  }

  #walk(root: string, first: PathPlace): void {
    if (first.isDead) return
    const pending: [folder: string, place: PathPlace][] = [[root, first]]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [folder, place] = next
      if (this.#isSpent()) return
      const scanned = this.#look(folder, () => scanFolder(folder, place, this.#matcher))
      if (scanned === null) continue
      this.#entries += scanned.count
      for (const entry of scanned.fitting) this.#add(folder, entry)
      for (const link of scanned.links)
        if (this.#mayName(link.place)) this.#noteLink(`${folder}/${link.name}`, link.place)
      for (const { name, place: below } of scanned.folders) {
        const path = `${folder}/${name}`
        if (this.#isHidden(path)) continue
        if (name.includes(REPLACEMENT) || Buffer.byteLength(path) > LONGEST_PATH) this.#problem ??= 'UNNAMEABLE'
        else pending.push([path, below])
      }
    }
  }

  #isHidden(path: string): boolean {
    return this.#search.hiddenPaths.includes(path)
  }

  /** A link, and its target where that can be reached: that is the file that would be read or written. */
  #add(folder: string, { name, kind, place }: MatchedEntry): void {
    const { workspace, writePaths } = this.#search
    const path = `${folder}/${name}`
    if (this.#isHidden(path)) return
    if (name.includes(REPLACEMENT)) this.#problem ??= 'UNNAMEABLE'
    const target = kind === 'link' ? realPathOrNull(path) : null
    for (const access of place.fitting) {
      const roots = access === 'read' ? this.#roots : [workspace, ...writePaths]
      for (const candidate of target === null ? [path] : [path, target]) {
        const isReached = roots.some((root) => candidate !== root && isWithin(candidate, root))
        // A link to a folder that was granted, or to one around it, names no file.
        if (isReached && !this.#roots.some((root) => isWithin(root, candidate))) this.#found[access].add(candidate)
      }
    }
  }

  #isSpent(): boolean {
    const { entries, files, milliseconds } = this.#bounds
    if (this.#entries > entries) this.#problem ??= 'ENTRIES'
    else if (this.#found.read.size + this.#found.write.size > files) this.#problem ??= 'FILES'
    else if (milliseconds < Infinity && performance.now() > this.#until) this.#problem ??= 'TIME'
    else return false
    return true
  }

  /** @returns `null` of a folder that cannot be looked into */
  #look<T>(folder: string, look: () => T): T | null {
    try {
      return look()
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'ENOTDIR' && isOwn(folder)) this.#problem ??= 'UNREADABLE'
      return null
    }
  }
}

/** Whether all that may fit behind one place may fit behind another. */
function includesAll(whole: PathPlace, part: PathPlace): boolean {
  return part.progress.every((states, index) => states.every((state) => whole.progress[index]!.includes(state)))
}

/** A folder of somebody else is as closed to commands; one's own they can open. */
function isOwn(folder: string): boolean {
  try {
    return lstatSync(folder).uid === process.geteuid?.() || process.geteuid?.() === 0
  } catch {
    return true
  }
}

/** Tells whether patterns deny an access to a path, or to a folder around it. */
export function deniedPaths(
  patterns: readonly DeniedPattern[],
  access: DeniedPattern['access'],
): (path: string) => boolean {
  const matcher = pathMatcher(patterns.filter((one) => one.access === access))
  return (path) => {
    let place = matcher.start
    return path
      .split('/')
      .slice(1)
      .some((name) => (place = matcher.enter(place, name)).fitting.length > 0)
  }
}
