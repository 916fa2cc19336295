import { linkSync, lstatSync, readdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { sha256 } from './hash.ts'
import { holderOf, holdFreeLock, holdLock, lockPathOf, takeLock } from './lock.ts'
import { describeHolder, isGone } from './process-identity.ts'
import { removeIfThere } from './remove-if-there.ts'
import { stateFileError } from './state-file-error.ts'

const NAME = /^\.holder\.[0-9a-f]{16}$/
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The lock of `withLock`, for who takes it again and again: what names the holder is made once and kept beside the lock,
 * which is then one more hard link to it. Making and freeing an inode each time costs twice as much as all the rest of
 * an append. A process that waits sees the same symbolic link as ever, and breaks it by the same rules.
 *
 * Where a hard link to a symbolic link cannot be made, it is taken as `withLock` takes it.
 */
export interface RepeatedLock {
  /** As `withLock`. */
  run<Result>(timeoutMs: number, action: LockedAction<Result>): Promise<Result>
  /** At once; `null` where another holds it, and nothing was done. */
  runIfFree<Result>(action: LockedAction<Result>): { readonly result: Result } | null
  /**
   * To be called while it is held, and before a change that the others are to look for: removes the names that they
   * keep, so that a process that still has one knows that there was none.
   *
   * @throws StateFileError where one cannot be removed
   */
  announce(): void
  /** Removes the kept name. */
  close(): void
}

/** @param unannounced true when nobody has announced anything since the last action under this lock that ended well */
export type LockedAction<Result> = (unannounced: boolean) => Result

interface LockName {
  readonly path: string
  /** Who it names. */
  readonly text: string
}

/** Nothing is kept before the lock is taken for the second time: many open a log and never write to it. */
export function createRepeatedLock(directory: string): RepeatedLock {
  return new NamedLock(directory)
}

class NamedLock implements RepeatedLock {
  readonly #directory: string
  /** Elsewhere link(2) may follow the link. */
  #isLinkable = platform() === 'linux'
  #current: LockName | null = null
  #isProven = false
  #taken = 0
  /** The name that the last action was done under. A name that is new may have been made after an announcement. */
  #last: LockName | null = null

  constructor(directory: string) {
    this.#directory = directory
  }

  async run<Result>(timeoutMs: number, action: LockedAction<Result>): Promise<Result> {
    this.#keepFromSecondOn()
    return holdLock(this.#directory, timeoutMs, this.#take, () => this.#act(action))
  }

  runIfFree<Result>(action: LockedAction<Result>): { readonly result: Result } | null {
    this.#keepFromSecondOn()
    return holdFreeLock(lockPathOf(this.#directory), this.#take, () => this.#act(action))
  }

  announce(): void {
    for (const name of listNames(this.#directory)) {
      const path = join(this.#directory, name)
      if (path !== this.#current?.path) removeName(path)
    }
  }

  close(): void {
    if (this.#current !== null) removeIfThere(this.#current.path)
    this.#current = null
  }

  #act<Result>(action: LockedAction<Result>): Result {
    const result = action(this.#current !== null && this.#current === this.#last)
    this.#last = this.#current
    return result
  }

  #keepFromSecondOn(): void {
    if (!this.#isLinkable || this.#current !== null || this.#taken++ === 0) return
    const text = describeHolder()
    const path = join(this.#directory, `.holder.${sha256(text).slice(0, 16)}`)
    try {
      symlinkSync(text, path)
      this.#current = { path, text }
    } catch {
      // Taking the lock meets the same trouble, and reports it.
      this.#isLinkable = false
    }
  }

  readonly #take = (path: string): boolean => {
    if (this.#current === null) return takeLock(path)
    try {
      linkSync(this.#current.path, path)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') return false
      // Somebody tidied up: the next time makes another.
      if (code === 'ENOENT') this.#current = null
      else this.#giveUp()
      return takeLock(path)
    }
    if (this.#isProven || holderOf(path) === this.#current.text) return (this.#isProven = true)
    // No lock may bear another name than its holder's.
    removeIfThere(path)
    this.#giveUp()
    return takeLock(path)
  }

  #giveUp(): void {
    this.#isLinkable = false
    this.close()
  }
}

/**
 * Removes the names that processes left behind which ended without closing. Another one that is hit makes a new one, so
 * that also those go that nobody can judge from here (another container) and that took no lock for a day.
 */
export function removeAbandonedNames(directory: string, now = Date.now()): void {
  let names: readonly string[]
  try {
    names = namesIn(directory)
  } catch {
    // Not worth an error of its own: nothing can be appended there either.
    return
  }
  for (const name of names) {
    const path = join(directory, name)
    try {
      // Each hard link that is made or removed moves the time of the inode's change.
      if (isGone(readlinkSync(path)) || lstatSync(path).ctimeMs < now - DAY_MS) unlinkSync(path)
    } catch {
      // Removed by another meanwhile, or no link: it is in nobody's way.
    }
  }
}

const namesIn = (directory: string): string[] => readdirSync(directory).filter((name) => NAME.test(name))

function listNames(directory: string): string[] {
  try {
    return namesIn(directory)
  } catch (error) {
    throw stateFileError(error, 'read the folder', directory)
  }
}

/** Removes a name that somebody else keeps. What is no link is no such name. */
function removeName(path: string): void {
  try {
    if (lstatSync(path).isSymbolicLink()) unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw stateFileError(error, 'remove', path)
  }
}
