import { mkdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describeHolder, isGone, withLock } from '@poundlock/audit/node'

const LOCK_TIMEOUT_MS = 10_000

/** Makes this process the host of a folder of jobs; false when another one is. It holds until it exits or lets go. */
export async function claimHost(folder: string): Promise<boolean> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const link = join(folder, 'host')
  return withLock(folder, LOCK_TIMEOUT_MS, () => {
    const holder = readHolder(link)
    if (holder !== null && holder !== describeHolder() && !isGone(holder)) return false
    if (holder !== null) unlinkSync(link)
    symlinkSync(describeHolder(), link)
    return true
  })
}

/** Lets another process be the host. */
export async function releaseHost(folder: string): Promise<void> {
  const link = join(folder, 'host')
  await withLock(folder, LOCK_TIMEOUT_MS, () => {
    if (readHolder(link) === describeHolder()) unlinkSync(link)
  })
}

function readHolder(link: string): string | null {
  try {
    return readlinkSync(link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
