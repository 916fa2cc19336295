import type { SystemCall } from '../system-calls/system-calls.ts'

/** System calls that a command gets refused whatever their arguments, and why. */
export interface RefusedCalls {
  readonly reason: string
  /** `ENOSYS` where programs then take another way by themselves. */
  readonly error: 'EPERM' | 'ENOSYS' | 'EOPNOTSUPP'
  readonly calls: readonly SystemCall[]
}

/**
 * Sources: the default profiles of Docker (`moby/profiles/seccomp/default.json`) and Flatpak
 * (`common/flatpak-run.c`), and the manual page of each call.
 */
export const REFUSED_CALLS: readonly RefusedCalls[] = [
  {
    reason: 'changes what the file system looks like, and with it what is hidden',
    error: 'EPERM',
    calls: [
      'mount',
      'umount2',
      'pivot_root',
      'chroot',
      'open_tree',
      'move_mount',
      'fsopen',
      'fsconfig',
      'fsmount',
      'fspick',
      'mount_setattr',
    ],
  },
  { reason: 'enters or makes other namespaces', error: 'EPERM', calls: ['unshare', 'setns'] },
  {
    reason: 'its flags are behind a pointer, where no filter sees them; libc then uses clone',
    error: 'ENOSYS',
    calls: ['clone3'],
  },
  {
    reason: 'its mode is behind a pointer, where no filter sees it; programs then use openat',
    error: 'ENOSYS',
    calls: ['openat2'],
  },
  {
    reason: 'reads, writes or takes descriptors from other processes',
    error: 'EPERM',
    calls: ['ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'pidfd_getfd', 'kcmp'],
  },
  {
    reason: 'runs operations that no filter sees',
    error: 'ENOSYS',
    calls: ['io_uring_setup', 'io_uring_enter', 'io_uring_register'],
  },
  { reason: 'keys are not confined by namespaces', error: 'EPERM', calls: ['keyctl', 'add_key', 'request_key'] },
  {
    reason: 'opens files by handle, past every mount',
    error: 'EPERM',
    calls: ['open_by_handle_at', 'name_to_handle_at'],
  },
  {
    reason: 'wide paths into the kernel that commands do not need',
    error: 'EPERM',
    calls: [
      'bpf',
      'perf_event_open',
      'userfaultfd',
      'fanotify_init',
      'fanotify_mark',
      'memfd_secret',
      'lookup_dcookie',
    ],
  },
  {
    reason: 'administers the machine',
    error: 'EPERM',
    calls: [
      'kexec_load',
      'kexec_file_load',
      'init_module',
      'finit_module',
      'delete_module',
      'reboot',
      'swapon',
      'swapoff',
      'acct',
      'quotactl',
      'quotactl_fd',
      'syslog',
      'settimeofday',
      'clock_settime',
      'adjtimex',
      'clock_adjtime',
      'sethostname',
      'setdomainname',
      'vhangup',
      'iopl',
      'ioperm',
      'modify_ldt',
    ],
  },
  {
    reason: 'places memory of other processes',
    error: 'EPERM',
    calls: ['move_pages', 'migrate_pages', 'mbind', 'set_mempolicy', 'set_mempolicy_home_node'],
  },
  {
    reason: 'obsolete, and untested by anyone',
    error: 'ENOSYS',
    calls: ['uselib', 'ustat', 'sysfs', '_sysctl', 'create_module', 'get_kernel_syms', 'query_module', 'nfsservctl'],
  },
]

/** The first call that the tables do not know: Linux 6.15 added 467 (`open_tree_attr`). From there on, `ENOSYS`. */
export const FIRST_UNJUDGED_CALL = 467

/** Any of these flags of `clone` makes a namespace. Source: `include/uapi/linux/sched.h`. */
export const NAMESPACE_FLAGS = 0x7e02_0000

/** Requests of `ioctl` that are refused. Source: `include/uapi/asm-generic/ioctls.h`. */
export const REFUSED_TERMINAL_REQUESTS = [
  { name: 'TIOCSTI', value: 0x5412, reason: 'types into the terminal that the person uses' },
  { name: 'TIOCLINUX', value: 0x541c, reason: 'pastes into the console' },
  { name: 'TIOCCONS', value: 0x541d, reason: 'takes over the output of the console' },
  { name: 'TIOCSETD', value: 0x5423, reason: 'loads line disciplines, a source of kernel faults' },
] as const

/**
 * Requests of `ioctl` that reserve disk space past the limit for one file, as `fallocate` does: `FS_IOC_RESVSP`,
 * `FS_IOC_RESVSP64`, `FS_IOC_ZERO_RANGE`. Source: `include/linux/falloc.h`.
 */
export const REFUSED_RESERVATIONS = [0x4030_5828, 0x4030_582a, 0x4030_5839] as const

/**
 * Modes of `fallocate` that heed the limit for one file, or take space away: plain, punching holes, collapsing, writing
 * zeros. The others reserve space behind the end of a file, or move it, and the kernel asks for no limit then. Source:
 * fallocate(2), `fs/open.c`.
 */
export const ALLOWED_ALLOCATIONS = [0, 0x3, 0x8, 0x10] as const

/**
 * Commands of `fcntl` that are refused: `F_SETLEASE`, which makes everybody wait who opens the file, up to 45 seconds.
 * It takes no right to write, so it could be had of files of the host that are only shown. Source: fcntl(2).
 */
export const REFUSED_DESCRIPTOR_COMMANDS = [1024] as const

/** `RLIMIT_CORE`, whose limit cannot be changed. Source: `include/uapi/asm-generic/resource.h`. */
export const CORE_RESOURCE = 4

/** What `socket` may make; all else is refused. Source: `include/linux/socket.h`, `include/uapi/linux/in.h`. */
export const ALLOWED_SOCKETS = {
  unix: 1,
  internet: [2, 10],
  /** `SOCK_STREAM` and `SOCK_DGRAM`: not raw ones, and none whose protocol is loaded as a module. */
  internetKinds: [1, 2],
  /** Default, ICMP (ping without privileges), TCP, UDP, ICMPv6. */
  internetProtocols: [0, 1, 6, 17, 58],
  /** Only `NETLINK_ROUTE`, which lists interfaces; see docs/sandbox.md. */
  netlink: 16,
  netlinkRoute: 0,
} as const

/**
 * Kinds of AF_UNIX pairs (`socketpair`): `SOCK_STREAM` and `SOCK_SEQPACKET`, which stay with each other. A datagram
 * socket of a pair can be connected anew, to any service of the host whose socket is visible. Source: unix(7).
 */
export const ALLOWED_PAIR_KINDS = [1, 5] as const

/** Flags beside the kind of a socket: `SOCK_NONBLOCK`, `SOCK_CLOEXEC`. */
export const SOCKET_KIND_MASK = 0xf

/**
 * Execution domains a command may set: the plain one, 32-bit Linux as `setarch` asks, and without address
 * randomisation, which sanitizers and debuggers use; the last only reads. Source: personality(2), Docker's profile.
 */
export const ALLOWED_PERSONALITIES = [0, 0x8, 0x2_0000, 0x2_0008, 0x4_0000, 0xffff_ffff] as const

/** Kinds of file that `mknod` may not make: devices. Pipes and plain files are fine. Source: inode(7). */
export const REFUSED_FILE_KINDS = { mask: 0xf000, character: 0x2000, block: 0x6000 } as const

/**
 * Mode bits by which a program gets the rights of its owner or group: a way to leave privileges behind for others,
 * above all when Poundlock runs as root. Nix refuses its builders the same (`linux-derivation-builder.cc`).
 */
export const PRIVILEGE_BITS = 0o6000

/** Calls that set a mode, and which argument that is. */
export const MODE_CALLS = [
  { call: 'chmod', mode: 1 },
  { call: 'fchmod', mode: 1 },
  { call: 'fchmodat', mode: 2 },
  { call: 'fchmodat2', mode: 2 },
  { call: 'creat', mode: 1 },
] as const satisfies readonly { readonly call: SystemCall; readonly mode: number }[]

/** Calls that set a mode only when they create a file: `O_CREAT`, `__O_TMPFILE`. */
export const OPEN_CALLS = [
  { call: 'openat', flags: 2, mode: 3 },
  { call: 'open', flags: 1, mode: 2 },
] as const satisfies readonly { readonly call: SystemCall; readonly flags: number; readonly mode: number }[]
export const CREATING_FLAGS = 0o2000_0100
