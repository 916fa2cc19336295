import { readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describeHolder, isGone, withLock } from '@poundlock/state-files/node'
import { removeSocket } from './host-socket.ts'
import { makeOwnFolder } from './own-folder.ts'

const LOCK_TIMEOUT_MS = 10_000

/**
 * Makes this process the host of a folder of jobs, until it exits or releases it.
 *
 * @throws ProcessError `PROCESS_NO_HOST` where the folder is not this user's alone
 * @returns the claim, for `releaseHost`; `null` when another process is the host
 */
export async function claimHost(folder: string): Promise<string | null> {
  makeOwnFolder(folder)
  const link = join(folder, 'host')
  // Each text is new, so that it is asked for once.
  const own = describeHolder()
  return withLock(folder, LOCK_TIMEOUT_MS, () => {
    const holder = readHolder(link)
    if (holder !== null && !isGone(holder)) return null
    if (holder !== null) unlinkSync(link)
    symlinkSync(own, link)
    return own
  })
}

/** Lets another process be the host. A folder that is gone has none. */
export async function releaseHost(folder: string, own: string): Promise<void> {
  const link = join(folder, 'host')
  if (readHolder(link) !== own) return
  await withLock(folder, LOCK_TIMEOUT_MS, () => {
    if (readHolder(link) !== own) return
    removeSocket(folder)
    unlinkSync(link)
  })
}

/** The process id of the host of a folder, also while it starts or stops; `null` when there is none. */
export function hostOf(folder: string): number | null {
  try {
    const holder = readHolder(join(folder, 'host'))
    return holder === null || isGone(holder) ? null : Number.parseInt(holder)
  } catch {
    return null
  }
}

function readHolder(link: string): string | null {
  try {
    return readlinkSync(link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
