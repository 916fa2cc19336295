import { readFileSync, statfsSync, type BigIntStats } from 'node:fs'

/** What a file says is made when it is read. Source: statfs(2), linux/magic.h. */
const MADE_AT_EACH_READ: ReadonlyMap<number, string> = new Map([
  [0x9fa0, 'proc'],
  [0x62656572, 'sysfs'],
  [0x64626720, 'debugfs'],
  [0x74726163, 'tracefs'],
  [0x73636673, 'securityfs'],
  [0x62656570, 'configfs'],
  [0x27e0eb, 'cgroup'],
  [0x63677270, 'cgroup2'],
  [0xcafe4a11, 'bpf'],
  [0x6165676c, 'pstore'],
  [0x42494e4d, 'binfmt_misc'],
])

const FUSE = 0x65735546

/**
 * Why a file may hold something else each time that it is read, though its size, its times and its identity stay the
 * same: then a look at it says nothing about the next read. `null` where the system keeps what is in it.
 *
 * A file system that the administrator mounted is taken at its word, as are the administrator's programs; one that a
 * user mounted (FUSE) is answered by a process or a server of anybody's.
 *
 * @param path with every link followed
 */
export function unkeptReason(path: string, stats: BigIntStats): string | null {
  if (stats.isFIFO()) return 'it is a pipe'
  if (stats.isSocket()) return 'it is a socket'
  if (process.platform !== 'linux' || !stats.isFile()) return null
  const { type } = statfsSync(path)
  const made = MADE_AT_EACH_READ.get(type)
  if (made !== undefined) return `it lies on ${made}`
  if (type !== FUSE) return null
  const mount = mountOf(stats.dev)
  if (mount === null) return 'it lies on a file system that a process answers for'
  // virtiofs is answered by the machine below, fuseblk by a driver for a disk: only the administrator mounts either.
  const isOfSystem = mount.type === 'virtiofs' || mount.type === 'fuseblk' || process.geteuid?.() !== 0
  return mount.user === '0' && isOfSystem ? null : `it lies on ${mount.type}, which a process answers for`
}

/** Source: proc_pid_mountinfo(5); mount.fuse3(8) for `user_id`. */
function mountOf(device: bigint): { readonly type: string; readonly user: string | undefined } | null {
  const major = ((device >> 8n) & 0xfffn) | ((device >> 32n) & ~0xfffn)
  const minor = (device & 0xffn) | ((device >> 12n) & ~0xffn)
  for (const line of mountTable()) {
    const [before, after] = line.split(' - ')
    if (before === undefined || after === undefined || before.split(' ')[2] !== `${major}:${minor}`) continue
    const [type = '', , options = ''] = after.split(' ')
    return { type, user: type === 'virtiofs' ? '0' : /(?:^|,)user_id=(\d+)/.exec(options)?.[1] }
  }
  return null
}

function mountTable(): readonly string[] {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
  } catch {
    // Without it nobody vouches for anything.
    return []
  }
}
