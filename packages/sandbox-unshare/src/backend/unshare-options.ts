import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResolveHost } from '@poundlock/egress'
import type { PoolOptions } from '../pool/pool-options.ts'
import type { RendererName } from '../renderers/renderer.ts'
import type { Machine } from './machine-reasons.ts'
import { closedFolder } from './reachable.ts'

/** Where the backend keeps what it finds out, and what it may use. */
export interface UnshareBackendOptions {
  /** An own folder, made with mode 0700: the loader and the answers of probes. Programs must be executable in it. */
  readonly cacheDirectory: string
  /** An own folder, made with mode 0700, for quarantined entries. It is hidden from every command. */
  readonly stateDirectory: string
  /** Size limit of the private HOME, TMPDIR and /dev/shm, each. 1 GiB unless set. */
  readonly scratchBytes?: number
  /** The only way of containing that is used; the strongest that works here unless set. */
  readonly renderer?: RendererName
  /** Lets commands use AF_UNIX sockets: those in the workspace can be reached then. Off unless set. */
  readonly unixSockets?: boolean
  /** Keeps built sandboxes waiting, so that a command starts at once. None unless set. See docs/sandbox.md, The pool. */
  readonly pool?: PoolOptions
  /** Looks up names for commands whose network is an allowlist; the resolver of this machine unless set. */
  readonly resolveHost?: ResolveHost
  /** The machine that is assumed, for tests; the one it runs on unless set. */
  readonly machine?: Machine
}

/** As root, a cache folder in the home of another user, as `sudo` leaves it, cannot be reached in a user namespace. */
export function probeFolder(cacheDirectory: string): string {
  const [uid, gid] = [process.geteuid!(), process.getegid!()]
  return uid === 0 && closedFolder(join(cacheDirectory, 'probe'), { uid, gid }) !== null ? tmpdir() : cacheDirectory
}
