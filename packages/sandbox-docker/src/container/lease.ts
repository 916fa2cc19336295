import { mkdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describeHolder, isGone } from '@poundlock/audit/node'

/**
 * Who may run a command in a container now. One at a time: what is left of a command is told from the next by there
 * being no next. A link whose target names the holder: made in one step, and never half-written.
 */
export interface Lease {
  /** The process that held it last was killed: there may be something left of its command. */
  readonly inherited: boolean
  release(): void
}

/** `null` while somebody else holds it. */
export function takeLease(folder: string, name: string): Lease | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  const holder = describeHolder()
  const release = (): void => {
    if (holderOf(path) === holder) unlinkSync(path)
  }
  if (link(holder, path)) return { inherited: false, release }
  const before = holderOf(path)
  if (before === null || !isGone(before)) return null
  // Of those that see it at the same time, the one that makes the claim takes over.
  const claim = `${path}.claim`
  if (!link(holder, claim)) {
    const claimer = holderOf(claim)
    if (claimer !== null && isGone(claimer)) unlinkSync(claim)
    return null
  }
  try {
    if (holderOf(path) !== before) return null
    unlinkSync(path)
    return link(holder, path) ? { inherited: true, release } : null
  } finally {
    unlinkSync(claim)
  }
}

/** Whether somebody who is not gone holds it. */
export function isHeld(folder: string, name: string): boolean {
  const holder = holderOf(join(folder, name))
  return holder !== null && !isGone(holder)
}

/** Whether a process that is gone left it behind. */
export function isLeft(folder: string, name: string): boolean {
  const holder = holderOf(join(folder, name))
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

function holderOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
