import { homedir } from 'node:os'
import { defaultHiddenPaths } from '@poundlock/sandbox'

/** A path of the host that no container gets, and why. */
export interface DangerousPath {
  /** Absolute. */
  readonly path: string
  readonly reason: string
  /** Paths in it may be bound, unless another rule forbids it. */
  readonly onlyItself?: true
}

/**
 * Source: the advisories on containers that were given the socket of their engine (docker.sock), `/proc` and `/sys`
 * (`core_pattern`, `release_agent`), devices, and the layout of the Filesystem Hierarchy Standard 3.0.
 */
export const MACHINE_PATHS: readonly DangerousPath[] = [
  { path: '/', reason: 'it is the whole machine', onlyItself: true },
  { path: '/etc', reason: 'it holds the accounts and the configuration of the machine' },
  { path: '/proc', reason: 'through it the kernel is configured' },
  { path: '/sys', reason: 'through it the kernel is configured' },
  { path: '/dev', reason: 'it holds disks and memory' },
  { path: '/run', reason: 'it holds the sockets of services, that of the container engine among them' },
  { path: '/var/run', reason: 'it holds the sockets of services, that of the container engine among them' },
  { path: '/boot', reason: 'the machine starts from it' },
  { path: '/var/lib/docker', reason: 'it holds all containers' },
  { path: '/var/lib/containerd', reason: 'it holds all containers' },
  { path: '/var/lib/containers', reason: 'it holds all containers' },
  { path: '/var/spool/cron', reason: 'what lies there is run by the machine' },
]

/** All that is refused as the source of a mount: of the machine, of this user, and what the caller names. */
export function dangerousPaths(own: readonly string[], home: string = homedir()): readonly DangerousPath[] {
  const secrets = home === '/' ? [] : defaultHiddenPaths(home)
  return [
    ...MACHINE_PATHS,
    ...(home === '/'
      ? []
      : [{ path: `${home}/.docker`, reason: 'it holds registry credentials and the engine’s keys' }]),
    ...secrets.map(({ path, reason }) => ({ path, reason })),
    ...own.map((path) => ({ path, reason: 'the policy hides it' })),
  ]
}
