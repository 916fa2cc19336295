/** A place in the file system of control groups below which this process may make groups. */
export interface Hierarchy {
  readonly version: 1 | 2
  /** Absolute path of the folder in which to make a group. */
  readonly folder: string
  readonly controller: 'pids' | 'memory'
}

export interface HierarchySources {
  /** The text of a file, or `null`. */
  read(path: string): string | null
}

const WANTED = ['pids', 'memory'] as const

/** Inside a container a mount shows a part of the hierarchy only. */
function visible(path: string, root: string): string {
  return root !== '/' && path.startsWith(root) ? path.slice(root.length) || '/' : path
}

/**
 * In version 2 a group with processes hands no controllers down, so new groups go beside this process: below the
 * nearest group above it that does, or the next. All controllers of one are of the same, since a process is in one.
 */
function unified(sources: HierarchySources, mount: string, own: string): readonly Hierarchy[] {
  const found: Hierarchy[] = []
  for (let path = own; path !== '/';) {
    path = path.slice(0, path.lastIndexOf('/')) || '/'
    found.push(...handedDown(sources, `${mount}${path === '/' ? '' : path}`))
  }
  // The root is the only one with processes of its own that does.
  return own === '/' ? handedDown(sources, mount) : found
}

function handedDown(sources: HierarchySources, folder: string): readonly Hierarchy[] {
  const controllers = (sources.read(`${folder}/cgroup.subtree_control`) ?? '').trim().split(' ')
  return WANTED.filter((controller) => controllers.includes(controller)).map((controller) => ({
    version: 2,
    folder,
    controller,
  }))
}

/**
 * Where groups that count processes and memory could be made: in the version 1 hierarchy of the controller, beside
 * this process; in version 2 below those above it that hand the controllers down, nearest first, of which one is to be
 * chosen: the first in which groups can be made.
 *
 * Sources: cgroups(7); Linux `Documentation/admin-guide/cgroup-v2.rst`.
 */
export function findHierarchies(sources: HierarchySources): readonly Hierarchy[] {
  const own = new Map<string, string>()
  for (const line of (sources.read('/proc/self/cgroup') ?? '').split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    if (controllers === undefined || path === undefined) continue
    for (const controller of controllers.split(',')) own.set(controller, path)
  }
  const found: Hierarchy[] = []
  for (const line of (sources.read('/proc/self/mountinfo') ?? '').split('\n')) {
    const [before, after] = line.split(' - ')
    const [root, folder] = before?.split(' ').slice(3, 5) ?? []
    const [type, , options] = after?.split(' ') ?? []
    if (root === undefined || folder === undefined) continue
    if (type === 'cgroup2') found.push(...unified(sources, folder, visible(own.get('') ?? '/', root)))
    if (type !== 'cgroup') continue
    for (const controller of WANTED) {
      const path = own.get(controller)
      if (path === undefined || !(options?.split(',').includes(controller) ?? false)) continue
      const below = visible(path, root)
      found.push({ version: 1, folder: `${folder}${below === '/' ? '' : below}`, controller })
    }
  }
  return found
}
