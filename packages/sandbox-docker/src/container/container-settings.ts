import { createHash } from 'node:crypto'
import type { SandboxLimits } from '@poundlock/sandbox'
import type { ContainerCreateOptions } from 'dockerode'
import { podmanMounts } from '../engine/podman-mounts.ts'
import { ATTENDANT_COMMAND, attendantUser } from './attendant.ts'
import type { CommandUser } from './command-user.ts'
import { type ContainerMounts, mountIdentities } from './container-mounts.ts'
import { coreLimit } from './core-limit.ts'

/** The limits where the policy and the configuration set none. */
export const DEFAULT_LIMITS = {
  processes: 512,
  memoryBytes: 8 * 1024 ** 3,
  openFiles: 4096,
} as const satisfies SandboxLimits

/** The attendant, and what the engine starts for a moment with each command. */
const PROCESSES_BESIDES = 8

/** Masked in addition to the engine's own list. Source: `moby/oci/defaults.go`. */
const MASKED_BESIDES = ['/sys/firmware', '/sys/devices/virtual/powercap']

export interface SettingsFacts {
  readonly image: { readonly id: string; readonly name: string; readonly variables: readonly string[] }
  readonly mounts: ContainerMounts
  readonly user: CommandUser
  readonly limits: SandboxLimits
  readonly cpus: number
  /** `none`, or the network that the configuration names. */
  readonly network: string
  /** As the engine takes it after `seccomp=`; its own when `null`. */
  readonly seccomp: string | null
  readonly readOnlyRoot: boolean
  /**
   * Podman takes masked paths as an option, no read-only paths beside its own, and some mount paths only in another
   * form.
   */
  readonly isPodman: boolean
  /** How many processes the user may have on the whole machine; `null` leaves it to the engine. */
  readonly userProcesses: number | null
  /** Ends with the process that made it. */
  readonly endsWithOwner: boolean
}

/** How a container is made, without its name and labels. */
export interface ContainerSetup {
  readonly options: ContainerCreateOptions
  /** Digest of all settings: a container with another digest is replaced. */
  readonly digest: string
  /** Whom commands run as: `uid:gid`. */
  readonly user: string
}

export function containerSettings(facts: SettingsFacts): ContainerSetup {
  const { mounts, image, user } = facts
  const options: ContainerCreateOptions = {
    Image: image.name,
    Entrypoint: [...ATTENDANT_COMMAND],
    Cmd: [],
    User: attendantUser(user.uid),
    WorkingDir: '/',
    Hostname: 'sandbox',
    // A name without a value takes away what the image sets.
    Env: [...image.variables],
    OpenStdin: true,
    StdinOnce: facts.endsWithOwner,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    // The attendant does not handle a stop signal: Podman would wait ten seconds.
    StopSignal: 'SIGKILL',
    Healthcheck: { Test: ['NONE'] },
    HostConfig: hostSettings(facts),
  }
  const digest = createHash('sha256')
    .update(JSON.stringify([image.id, options, mountIdentities(mounts)]))
    .digest('hex')
    .slice(0, 32)
  return { options, digest, user: `${String(user.uid)}:${String(user.gid)}` }
}

/** The engine ignores a key that it does not know, so that each is held against the types; these are newer than them. */
type HostSettings = NonNullable<ContainerCreateOptions['HostConfig']> & { readonly CgroupnsMode: 'private' }

/** What the engine keeps the container from. */
function hostSettings(facts: SettingsFacts): HostSettings {
  const { limits, mounts } = facts
  const most = { ...DEFAULT_LIMITS, ...limits }
  const masked = [...mounts.masked, ...MASKED_BESIDES]
  const maskOption = `mask=${[...masked, '/proc/pressure'].join(':')}`
  const engineMounts = facts.isPodman ? podmanMounts(mounts.mounts) : { mounts: mounts.mounts, binds: [] }
  return {
    AutoRemove: facts.endsWithOwner,
    NetworkMode: facts.network,
    IpcMode: 'private',
    CgroupnsMode: 'private',
    ReadonlyRootfs: facts.readOnlyRoot,
    CapDrop: ['ALL'],
    SecurityOpt: [
      'no-new-privileges',
      ...(facts.seccomp === null ? [] : [`seccomp=${facts.seccomp}`]),
      ...(facts.isPodman ? [maskOption] : []),
    ],
    PidsLimit: most.processes + PROCESSES_BESIDES,
    Memory: most.memoryBytes,
    MemorySwap: most.memoryBytes,
    NanoCpus: Math.round(facts.cpus * 1e9),
    Ulimits: [
      ...ulimit('nofile', most.openFiles),
      ...ulimit('fsize', limits.fileBytes),
      ...ulimit('cpu', limits.cpuSeconds),
      ...ulimit('core', coreLimit()),
      ...ulimit('nproc', facts.userProcesses ?? undefined),
    ],
    ShmSize: mounts.shmBytes,
    Mounts: [...engineMounts.mounts],
    ...(engineMounts.binds.length > 0 && { Binds: [...engineMounts.binds] }),
    Tmpfs: { ...mounts.memory },
    MaskedPaths: masked,
    ReadonlyPaths: ['/proc'],
    LogConfig: { Type: 'none', Config: {} },
  }
}

const ulimit = (name: string, value: number | undefined) =>
  value === undefined ? [] : [{ Name: name, Soft: value, Hard: value }]
