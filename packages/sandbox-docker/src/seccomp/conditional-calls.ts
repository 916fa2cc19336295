import { allBut, type MaskedValue, WHOLE_WORD } from './masks.ts'

/** A condition on the argument of that index: on 32 bits of it, or on whether it is a null pointer. */
export type ArgumentCondition =
  | (MaskedValue & { readonly index: number })
  | { readonly index: number; readonly isNull: boolean }

/** Calls that are allowed when all conditions of a rule hold. Several rules for one call: any of them. */
export interface ConditionalCall {
  readonly calls: readonly string[]
  readonly when: readonly ArgumentCondition[]
  readonly reason: string
}

const is = (index: number, value: number): ArgumentCondition => ({ index, mask: WHOLE_WORD, value })
const none = (index: number, mask: number): ArgumentCondition => ({ index, mask, value: 0 })

/** `S_ISUID`, `S_ISGID`. Source: inode(7). */
const PRIVILEGE_BITS = 0o6000
const PRIVILEGES = 'no set-user-id or set-group-id bits: they would outlive the container on the workspace'

/** `O_CREAT`, `__O_TMPFILE`. Source: `include/uapi/asm-generic/fcntl.h`. */
const CREATING = 0o2000_0100

/** The kinds of file that are not devices: plain (also written as 0), pipe, socket. Source: inode(7). */
const FILE_KINDS = [0, 0o100_000, 0o010_000, 0o140_000] as const
const FILE_KIND_MASK = 0o170_000

/** Default, ICMP (ping without privileges), TCP, UDP, ICMPv6. Source: `include/uapi/linux/in.h`. */
const PROTOCOLS = [0, 1, 6, 17, 58] as const

/** `SOCK_STREAM` and `SOCK_DGRAM`; the flags beside them are in higher bits. */
const SOCKET_KINDS = [1, 2] as const
const SOCKET_KIND_MASK = 0xf
/** `SOCK_STREAM` and `SOCK_SEQPACKET`. A datagram socket of a pair can be connected anew. Source: unix(7). */
const PAIR_KINDS = [1, 5] as const

/** `AF_INET`, `AF_INET6`. */
const INTERNET = [2, 10] as const
const UNIX_FAMILY = 1
const NETLINK = 16
const NETLINK_ROUTE = 0

/** `CLONE_NEW*`. Source: `include/uapi/linux/sched.h`. */
const NAMESPACE_FLAGS = 0x7e02_0000

/** `TIOCSTI`, `TIOCLINUX`, `TIOCCONS`, `TIOCSETD`. Source: `include/uapi/asm-generic/ioctls.h`. */
const TERMINAL_REQUESTS = [0x5412, 0x541c, 0x541d, 0x5423] as const

/** `FS_IOC_RESVSP`, `FS_IOC_RESVSP64`, `FS_IOC_ZERO_RANGE`. Source: `include/linux/falloc.h`. */
const RESERVATIONS = [0x4030_5828, 0x4030_582a, 0x4030_5839] as const
/** Plain, punching holes, collapsing, writing zeros. The others ask for no limit. Source: fallocate(2). */
const ALLOCATIONS = [0, 0x3, 0x8, 0x10] as const
/** `F_SETLEASE`. Source: fcntl(2). */
const LEASE_COMMAND = 1024

/** `RLIMIT_CORE`. Source: `include/uapi/asm-generic/resource.h`. */
const CORE_RESOURCE = 4

/** As Docker's own profile, and without address randomisation, which sanitizers use. Source: personality(2). */
const PERSONALITIES = [0, 0x8, 0x2_0000, 0x2_0008, 0x4_0000, WHOLE_WORD] as const

const CORE_LIMIT = 'at any other limit of core files, the program that the machine has for crashes runs, outside'

/** Answered as calls that there are not, with which programs go on that want no core files, as GnuPG does. */
export const absentWhen: readonly ConditionalCall[] = [
  { calls: ['setrlimit'], when: [is(0, CORE_RESOURCE)], reason: CORE_LIMIT },
  { calls: ['prlimit64'], when: [is(1, CORE_RESOURCE), { index: 2, isNull: false }], reason: CORE_LIMIT },
]

/** Calls that are judged by their arguments. */
export function conditionalCalls(options: { readonly unixSockets: boolean }): readonly ConditionalCall[] {
  return [...modeCalls(), ...resourceCalls(), ...socketCalls(options)]
}

