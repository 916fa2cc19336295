import type { Argument } from '../loader/program.ts'
import { type ErrnoName, describeErrno, errno } from '../system-calls/errno.ts'
import type { SystemCall } from '../system-calls/system-calls.ts'

/** Where a probe looks, on the host. */
export interface ProbeScene {
  readonly workspace: string
  /** A file outside of the workspace. */
  readonly secret: string
  /** A path outside of the workspace at which nothing is. */
  readonly absent: string
  /** Port of a server that listens on the host's 127.0.0.1. */
  readonly port: number
  /** Process id of a host process. */
  readonly process: number
  /** Whether commands were given AF_UNIX sockets. */
  readonly unixSockets: boolean
}

/** One system call made inside a sandbox, and what must come of it. */
export interface ProbeCall {
  readonly name: string
  readonly description: string
  readonly call: SystemCall
  readonly args: readonly Argument[]
  /** First argument is the socket that the check before made. */
  readonly onSocket?: true
  /** Results that hold: a number, or an error. */
  readonly holds: readonly (number | ErrnoName)[]
}

const CURRENT_FOLDER = -100
const WRITE = 1
const CREATE = 0o100
const INTERNET = 2
const STREAM = 1
const GET_SECCOMP = 21
const GET_NO_NEW_PRIVILEGES = 39
/** `_LINUX_CAPABILITY_VERSION_3`, this process. */
const capabilityHeader = Uint8Array.from([0x22, 0x05, 0x08, 0x20, 0, 0, 0, 0])
/** Effective and permitted: bit 21. */
const administerSystem = Uint8Array.from([0, 0, 0x20, 0, 0, 0, 0x20, 0, ...Array.from({ length: 16 }, () => 0)])
const TRUNCATE = 0o1000
const OPEN_FILES = 7
const NEW_USER = 0x1000_0000
const NEW_MOUNT = 0x0002_0000
const FILTERED = 2
const anyDescriptor: readonly number[] = Array.from({ length: 16 }, (_, descriptor) => descriptor)

/** The checks, with arguments for this ground. */
export function probeCalls(scene: ProbeScene): readonly ProbeCall[] {
  return [
    ...fileCalls(scene),
    ...hostCalls(scene),
    ...PRIVILEGE_CALLS,
    ...changeCalls(scene),
    ...confinementCalls(scene),
  ]
}

const open = (path: string, flags: number): readonly Argument[] => [CURRENT_FOLDER, path, flags, 0o600]

function fileCalls(scene: ProbeScene): readonly ProbeCall[] {
  return [
    {
      name: 'read-secret',
      description: 'open a file of the host outside the workspace',
      call: 'openat',
      args: open(scene.secret, 0),
      holds: ['ENOENT', 'EACCES'],
    },
    {
      name: 'write-outside',
      // In a scratch folder it may succeed and be gone afterwards: `nothing-outside` looks on the host.
      description: 'create a file outside the workspace',
      call: 'openat',
      args: open(scene.absent, WRITE | CREATE),
      holds: ['ENOENT', 'EROFS', 'EACCES', ...anyDescriptor],
    },
    {
      name: 'write-system',
      description: 'create a file in /usr',
      call: 'openat',
      args: open('/usr/poundlock-probe', WRITE | CREATE),
      holds: ['EROFS', 'EACCES'],
    },
    {
      name: 'write-kernel',
      description: 'open /proc/sys/kernel/core_pattern for writing',
      call: 'openat',
      args: open('/proc/sys/kernel/core_pattern', WRITE),
      holds: ['EROFS', 'EACCES', 'ENOENT'],
    },
  ]
}

