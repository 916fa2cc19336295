import { readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from './hash.ts'
import { describeHolder, isGone } from './process-identity.ts'
import { removeIfThere } from './remove-if-there.ts'
import { StateFileError, stateFileError } from './state-file-error.ts'

const NAME = '.lock'
/** A lock is held for some dozen microseconds: one that is seen this often in a row deserves a look at its holder. */
const LOOK_AFTER_ATTEMPTS = 8
const LONGEST_PAUSE_MS = 8

/**
 * Runs `action` while no other process runs one for the same folder.
 *
 * The lock is a symbolic link whose target names the holder: made in one system call that either succeeds or finds
 * another's, so that there is never a lock without a name. `action` is synchronous: a process that waits for something
 * else never holds it.
 *
 * @throws StateFileError `STATE_FILE_LOCKED` when it is held for longer than `timeoutMs`; whatever `action` throws
 */
export async function withLock<Result>(directory: string, timeoutMs: number, action: () => Result): Promise<Result> {
  return holdLock(directory, timeoutMs, takeLock, action)
}

/** As `withLock`, with a lock that `take` makes: false where another holds it. */
export async function holdLock<Result>(
  directory: string,
  timeoutMs: number,
  take: (path: string) => boolean,
  action: () => Result,
): Promise<Result> {
  const path = lockPathOf(directory)
  const deadline = uptimeMs() + timeoutMs
  for (let attempt = 1; !take(path); attempt++) {
    if (attempt % LOOK_AFTER_ATTEMPTS === 0) {
      const holder = holderOf(path)
      if (holder !== null && isGone(holder)) {
        breakLock(directory, path, holder)
        continue
      }
      if (uptimeMs() > deadline) throw lockedError(path, holder, timeoutMs)
    }
    const pause = Math.min(attempt / 4, LONGEST_PAUSE_MS) * Math.random()
    await new Promise((resolve) => (attempt < 3 ? setImmediate(resolve) : setTimeout(resolve, pause)))
  }
  return releasing(path, action)
}

/** Only goes forward, as `performance.now()`, which takes milliseconds to load in a program that starts for each call. */
const uptimeMs = (): number => process.uptime() * 1000

/** Where the lock of a folder is. */
export function lockPathOf(directory: string): string {
  return join(directory, NAME)
}

/** As `holdLock`, where nobody holds it at this moment; `null` where somebody does, and nothing was done. */
export function holdFreeLock<Result>(
  path: string,
  take: (path: string) => boolean,
  action: () => Result,
): { readonly result: Result } | null {
  return take(path) ? { result: releasing(path, action) } : null
}

function releasing<Result>(path: string, action: () => Result): Result {
  try {
    return action()
  } finally {
    removeIfThere(path)
  }
}

/** Takes the lock at this path under a name of its own; false where another holds it. */
export function takeLock(path: string): boolean {
  try {
    symlinkSync(describeHolder(), path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw stateFileError(error, 'take the lock', path)
  }
}

/** The text of who holds the lock at this path; `null` when it is free by now. */
export function holderOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw stateFileError(error, 'read the lock', path)
  }
}

/**
 * Removes the lock of a process that is gone. Two that find the same stale lock must not both remove "it", or the
 * second removes the new lock of the first: a process that removes a lock first locks exactly that removal, and
 * looks again. A process that is gone takes no lock any more: what still bears that name then is still stale.
 */
function breakLock(directory: string, path: string, holder: string): void {
  const removal = join(directory, `${NAME}.${sha256(holder).slice(0, 16)}`)
  if (!takeLock(removal)) {
    const remover = holderOf(removal)
    if (remover !== null && isGone(remover)) breakLock(directory, removal, remover)
    return
  }
  try {
    if (holderOf(path) === holder) removeIfThere(path)
  } finally {
    removeIfThere(removal)
  }
}

function lockedError(path: string, holder: string | null, timeoutMs: number): StateFileError {
  const pid = holder?.split(':')[0] ?? 'unknown'
  return new StateFileError(`It has been locked for ${timeoutMs} ms by process ${pid} (${path}).`, {
    code: 'STATE_FILE_LOCKED',
    remedy: `If no process ${pid} writes to it, also not in a container or on another machine, remove the lock.`,
    details: { path, holder, timeoutMs },
  })
}
