import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { ownershipProblem, type OwnershipOptions } from './ownership.ts'

/**
 * Whether only this user and root could have put there what stands at a path: they own it and every folder above it, and
 * no other user can write them. Above it, a sticky folder is enough.
 *
 * @param path absolute and without links: its real path
 */
export function isObeyedPlace(path: string, options: Omit<OwnershipOptions, 'sticky'> = {}): boolean {
  if (!isObeyed(path, { ...options, sticky: false })) return false
  for (let place = dirname(path); ; place = dirname(place)) {
    if (!isObeyed(place, options)) return false
    if (place === dirname(place)) return true
  }
}

/**
 * Whether only this user and root can change what stands at a path, even where others may put something else in its
 * place.
 */
export function isObeyed(path: string, options: OwnershipOptions = {}): boolean {
  try {
    const stats = lstatSync(path)
    return ownershipProblem(path, stats, stats.isDirectory() ? 'folder' : 'file', 'obeyed', options) === null
  } catch {
    return false
  }
}
