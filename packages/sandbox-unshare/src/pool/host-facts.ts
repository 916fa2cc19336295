import { type BigIntStats, closeSync, lstatSync, openSync, readSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { PathEntry } from '@poundlock/sandbox'
import { absentFrom } from '@poundlock/workspace-guard'

const MISSING = 'missing'

/** The identity of the entry at a path: a folder that was removed and made again has another one. */
export function identityOf(path: string): string {
  const stats = lstat(path)
  if (stats === null) return MISSING
  return `${kindOf(stats)} ${String(stats.dev)}:${String(stats.ino)} of ${String(stats.uid)}:${String(stats.gid)}`
}

/** So many must be missing in a folder for it to be listed instead. */
const LEAST_LISTED = 4

interface Answer {
  readonly identity: string
  readonly folder: string
  readonly name: string
}

/** Reads the identities of paths, and keeps them for a later comparison. */
export class HostFacts {
  readonly #answers = new Map<string, Answer>()
  /** How many of the answers are that nothing is there, by folder. */
  readonly #missing = new Map<string, number>()

  readonly entryAt = (path: string): PathEntry => this.identityAt(path).split(' ')[0] as PathEntry

  /** What stood at a path when that was asked first. */
  identityAt(path: string): string {
    const known = this.#answers.get(path)
    if (known !== undefined) return known.identity
    const identity = identityOf(path)
    const folder = dirname(path)
    this.#answers.set(path, { identity, folder, name: basename(path) })
    if (identity === MISSING) this.#missing.set(folder, (this.#missing.get(folder) ?? 0) + 1)
    return identity
  }

  /** True when every question that was asked has the same answer now. */
  hold(): boolean {
    const listed = new Map<string, (name: string) => boolean>()
    for (const [folder, count] of this.#missing) if (count >= LEAST_LISTED) listed.set(folder, absentFrom(folder))
    for (const [path, { identity, folder, name }] of this.#answers) {
      if (identity === MISSING && listed.get(folder)?.(name) === true) continue
      if (identityOf(path) !== identity) return false
    }
    return true
  }
}

const INHERITED = /^(?:Umask|Uid|Gid|Groups|NoNewPrivs|Seccomp|CapEff|CapBnd):.*$/gm

/** What of this process a sandbox takes over when it is started: user, groups, powers, mode mask. */
export function inheritedFacts(): string | null {
  return readOrNull('/proc/self/status')?.match(INHERITED)?.join('\n') ?? null
}

function kindOf(stats: BigIntStats): PathEntry {
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isDirectory()) return 'folder'
  return stats.isFile() ? 'file' : 'other'
}

function lstat(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}

/** Files of the kernel have no size, and their content is made when they are read. */
const buffer = Buffer.allocUnsafeSlow(65_536)

export function readOrNull(path: string): string | null {
  try {
    const descriptor = openSync(path, 'r')
    try {
      let text = ''
      for (let count = readSync(descriptor, buffer); count > 0; count = readSync(descriptor, buffer)) {
        text += buffer.toString('latin1', 0, count)
      }
      return text
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return null
  }
}
