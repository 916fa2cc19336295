import { statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { ServerCommand } from '@poundlock/mcp'
import { isWithin } from '@poundlock/spec'
import { realPathOrNull } from '@poundlock/state-files/node'
import { scriptOf } from './program-identity.ts'
import { NO_NEEDS, joinNeeds, type ServerNeeds } from './server-needs.ts'

/** What may never be granted, and what every server has. */
export interface Bounds {
  readonly hiddenPaths: readonly string[]
  /** Relative to the workspace. */
  readonly protectedPaths: readonly string[]
  readonly home: string
  /** Readable for every server. */
  readonly workspace: string
}

/**
 * The files and folders that a command line and the variables of a server name. They are wanted, not granted: an address
 * that was copied from a page may name anything.
 *
 * @param variables those that the configuration sets
 */
export function namedPlaces(
  command: ServerCommand,
  variables: Readonly<Record<string, string>>,
  bounds: Bounds,
): ServerNeeds {
  const script = scriptOf(command)
  const words = [...command.args.map((argument) => argument.replace(/^--?[\w-]+=/, '')), ...Object.values(variables)]
  return words.reduce((needs, word) => {
    if (word === '' || word.startsWith('-')) return needs
    const path = resolve(command.cwd, word)
    if (path === script) return needs
    const kind = statSync(path, { throwIfNoEntry: false })
    if (kind?.isFile() === true) return joinNeeds(needs, placeNeeds('read', path, bounds))
    // A folder to work in, or a file that it will make.
    return kind !== undefined || isAbsolute(word) ? joinNeeds(needs, placeNeeds('write', path, bounds)) : needs
  }, NO_NEEDS)
}

/** The sandbox shows what of these it shows. */
const SYSTEM = /^\/(?:bin|boot|dev|etc|lib|lib32|lib64|proc|run|sbin|sys|usr)\//

/**
 * A place as a need, without links: what exists on the way to it, and for writing its folder. Nothing for secrets, for the
 * system, for what is protected in the workspace and the folders between, for writing what git keeps, for the home folder, the workspace's folder and what
 * contains them, and for the first level.
 */
export function placeNeeds(access: 'read' | 'write', path: string, bounds: Bounds): Partial<ServerNeeds> {
  const place = realPath(existing(path, access === 'write'))
  const home = realPath(bounds.home)
  const workspace = realPath(bounds.workspace)
  const hiddenPaths = bounds.hiddenPaths.flatMap((hidden) => [hidden, realPath(hidden)])
  const isTooWide =
    dirname(place) === '/' || isWithin(home, place) || (place !== workspace && isWithin(workspace, place))
  if (isTooWide || hiddenPaths.some((hidden) => isWithin(place, hidden) || isWithin(hidden, place))) return {}
  if (SYSTEM.test(path) || SYSTEM.test(place)) return {}
  const isProtected = (name: string) => {
    const kept = join(workspace, name)
    // In the workspace itself, the sandbox covers what is protected.
    return isWithin(place, kept) || (access === 'write' && place !== workspace && isWithin(kept, place))
  }
  if (bounds.protectedPaths.some(isProtected)) return {}
  if (access === 'write' && isInGitFolder(place)) return {}
  if (access === 'write') return { writePaths: [place] }
  return isWithin(place, workspace) ? {} : { readPaths: [place] }
}

/** Of granted places, those that may still be granted: where a link or a bound has come since, the place is left out. */
export function stillGranted({ readPaths, writePaths, hosts }: ServerNeeds, bounds: Bounds): ServerNeeds {
  return {
    readPaths: readPaths.filter((path) => placeNeeds('read', path, bounds).readPaths?.includes(path)),
    writePaths: writePaths.filter((path) => placeNeeds('write', path, bounds).writePaths?.includes(path)),
    hosts,
  }
}

/** Whether it lies in what git keeps of a repository, a bare one too: git runs hooks and settings of it. */
function isInGitFolder(path: string): boolean {
  const has = (folder: string, name: string) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined
  for (let folder = path; folder !== '/'; folder = dirname(folder)) {
    if (basename(folder) === '.git' || ['HEAD', 'objects', 'refs'].every((name) => has(folder, name))) return true
  }
  return false
}

const realPath = (path: string) => realPathOrNull(path) ?? path

function existing(path: string, isFolder: boolean): string {
  const fits = (place: string) => {
    const kind = statSync(place, { throwIfNoEntry: false })
    return kind !== undefined && (!isFolder || kind.isDirectory())
  }
  let place = path
  while (place !== '/' && !fits(place)) place = dirname(place)
  return place
}
