import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { type BytePath, bytesOf, foldersAbove, joined, nameOf, pathOfBytes, pathOfText } from '@poundlock/try'
import { entryOf, isSameFile, type UnkeptReason, type WorkspaceEntry } from './entry.ts'
import { UndoError } from './undo-error.ts'

/** Which paths a run may change: those, and all below them; `null` for the whole workspace. */
export type RunScope = readonly BytePath[] | null

export interface WalkOptions {
  /** Absolute. */
  readonly root: string
  readonly scope: RunScope
  /** Names of folders that are not entered. */
  readonly ignored: ReadonlySet<string>
  /** Absolute paths that are not entered. */
  readonly excluded: readonly string[]
  /** What was there before: a file that has not changed since is the same object. */
  readonly known: ReadonlyMap<BytePath, WorkspaceEntry>
}

/** More than any project; a home folder has more. */
const MOST_ENTRIES = 500_000

/**
 * Lists the entries of a workspace by their paths, a folder before its content, without the workspace itself. Links are
 * not followed. A scope is listed with the folders above it.
 *
 * @throws UndoError `UNDO_NOT_KEPT` where there are too many
 */
export function walk(options: WalkOptions): Map<BytePath, WorkspaceEntry> {
  const walker = new Walker(options)
  if (options.scope === null) walker.enter([''])
  else for (const path of options.scope) walker.reach(path)
  return walker.found
}

class Walker {
  readonly found = new Map<BytePath, WorkspaceEntry>()
  readonly #prefix: BytePath
  readonly #device: number
  readonly #options: WalkOptions
  readonly #excluded: ReadonlySet<BytePath>
  readonly #isPlainRoot: boolean

  constructor(options: WalkOptions) {
    this.#options = options
    this.#prefix = `${pathOfText(options.root)}/`
    this.#device = lstatSync(options.root).dev
    this.#excluded = new Set(options.excluded.map(pathOfText))
    this.#isPlainRoot = IS_PLAIN.test(this.#prefix)
  }

  /** Lists the folders above a path, then the path with all below it. */
  reach(path: BytePath): void {
    for (const above of foldersAbove(path)) {
      if (above === '') continue
      const entry = this.found.get(above) ?? this.#add(above)
      if (entry?.kind !== 'folder' || entry.unkept !== undefined) return
    }
    const entry = this.#add(path)
    if (entry?.kind === 'folder' && entry.unkept === undefined) this.enter([path])
  }

  enter(pending: BytePath[]): void {
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      const names = this.#names(path)
      const isPlain = IS_PLAIN.test(path) && this.#isPlainRoot
      if (names === null) {
        const entry = this.found.get(path)
        if (entry !== undefined) this.found.set(path, { ...entry, unkept: 'unreadable' })
        continue
      }
      for (const name of names) {
        const inner = joined(path, name)
        const entry = this.#add(inner, isPlain && IS_PLAIN.test(name))
        if (entry?.kind === 'folder' && entry.unkept === undefined) pending.push(inner)
      }
    }
  }

  /** `null` where it cannot be read. */
  #names(path: BytePath): readonly BytePath[] | null {
    try {
      return readdirSync(systemPath(this.#prefix + path), { encoding: 'latin1' })
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return []
      if (code === 'EACCES') return null
      throw error
    }
  }

  /** @param isPlain whether all of its path is ASCII, if that is known */
  #add(path: BytePath, isPlain = false): WorkspaceEntry | null {
    const absolute = this.#prefix + path
    let stats
    try {
      stats = lstatSync(isPlain ? absolute : systemPath(absolute), QUIET)
    } catch (error) {
      if (['EACCES', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
      throw error
    }
    if (stats === undefined) return null
    const known = this.#options.known.get(path)
    if (known !== undefined && isSameFile(known, stats)) {
      this.found.set(path, known)
      return known
    }
    let entry = entryOf(path, stats)
    if (entry.kind === 'folder') {
      const unkept = this.#closed(path, absolute, stats.dev)
      if (unkept !== null) entry = { ...entry, unkept }
    } else if (entry.kind === 'link') {
      const target = targetOf(absolute)
      if (target === null) return null
      entry = { ...entry, target }
    }
    this.found.set(path, entry)
    if (this.found.size > MOST_ENTRIES) throw tooMany(this.#options.root)
    return entry
  }

  #closed(path: BytePath, absolute: BytePath, device: number): UnkeptReason | null {
    if (this.#options.ignored.has(nameOf(path))) return 'ignored'
    return device !== this.#device || this.#excluded.has(absolute) ? 'mount' : null
  }
}

function targetOf(absolute: BytePath): BytePath | null {
  try {
    return pathOfBytes(readlinkSync(systemPath(absolute), { encoding: 'buffer' }))
  } catch (error) {
    if (['ENOENT', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

const QUIET = { throwIfNoEntry: false } as const

const IS_PLAIN = /^[\u0020-\u007e]*$/

/** Text is passed faster than bytes, and means the same where it is ASCII. */
export const systemPath = (path: BytePath): string | Buffer => (IS_PLAIN.test(path) ? path : bytesOf(path))

function tooMany(root: string): UndoError {
  return new UndoError(`The workspace ${JSON.stringify(root)} has more than ${String(MOST_ENTRIES)} entries.`, {
    code: 'UNDO_NOT_KEPT',
    remedy: 'Name large folders in undo.ignore, or work in a smaller folder.',
    details: { path: root },
  })
}
