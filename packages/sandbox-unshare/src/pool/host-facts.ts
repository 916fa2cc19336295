import { type BigIntStats, lstatSync, readFileSync } from 'node:fs'
import type { PathEntry } from '@poundlock/sandbox'

/** What stands at a path, precisely: a folder that was moved away and made anew is another one. */
export function identityOf(path: string): string {
  const stats = lstat(path)
  if (stats === null) return 'missing'
  return `${kindOf(stats)} ${String(stats.dev)}:${String(stats.ino)} of ${String(stats.uid)}:${String(stats.gid)}`
}

/** Answers what stands at paths, and keeps the answers, to be compared with what stands there later. */
export class HostFacts {
  readonly #answers = new Map<string, string>()

  readonly entryAt = (path: string): PathEntry => this.identityAt(path).split(' ')[0] as PathEntry

  /** What stood at a path when that was asked first. */
  identityAt(path: string): string {
    const known = this.#answers.get(path)
    if (known !== undefined) return known
    const identity = identityOf(path)
    this.#answers.set(path, identity)
    return identity
  }

  /** True when every question that was asked has the same answer now. */
  hold(): boolean {
    for (const [path, identity] of this.#answers) if (identityOf(path) !== identity) return false
    return true
  }
}

const inherited = /^(?:Umask|Uid|Gid|Groups|NoNewPrivs|Seccomp|CapEff|CapBnd):.*$/gm

/** What of this process a sandbox takes over when it is started: user, groups, powers, mode mask. */
export function inheritedFacts(): string | null {
  return readOrNull('/proc/self/status')?.match(inherited)?.join('\n') ?? null
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

export function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}
