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

const wanted = ['pids', 'memory'] as const

/**
 * Where groups that count processes and memory could be made: in the version 1 hierarchy of the controller, beside
 * this process; or at the root of version 2, when it hands the controllers down.
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
    if (type === 'cgroup2') {
      const handedDown = (sources.read(`${folder}/cgroup.subtree_control`) ?? '').trim().split(' ')
      for (const controller of wanted) {
        if (handedDown.includes(controller)) found.push({ version: 2, folder, controller })
      }
    }
    if (type !== 'cgroup') continue
    for (const controller of wanted) {
      const path = own.get(controller)
      if (path === undefined || !(options?.split(',').includes(controller) ?? false)) continue
      // Inside a container the mount shows a part of the hierarchy only.
      const below = root !== '/' && path.startsWith(root) ? path.slice(root.length) : path
      found.push({ version: 1, folder: `${folder}${below === '/' ? '' : below}`, controller })
    }
  }
  return found
}