/** What else of the host can be reached: processes, servers, services. */
function hostCalls(scene: ProbeScene): readonly ProbeCall[] {
  const address = new Uint8Array(16)
  const view = new DataView(address.buffer)
  view.setUint16(0, INTERNET, true)
  view.setUint16(2, scene.port)
  address.set([127, 0, 0, 1], 4)
  return [
    {
      name: 'see-processes',
      description: 'signal a process of the host',
      call: 'kill',
      args: [scene.process, 0],
      holds: ['ESRCH', 'EPERM'],
    },
    {
      name: 'open-socket',
      description: 'make a socket, for the next check',
      call: 'socket',
      args: [INTERNET, STREAM, 0],
      // Where there is no namespace for it, there are no sockets.
      holds: [...anyDescriptor, 'EPERM'],
    },
    {
      name: 'reach-network',
      description: 'connect to a server on the loopback interface of the host',
      call: 'connect',
      args: [0, address, address.length],
      onSocket: true,
      holds: ['ECONNREFUSED', 'ENETUNREACH', 'EBADF'],
    },
    {
      name: 'reach-services',
      description: 'make a socket for services of the host (AF_UNIX)',
      call: 'socket',
      args: [1, STREAM, 0],
      // Where they were asked for, having them is no fault.
      holds: scene.unixSockets ? [...anyDescriptor, 'EPERM'] : ['EPERM'],
    },
  ]
}

const PRIVILEGE_CALLS: readonly ProbeCall[] = [
  {
    name: 'new-privileges',
    description: 'ask whether set-user-id programs are without effect',
    call: 'prctl',
    args: [GET_NO_NEW_PRIVILEGES, 0, 0, 0, 0],
    holds: [1],
  },
  {
    name: 'capabilities',
    description: 'take the capability CAP_SYS_ADMIN',
    call: 'capset',
    args: [capabilityHeader, administerSystem],
    holds: ['EPERM'],
  },
]

/** What of the host can be changed without being opened. */
function changeCalls(scene: ProbeScene): readonly ProbeCall[] {
  return [
    {
      name: 'change-mode',
      description: 'change the mode of a file of the host outside the workspace',
      call: 'fchmodat',
      args: [CURRENT_FOLDER, scene.secret, 0o644],
      holds: ['ENOENT', 'EPERM'],
    },
    {
      name: 'shorten',
      description: 'open a file of the host outside the workspace to empty it',
      call: 'openat',
      args: open(scene.secret, WRITE | TRUNCATE),
      holds: ['ENOENT', 'EACCES'],
    },
    {
      name: 'slow-processes',
      description: 'change the priority of a process of the host',
      call: 'setpriority',
      args: [0, scene.process, 19],
      holds: ['ESRCH', 'EPERM'],
    },
    {
      name: 'limit-processes',
      description: 'change a limit of a process of the host',
      call: 'prlimit64',
      args: [scene.process, OPEN_FILES, new Uint8Array(16), 0],
      holds: ['ESRCH', 'EPERM'],
    },
  ]
}

function confinementCalls(scene: ProbeScene): readonly ProbeCall[] {
  return [
    {
      name: 'filter',
      description: 'ask whether system calls are filtered',
      call: 'prctl',
      args: [GET_SECCOMP, 0, 0, 0, 0],
      holds: [FILTERED],
    },
    {
      name: 'mount',
      description: 'mount a file system',
      call: 'mount',
      args: ['tmpfs', scene.workspace, 'tmpfs', 0, 0],
      holds: ['EPERM'],
    },
    {
      name: 'nest-namespaces',
      description: 'make a user namespace, in which all privileges could be had',
      call: 'unshare',
      args: [NEW_USER | NEW_MOUNT],
      holds: ['EPERM'],
    },
    {
      name: 'keys',
      description: 'search the session keyring',
      call: 'keyctl',
      args: [0, -3, 0, 0, 0],
      holds: ['EPERM'],
    },
  ]
}

/** The meaning of a result, and whether it is the required one. */
export function checkResult(check: ProbeCall, result: number): { readonly passed: boolean; readonly evidence: string } {
  const passed = check.holds.some((wanted) => result === (typeof wanted === 'number' ? wanted : -errno(wanted)))
  return { passed, evidence: result < 0 ? describeErrno(-result) : `result ${String(result)}` }
}
