import { readFileSync, statSync, type Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ConventionRow } from './convention-row.ts'
import { expandPattern, filesNamed, isPattern } from './expand-pattern.ts'

/** A file whose text is to be looked through for further files. */
export interface FoundFile {
  readonly path: string
  /** Through how many files it was found. */
  readonly depth: number
}

/** A text of the shell that is to be looked through: a script, a recipe, the script of a package. */
export interface FoundText {
  readonly text: string
  /** Where it may work; the first is where it starts. */
  readonly places: readonly string[]
  /** Where it finds programs before all others. */
  readonly programs: readonly string[]
  readonly depth: number
}

/** Where files are looked for. All paths are absolute. */
export interface LookedAt {
  readonly home: string
  /** Nothing above it is looked at for files of the project. */
  readonly workspace: string
  /** Where programs are found by name. */
  readonly path: readonly string[]
}

/** More of one pattern are held as one. */
const MAX_SINGLE = 64
/** More are not listed. */
const MAX_MATCHES = 4096
const MAX_ENTRIES = 20_000
const MAX_FOLLOWED = 2048
const MAX_READ = 256
const MAX_READ_BYTES = 256 * 1024
const MAX_DEPTH = 4
const MAX_ANCESTORS = 32

/** Gathers the files that something runs, and what is left open, in words. */
export class FileCollector {
  /** Files to look through, in the order in which they were found. */
  readonly pending: FoundFile[] = []
  readonly pendingTexts: FoundText[] = []
  readonly context: LookedAt
  readonly #followed = new Set<string>()
  readonly #groups = new Map<string, readonly string[]>()
  readonly #open = new Set<string>()
  readonly #stats = new Map<string, Stats | null>()
  readonly #walked = new Set<string>()
  #reads = 0

  constructor(context: LookedAt) {
    this.context = context
  }

  /** Also a pipe or a socket: what comes out of it can be a script. */
  holdsCode(path: string): boolean {
    const stats = this.#statsOf(path)
    return stats !== null && (stats.isFile() || stats.isFIFO() || stats.isSocket())
  }

  isFile(path: string): boolean {
    return this.#statsOf(path)?.isFile() === true
  }

  isFolder(path: string): boolean {
    return this.#statsOf(path)?.isDirectory() === true
  }

  /** A file that counts whether it is there or not. */
  add(path: string, depth: number): void {
    if (this.#followed.has(path) || depth > MAX_DEPTH) return
    if (this.#followed.size >= MAX_FOLLOWED) {
      this.say('further files: there are more than can be looked at')
      return
    }
    this.#followed.add(path)
    if (this.isFile(path)) this.pending.push({ path, depth })
  }

  /** A file that counts where it is there. */
  addPresent(path: string, depth: number): void {
    if (this.holdsCode(path)) this.add(path, depth)
  }

  /** All files that a pattern stands for. What does not fit yet counts too: once it is there, there is one more. */
  addMatches(pattern: string, folder: string, depth: number): void {
    const found = expandPattern(pattern, folder, MAX_MATCHES)
    if (found === null) this.say(`the files that ${pattern} stands for: there are too many`)
    else this.#addAll(`${folder} ${pattern}`, found, depth)
  }

  /** All files below a folder with such names. */
  addBelow(patterns: readonly string[], folder: string, depth: number): void {
    const key = `${folder} ${patterns.join(' ')}`
    if (this.#walked.has(key)) return
    this.#walked.add(key)
    const found = filesNamed(patterns, folder, MAX_ENTRIES)
    if (found === null) this.say(`the files below ${folder}: there are too many`)
    else this.#addAll(key, found, depth)
  }

  /** What programs read without being given it. */
  addConventions(
    rows: readonly ConventionRow[],
    places: readonly string[],
    given: readonly string[],
    runs: boolean,
    depth: number,
  ): void {
    for (const { files, upward, below, inside, home, unbound } of rows) {
      for (const name of words(home)) this.#addIn(this.context.home, name, depth)
      for (const context of places) {
        for (const name of words(files)) this.#addIn(context, name, depth)
        for (const folder of upward === undefined ? [] : this.ancestors(context)) {
          for (const name of words(upward)) this.#addIn(folder, name, depth)
        }
        if (below !== undefined) this.addBelow(words(below), context, depth)
      }
      for (const folder of given) for (const name of words(inside)) this.#addIn(folder, name, depth)
      if (unbound !== null && runs) this.say(unbound)
    }
  }

  /** A folder and those above it, up to the workspace; a folder elsewhere stands alone. */
  ancestors(folder: string): readonly string[] {
    const { workspace } = this.context
    const found = [folder]
    if (folder !== workspace && !folder.startsWith(`${workspace}/`)) return found
    for (let context = folder; context !== workspace && found.length < MAX_ANCESTORS;)
      found.push((context = dirname(context)))
    return found
  }

  /** A program, where others than the administrator can write it. */
  addProgram(path: string, depth: number): void {
    const stats = this.#statsOf(path)
    if (stats === null) return
    const isInside = path.startsWith(`${this.context.workspace}/`)
    if (isInside || stats.uid !== 0 || (stats.mode & 0o022) !== 0) this.add(path, depth)
  }

  addText(found: FoundText): void {
    if (found.depth <= MAX_DEPTH && this.mayFollow(found.text, found.places)) this.pendingTexts.push(found)
  }

  /** False where the same text was looked through in the same place before. */
  mayFollow(text: string, places: readonly string[]): boolean {
    const key = `${places.join(':')}\0${text}`
    if (this.#walked.has(key)) return false
    this.#walked.add(key)
    return true
  }

  /** The text of a file; `null` where it is none, too long, or enough were read. */
  read(path: string): string | null {
    if (!this.isFile(path)) return null
    if (++this.#reads > MAX_READ || this.#statsOf(path)!.size > MAX_READ_BYTES) {
      this.say('what further files run: there are more than are read, or longer ones')
      return null
    }
    try {
      const text = readFileSync(path, 'utf8')
      return text.slice(0, 1024).includes('\0') ? null : text
    } catch {
      return null
    }
  }

  /** Notes, for the person, what an answer cannot hold. */
  say(unbound: string): void {
    this.#open.add(unbound)
  }

  get followed(): readonly string[] {
    return [...this.#followed]
  }

  get groups(): readonly (readonly string[])[] {
    return [...this.#groups.values()]
  }

  get open(): readonly string[] {
    return [...this.#open]
  }

  #addIn(folder: string, name: string, depth: number): void {
    if (isPattern(name)) this.addMatches(name, folder, depth)
    else this.add(resolve(folder, name), depth)
  }

  #addAll(key: string, found: readonly string[], depth: number): void {
    const files = found.filter((path) => this.holdsCode(path))
    if (files.length > MAX_SINGLE) this.#groups.set(key, files)
    else for (const path of files) this.add(path, depth)
  }

  #statsOf(path: string): Stats | null {
    let stats = this.#stats.get(path)
    if (stats === undefined) {
      try {
        stats = statSync(path, { throwIfNoEntry: false }) ?? null
      } catch {
        stats = null
      }
      this.#stats.set(path, stats)
    }
    return stats
  }
}

const words = (text: string | undefined): readonly string[] => (text === undefined ? [] : text.split(' '))
