import { mkdirSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describeHolder, isGone, linkTarget } from '@poundlock/state-files/node'

/**
 * The right to run a command in a container. One holder at a time, since leftovers of one command cannot be told from
 * the next. A link whose target names the holder: made in one step, and never half-written.
 */
export interface Lease {
  /** The process that held it last was killed: there may be something left of its command. */
  readonly inherited: boolean
  release(): void
}

/** `null` while another process holds it. */
export function takeLease(folder: string, name: string): Lease | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  const holder = describeHolder()
  const release = (): void => {
    if (linkTarget(path) === holder) unlinkSync(path)
  }
  if (link(holder, path)) return { inherited: false, release }
  const before = linkTarget(path)
  if (before === null || !isGone(before)) return null
  // Of processes that see it at the same time, the one that makes the claim takes over.
  const claim = `${path}.claim`
  if (!link(holder, claim)) {
    const claimer = linkTarget(claim)
    if (claimer !== null && isGone(claimer)) unlinkSync(claim)
    return null
  }
  try {
    if (linkTarget(path) !== before) return null
    unlinkSync(path)
    return link(holder, path) ? { inherited: true, release } : null
  } finally {
    unlinkSync(claim)
  }
}

/** Whether a running process holds it. */
export function isLeased(folder: string, name: string): boolean {
  const holder = linkTarget(join(folder, name))
  return holder !== null && !isGone(holder)
}

/** Whether a process that is gone left it behind. */
export function isLeft(folder: string, name: string): boolean {
  const holder = linkTarget(join(folder, name))
  return holder !== null && isGone(holder)
}

function link(holder: string, path: string): boolean {
  try {
    symlinkSync(holder, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
