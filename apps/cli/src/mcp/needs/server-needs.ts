import { isWithin } from '@poundlock/spec'

/** What a contained server of others works with, besides the workspace to read and a folder of its own. */
export interface ServerNeeds {
  /** Absolute. */
  readonly readPaths: readonly string[]
  readonly writePaths: readonly string[]
  /** `host:port`. */
  readonly hosts: readonly string[]
}

export const NO_NEEDS: ServerNeeds = { readPaths: [], writePaths: [], hosts: [] }

const KINDS = ['readPaths', 'writePaths', 'hosts'] as const

/** More would not be read. */
const MOST_OF_A_KIND = 50

/** Both, each once; what may be written may be read. */
export function joinNeeds(some: ServerNeeds, more: Partial<ServerNeeds>): ServerNeeds {
  const of = (kind: (typeof KINDS)[number]) =>
    [...new Set([...some[kind], ...(more[kind] ?? [])])].toSorted().slice(0, MOST_OF_A_KIND)
  const writePaths = outermost(of('writePaths'))
  const readPaths = outermost(of('readPaths')).filter((path) => !isBelow(path, writePaths))
  return { readPaths, writePaths, hosts: of('hosts') }
}

/** The needs that others do not cover. */
export function needsBeyond(some: ServerNeeds, granted: ServerNeeds): ServerNeeds {
  return {
    readPaths: some.readPaths.filter((path) => !isBelow(path, [...granted.readPaths, ...granted.writePaths])),
    writePaths: some.writePaths.filter((path) => !isBelow(path, granted.writePaths)),
    hosts: some.hosts.filter((host) => !granted.hosts.includes(host)),
  }
}

export const needNothing = (needs: ServerNeeds): boolean => KINDS.every((kind) => needs[kind].length === 0)

/** One line for each. */
export const describeNeeds = ({ readPaths, writePaths, hosts }: ServerNeeds): readonly string[] => [
  ...readPaths.map((path) => `read ${path}`),
  ...writePaths.map((path) => `write ${path}`),
  ...hosts.map((host) => `reach ${host}`),
]

const outermost = (paths: readonly string[]) =>
  paths.filter((path) => !paths.some((other) => other !== path && isWithin(path, other)))

const isBelow = (path: string, folders: readonly string[]) => folders.some((folder) => isWithin(path, folder))
