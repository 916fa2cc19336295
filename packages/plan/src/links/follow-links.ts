import { type Dirent, lstatSync, opendirSync, readdirSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DiskBudget } from './disk-budget.ts'

/** What ELOOP means to Linux. Source: path_resolution(7). */
const MAX_LINKS = 40
/** Entries of folders that are looked at for links. */
const MAX_ENTRIES = 20_000

/** What is reached by way of a path is not what the path says: these are the kernel's own, and different for everybody. */
const KERNEL = /^\/(?:proc|dev)(?:\/|$)/

/** Of those, the ones that lead anywhere. proc_pid_root(5), proc_pid_cwd(5), proc_pid_fd(5) */
const MAGIC =
  /^\/proc\/+(?:self|thread-self|\d+|\.)(?:\/+(?:task\/+\d+|\.))*\/+(root|cwd|fd\/+\d+|map_files\/+[^/]+)(\/.*)?$/

/**
 * What a path really leads to, also where the last part of it is not there yet; `null` when that cannot be told, as in a
 * loop of links or a folder that may not be looked into.
 *
 * @param path absolute, and as it was written: `link/..` is beside what the link leads to, not beside the link
 */
export function followLinks(path: string, budget: DiskBudget = new DiskBudget()): string | null {
  if (KERNEL.test(path)) {
    // What is beside such a link is not what stands beside its name.
    if (/\/\.\.(?:\/|$)/.test(path)) return null
    const [, magic, rest = '/'] = MAGIC.exec(path) ?? []
    // The root of a process is nearly always ours; where it works and what it has open is not known here.
    return magic === undefined ? path : magic === 'root' ? followLinks(rest, budget) : null
  }
  const parts = path.split('/').toReversed()
  let current = '/'
  let links = 0
  while (parts.length > 0) {
    const part = parts.pop()!
    if (part === '' || part === '.') continue
    if (part === '..') {
      current = dirname(current)
      continue
    }
    const next = join(current, part)
    const target = budget.spend(1) ? linkAt(next) : undefined
    if (target === undefined) return null
    if (target === null) {
      current = next
      continue
    }
    if (++links > MAX_LINKS) return null
    parts.push(...target.split('/').toReversed())
    if (target.startsWith('/')) current = '/'
  }
  return current
}

/**
 * What the links in a folder lead to, and those in the folders below it, as far as a pattern can stand for them: what it
 * names is what they lead to, or reached through them.
 *
 * @param names whether an entry may be meant, by its name; one for each folder on the way down
 * @returns each once; `null` when that cannot be told
 */
export function linksIn(
  folder: string,
  names: readonly ((name: string) => boolean)[],
  budget: DiskBudget,
): readonly string[] | null {
  const found = new Set<string>()
  let count = 0
  let level = [folder]
  try {
    for (const matches of names) {
      const next: string[] = []
      for (const current of level) {
        const entries = budget.spend(1) ? entriesOf(current, MAX_ENTRIES - count) : null
        if (entries === null || !budget.spend(entries.length)) return null
        count += entries.length
        for (const entry of entries) {
          if (!matches(entry.name)) continue
          const path = join(current, entry.name)
          if (entry.isDirectory()) next.push(path)
          if (!entry.isSymbolicLink()) continue
          const target = followLinks(path, budget)
          if (target === null) return null
          found.add(target)
        }
      }
      level = next
    }
  } catch {
    return null
  }
  return [...found]
}

/** None where there is no such folder; `null` where there are more than `limit`. */
function entriesOf(folder: string, limit: number): readonly Dirent[] | null {
  const entries: Dirent[] = []
  try {
    const open = opendirSync(folder, { bufferSize: 512 })
    try {
      for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
        if (entries.length >= limit) return null
        entries.push(entry)
      }
    } finally {
      open.closeSync()
    }
    return entries
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw error
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
