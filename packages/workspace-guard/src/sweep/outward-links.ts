import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isWithin } from '@poundlock/spec'
import { linkTarget, realPathOrNull } from '@poundlock/state-files/node'
import { identityOf } from './kept-tree.ts'
import { quarantine, type Quarantined } from './quarantine.ts'

export interface OutwardLinksOptions {
  readonly root: string
  /** Folders that commands may write to, the root too. */
  readonly writable: readonly string[]
  /** Relative to the root. */
  readonly protectedPaths: readonly string[]
  readonly quarantine: string
}

/** Where links lead that lead out, by what they are, since a link may be moved with its folder, and by their paths. */
export type KnownLinks = ReadonlyMap<string, string>

/** What the kernel gives to everybody. */
const OF_KERNEL = /^\/(?:dev|proc)(?:\/|$)/
/** As the kernel follows. Source: path_resolution(7). */
const MOST_LINKS = 40

/** Notes the present links to paths that a command must not write. */
export function noteLinks(links: readonly string[], options: OutwardLinksOptions): KnownLinks {
  const known = new Map<string, string>()
  for (const path of links) {
    const goal = forbiddenGoal(path, options)
    if (goal !== null) known.set(keyOf(path), goal).set(path, goal)
  }
  return known
}

/**
 * Removes links that a command has made or redirected and that lead out: the next tool outside would write through
 * them, where the command could not.
 *
 * @param since milliseconds: a link that was not touched since, in folders that were not either, is a person's
 */
export function sweepLinks(
  links: readonly string[],
  known: KnownLinks,
  since: number,
  options: OutwardLinksOptions,
): readonly Quarantined[] {
  return links.flatMap((path) => {
    const goal = forbiddenGoal(path, options)
    // At the same path as before it is as good as the same, such as one that was put back.
    if (goal === null || known.get(path) === goal) return []
    if (known.get(keyOf(path)) === goal || !wasTouched(path, since, options.root)) return []
    const reason = `it is a link to ${JSON.stringify(goal)}, and what is written to it would be written there`
    const moved = quarantine(options.root, path.slice(options.root.length + 1), reason, options.quarantine)
    return moved === null ? [] : [moved]
  })
}

function keyOf(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats === undefined ? path : identityOf(stats)
}

/** Where a link leads, if a tool of the user could write there and a command could not; `null` for all else. */
function forbiddenGoal(path: string, { root, writable, protectedPaths }: OutwardLinksOptions): string | null {
  const goal = goalOf(path)
  if (goal === null || OF_KERNEL.test(goal)) return null
  if (isWithin(goal, root)) {
    const at = protectedPaths.find((name) => isWithin(goal, `${root}/${name}`))
    return at === undefined || isWithin(path, `${root}/${at}`) ? null : goal
  }
  if (writable.some((folder) => isWithin(goal, folder)) || isOfVirtualEnvironment(path, goal)) return null
  return mayWrite(goal) ? goal : null
}

/** The final target of a path, existing or not; `null` for a loop. */
function goalOf(path: string): string | null {
  let current = path
  for (let count = 0; count < MOST_LINKS; count += 1) {
    const real = realPathOrNull(current)
    if (real !== null) return real
    const folder = realPathOrNull(dirname(current))
    if (folder === null) {
      // Nothing can be written below a missing path until it is made.
      return goalBelow(current)
    }
    const target = linkTarget(join(folder, basename(current)))
    if (target === null) return join(folder, basename(current))
    current = resolve(folder, target)
  }
  return null
}

function goalBelow(current: string): string {
  for (let folder = dirname(current); ; folder = dirname(folder)) {
    const real = realPathOrNull(folder)
    if (real !== null) return join(real, current.slice(folder.length + (folder === '/' ? 0 : 1)))
  }
}

function mayWrite(goal: string): boolean {
  for (let current = goal; ; current = dirname(current)) {
    try {
      accessSync(current, constants.W_OK)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || current === '/') return false
    }
  }
}

/** `python -m venv` links to the interpreter that made it. Source: docs.python.org/library/venv. */
function isOfVirtualEnvironment(path: string, goal: string): boolean {
  const folder = dirname(path)
  if (!/^python[\d.]*$/.test(basename(path)) || !/^python[\d.]*$/.test(basename(goal))) return false
  if (
    basename(folder) !== 'bin' ||
    lstatSync(join(dirname(folder), 'pyvenv.cfg'), { throwIfNoEntry: false }) === undefined
  ) {
    return false
  }
  const stats = statSync(goal, { throwIfNoEntry: false })
  return stats?.isFile() === true && (stats.mode & 0o111) !== 0
}

function wasTouched(path: string, since: number, root: string): boolean {
  for (let current = path; current !== root && current.length > root.length; current = dirname(current)) {
    if ((lstatSync(current, { throwIfNoEntry: false })?.ctimeMs ?? since) >= since) return true
  }
  // In the root itself, a move has changed the time of the entry.
  return false
}
