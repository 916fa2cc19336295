import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { InsideUser, MountPlan, MountStep, SandboxCommand, SandboxLimits } from '@poundlock/sandbox'
import { seccompProfile } from '@poundlock/sandbox-docker'

export interface BundleOptions {
  readonly id: string
  readonly command: SandboxCommand
  readonly user: InsideUser
  readonly plan: MountPlan
  readonly limits: SandboxLimits
}

/** A mount of the OCI runtime specification 1.0. */
interface OciMount {
  readonly destination: string
  readonly type?: string
  readonly source?: string
  readonly options: readonly string[]
}

/**
 * Writes the folder that a runtime makes a container of: `config.json`, an empty root, and small files to mount; and
 * `command.json`, the process to start in it.
 */
export function writeBundle(bundle: string, { id, command, user, plan, limits }: BundleOptions): void {
  const filter = seccompProfile(process.arch, { unixSockets: false })
  if (filter === null) throw new TypeError(`there is no filter of system calls for ${process.arch}`)
  mkdirSync(join(bundle, 'rootfs'))
  const { mounts, masked } = renderPlan(bundle, plan, user)
  const memory = limits.memoryBytes === undefined ? {} : { limit: limits.memoryBytes, swap: limits.memoryBytes }
  const powerless = {
    capabilities: { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] },
    noNewPrivileges: true,
  }
  const config = {
    ociVersion: '1.0.2',
    hostname: 'sandbox',
    root: { path: 'rootfs', readonly: true },
    // The first process only waits, as a user of its own: a command could look into it, if it were the same user.
    process: {
      ...powerless,
      user: { uid: WAITING_USER, gid: WAITING_USER },
      args: ['/bin/sleep', 'infinity'],
      cwd: '/',
    },
    mounts,
    linux: {
      namespaces: ['mount', 'pid', 'ipc', 'uts', 'cgroup', 'network'].map((type) => ({ type })),
      cgroupsPath: `/${id}`,
      resources: { memory, ...(limits.processes !== undefined && { pids: { limit: limits.processes + 1 } }) },
      seccomp: filter,
      maskedPaths: masked,
      readonlyPaths: ['/proc'],
    },
  }
  const contained = {
    ...powerless,
    user: { uid: user.uid, gid: user.gid },
    args: [command.file, ...command.args],
    cwd: command.cwd,
    env: Object.entries({ ...command.env, HOME: plan.home, TMPDIR: plan.temporary }).map(
      ([name, value]) => `${name}=${value ?? '/'}`,
    ),
    // 1, not 0: at any other limit the crash handler of the machine would run, outside.
    rlimits: Object.entries({
      RLIMIT_CORE: 1,
      RLIMIT_NOFILE: limits.openFiles,
      RLIMIT_FSIZE: limits.fileBytes,
      RLIMIT_CPU: limits.cpuSeconds,
    }).flatMap(([type, value]) => (value === undefined ? [] : [{ type, soft: value, hard: value }])),
  }
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(config))
  writeFileSync(join(bundle, 'command.json'), JSON.stringify(contained))
}

/** Owns nothing, here or outside. */
const WAITING_USER = 65_533

const OWN_DEVICES: readonly OciMount[] = [
  { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'noexec', 'mode=755', 'size=64k'] },
  {
    destination: '/dev/pts',
    type: 'devpts',
    source: 'devpts',
    options: ['nosuid', 'noexec', 'newinstance', 'ptmxmode=0666', 'mode=0620'],
  },
]

// #region render
/** Turns the plan into mounts, in its order. */
function renderPlan(bundle: string, plan: MountPlan, user: InsideUser) {
  const mounts = [...OWN_DEVICES]
  const masked: string[] = []
  const covers = { folder: join(bundle, 'cover-folder'), file: join(bundle, 'cover-file') }
  mkdirSync(covers.folder, { mode: 0o000 })
  writeFileSync(covers.file, '', { mode: 0o000 })
  const bind = (source: string, destination: string, access: 'rw' | 'ro') => {
    // `rro`: also what is mounted below it cannot be written.
    const options = ['rbind', 'rprivate', 'nosuid', 'nodev', ...(access === 'ro' ? ['ro', 'rro'] : ['rw'])]
    mounts.push({ destination, source, options })
  }
  for (const step of plan.steps) {
    if (step.kind === 'bind') bind(step.source, step.target, step.access === 'read-only' ? 'ro' : 'rw')
    else if (step.kind === 'pin') bind(step.target, step.target, 'rw')
    else if (step.kind === 'protect') bind(step.target, step.target, 'ro')
    else if (step.kind === 'hide' && step.target.startsWith('/proc/')) masked.push(step.target)
    else if (step.kind === 'hide') bind(covers[step.of], step.target, 'ro')
    else if (step.kind === 'text') bind(textFile(bundle, step.content, mounts.length), step.target, 'ro')
    else if (step.kind === 'scratch') mounts.push(scratch(step, user))
    else if (step.kind === 'processes') {
      mounts.push({ destination: step.target, type: 'proc', source: 'proc', options: ['nosuid', 'noexec', 'nodev'] })
    } else if (step.kind === 'link' && !step.target.startsWith('/dev/')) link(bundle, step)
    // The policy was checked: a view was refused. Devices are the runtime's own.
    else if (step.kind === 'overlay') throw new TypeError('a view cannot be kept')
  }
  return { mounts, masked }
}
// #endregion

function scratch({ target, mode, bytes }: MountStep & { kind: 'scratch' }, { uid, gid }: InsideUser): OciMount {
  // An empty file takes memory, too, which no size counts.
  const entries = String(Math.max(1024, Math.floor(bytes / 4096)))
  const options = [`size=${String(bytes)}`, `nr_inodes=${entries}`, `mode=${mode.toString(8)}`]
  const owner = [`uid=${String(uid)}`, `gid=${String(gid)}`]
  return { destination: target, type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', ...options, ...owner] }
}

function textFile(bundle: string, content: string, number: number): string {
  const file = join(bundle, `text-${String(number)}`)
  writeFileSync(file, content, { mode: 0o644 })
  return file
}

/** The root is read-only, and empty but for links and places of mounts. */
function link(bundle: string, { target, to }: MountStep & { kind: 'link' }): void {
  const path = join(bundle, 'rootfs', target)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(to, path)
}