function modeCalls(): readonly ConditionalCall[] {
  return [
    { calls: ['chmod', 'fchmod', 'creat'], when: [none(1, PRIVILEGE_BITS)], reason: PRIVILEGES },
    { calls: ['fchmodat', 'fchmodat2'], when: [none(2, PRIVILEGE_BITS)], reason: PRIVILEGES },
    { calls: ['open'], when: [none(1, CREATING)], reason: 'nothing is created, so there is no mode' },
    { calls: ['open'], when: [none(2, PRIVILEGE_BITS)], reason: PRIVILEGES },
    { calls: ['openat'], when: [none(2, CREATING)], reason: 'nothing is created, so there is no mode' },
    { calls: ['openat'], when: [none(3, PRIVILEGE_BITS)], reason: PRIVILEGES },
    ...FILE_KINDS.flatMap((kind): ConditionalCall[] => {
      const plain = (index: number) => [{ index, mask: FILE_KIND_MASK | PRIVILEGE_BITS, value: kind }]
      const reason = 'no devices'
      return [
        { calls: ['mknod'], when: plain(1), reason },
        { calls: ['mknodat'], when: plain(2), reason },
      ]
    }),
  ]
}

/** Namespaces, terminals, disk space, limits. */
function resourceCalls(): readonly ConditionalCall[] {
  return [
    { calls: ['clone'], when: [none(0, NAMESPACE_FLAGS)], reason: 'no namespaces, in which privileges could be had' },
    ...allBut([...TERMINAL_REQUESTS, ...RESERVATIONS]).map((masked): ConditionalCall => ({
      calls: ['ioctl'],
      when: [{ index: 1, ...masked }],
      reason: 'no typing into terminals, and no disk space past the limit for one file',
    })),
    ...ALLOCATIONS.map((mode): ConditionalCall => ({
      calls: ['fallocate'],
      when: [is(1, mode)],
      reason: 'no disk space past the limit for one file',
    })),
    ...allBut([LEASE_COMMAND]).map((masked): ConditionalCall => ({
      calls: ['fcntl'],
      when: [{ index: 1, ...masked }],
      reason: 'no leases: a program that opens the file on the host would wait',
    })),
    ...allBut([CORE_RESOURCE]).flatMap((masked): ConditionalCall[] => [
      { calls: ['setrlimit'], when: [{ index: 0, ...masked }], reason: CORE_LIMIT },
      { calls: ['prlimit64'], when: [{ index: 1, ...masked }], reason: CORE_LIMIT },
    ]),
    { calls: ['prlimit64'], when: [is(1, CORE_RESOURCE), { index: 2, isNull: true }], reason: 'only asks' },
    ...PERSONALITIES.map((value): ConditionalCall => ({
      calls: ['personality'],
      when: [is(0, value)],
      reason: 'only execution domains that builds ask for',
    })),
  ]
}

function socketCalls(options: { readonly unixSockets: boolean }): readonly ConditionalCall[] {
  return [
    ...INTERNET.flatMap((family) =>
      SOCKET_KINDS.flatMap((kind) =>
        PROTOCOLS.map((protocol): ConditionalCall => ({
          calls: ['socket'],
          when: [is(0, family), { index: 1, mask: SOCKET_KIND_MASK, value: kind }, is(2, protocol)],
          reason: 'no raw sockets, none whose protocol is loaded as a module, no AF_VSOCK past the network namespace',
        })),
      ),
    ),
    { calls: ['socket'], when: [is(0, NETLINK), is(2, NETLINK_ROUTE)], reason: 'lists interfaces' },
    ...PAIR_KINDS.map((kind): ConditionalCall => ({
      calls: ['socketpair'],
      when: [is(0, UNIX_FAMILY), { index: 1, mask: SOCKET_KIND_MASK, value: kind }],
      reason: 'pairs that stay with each other',
    })),
    ...(options.unixSockets ? ['socketpair', 'socket'] : []).map((call): ConditionalCall => ({
      calls: [call],
      when: [is(0, UNIX_FAMILY)],
      reason: 'services in the workspace were asked for',
    })),
  ]
}

/** Refused so that programs take another way by themselves, which they do not for other errors. */
export const ABSENT_CALLS: readonly string[] = [
  'clone3',
  'openat2',
  'io_uring_setup',
  'io_uring_enter',
  'io_uring_register',
  'statmount',
  'listmount',
]
