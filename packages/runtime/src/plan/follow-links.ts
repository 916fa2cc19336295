import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What ELOOP means to Linux. Source: path_resolution(7). */
const MAX_LINKS = 40
/** Entries of a folder that are looked at for links. */
const MAX_ENTRIES = 10_000

/** What is reached by way of a path is not what the path says: these are the kernel's own, and different for everybody. */
const KERNEL = /^\/(?:proc|dev)(?:\/|$)/

/**
 * What a path really leads to, also where the last part of it is not there yet; `null` when that cannot be told, as in a
 * loop of links or a folder that may not be looked into.
 *
 * @param path absolute, and as it was written: `link/..` is beside what the link leads to, not beside the link
 */
export function followLinks(path: string): string | null {
  if (KERNEL.test(path)) return path
  const parts = path.split('/').toReversed()
  let place = '/'
  let links = 0
  while (parts.length > 0) {
    const part = parts.pop()!
    if (part === '' || part === '.') continue
    if (part === '..') {
      place = dirname(place)
      continue
    }
    const next = join(place, part)
    const target = linkAt(next)
    if (target === undefined) return null
    if (target === null) {
      place = next
      continue
    }
    if (++links > MAX_LINKS) return null
    parts.push(...target.split('/').toReversed())
    if (target.startsWith('/')) place = '/'
  }
  return place
}

/**
 * What the links in a folder lead to: a pattern that stands for its entries can stand for them.
 *
 * @returns `null` when that cannot be told
 */
export function linksIn(folder: string): readonly string[] | null {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    if (entries.length > MAX_ENTRIES) return null
    const found = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => followLinks(join(folder, name)))
    return found.every((path) => path !== null) ? found : null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : null
  }
}

/** Whether a name in a folder begins with a dash, as options do; `null` when that cannot be told. */
export function beginWithDash(folder: string): boolean | null {
  try {
    const entries = readdirSync(folder)
    return entries.length > MAX_ENTRIES ? null : entries.some((name) => name.startsWith('-'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? false : null
  }
}

/** What a link holds; `null` where there is none, `undefined` where that cannot be told. */
function linkAt(path: string): string | null | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(path) : null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOTDIR' ? null : undefined
  }
}
