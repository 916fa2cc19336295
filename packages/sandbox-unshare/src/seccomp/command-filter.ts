import { errno } from '../system-calls/errno.ts'
import { type Architecture, type SystemCall, systemCallNumber } from '../system-calls/system-calls.ts'
import { FilterAssembler, type FilterInstruction } from './filter-assembler.ts'
import {
  ALLOWED_ALLOCATIONS,
  ALLOWED_PAIR_KINDS,
  ALLOWED_PERSONALITIES,
  ALLOWED_SOCKETS,
  CORE_RESOURCE,
  CREATING_FLAGS,
  FIRST_UNJUDGED_CALL,
  MODE_CALLS,
  NAMESPACE_FLAGS,
  OPEN_CALLS,
  PRIVILEGE_BITS,
  type RefusedCalls,
  REFUSED_CALLS,
  REFUSED_DESCRIPTOR_COMMANDS,
  REFUSED_FILE_KINDS,
  REFUSED_RESERVATIONS,
  REFUSED_TERMINAL_REQUESTS,
  SOCKET_KIND_MASK,
} from './refused-calls.ts'
import { OWN_ONLY_CALLS, PATH_OF_TIMES, SHARED_HOST_CALLS } from './shared-host-calls.ts'

/** The answers of a filter. Source: seccomp(2). */
export const action = {
  allow: 0x7fff_0000,
  killProcess: 0x8000_0000,
  error: (number: number): number => 0x0005_0000 | number,
} as const

/** `AUDIT_ARCH_X86_64` and `AUDIT_ARCH_AARCH64`. Source: `include/uapi/linux/audit.h`. */
export const AUDIT_ARCHITECTURE: Readonly<Record<Architecture, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 }

/** Calls of the x32 interface, which would bypass a list of x64 numbers, have this bit. */
const X32_BIT = 0x4000_0000

/** Offsets in `struct seccomp_data`; of an argument, its lower 32 bits. */
const data = { number: 0, architecture: 4, argument: (index: number): number => 16 + index * 8 } as const

export interface CommandFilterOptions {
  /** Lets the command use AF_UNIX sockets, which reach every service whose socket it can see. */
  readonly unixSockets: boolean
  /** False refuses sockets of the internet altogether: where there is no network namespace. True unless set. */
  readonly internetSockets?: boolean
  /**
   * Set where a command shares processes, inter-process communication and the folders of the host: then more calls are
   * refused. `owner`: it may own files of the host; `stranger`: it owns only files that it made.
   */
  readonly sharedWith?: 'owner' | 'stranger'
}

const refused = action.error(errno('EPERM'))
const absent = action.error(errno('ENOSYS'))

/**
 * The filter of every command: it allows all calls but those of the tables in `refused-calls.ts`. Code for another
 * processor mode ends the process; calls that are newer than the tables fail as unknown.
 */
export function commandFilter(architecture: Architecture, options: CommandFilterOptions): readonly FilterInstruction[] {
  const filter = new FilterAssembler()
  const number = (name: SystemCall): number | null => systemCallNumber(name, architecture)
  filter.load(data.architecture)
  filter.goTo('right architecture', 'jumpEqual', AUDIT_ARCHITECTURE[architecture])
  filter.return(action.killProcess)
  filter.label('right architecture')
  filter.load(data.number)
  const [unjudged, judged] = [filter.newLabel(), filter.newLabel()]
  filter.goTo(unjudged, 'jumpGreaterOrEqual', FIRST_UNJUDGED_CALL)
  filter.goTo(judged, 'jumpGreaterOrEqual', 0)
  filter.label(unjudged)
  // Numbers of the x32 interface are above them all; they are refused, not absent, so that nothing retries.
  filter.goTo('refuse x32', 'jumpGreaterOrEqual', X32_BIT)
  filter.return(absent)
  filter.label('refuse x32')
  filter.return(refused)
  filter.label(judged)
  const when = (name: SystemCall, body: () => void): void => {
    const value = number(name)
    if (value === null) return
    const [enter, skip] = [filter.newLabel(), filter.newLabel()]
    filter.goTo(enter, 'jumpEqual', value)
    filter.goTo(skip, 'jumpGreaterOrEqual', 0)
    filter.label(enter)
    body()
    filter.label(skip)
  }
  // Before the rules on arguments, which end with an answer.
  if (options.sharedWith !== undefined) refuseShared(filter, number, options.sharedWith)
  when('prlimit64', () => refuseCoreLimit(filter, 1, 2))
  when('setrlimit', () => refuseCoreLimit(filter, 0, null))
  // The calls that programs make most come first.
  for (const { call, flags, mode } of OPEN_CALLS) when(call, () => filterOpening(filter, flags, mode))
  when('clone', () => refuseAnyBit(filter, 0, NAMESPACE_FLAGS))
  when('ioctl', () =>
    refuseValues(filter, 1, [...REFUSED_TERMINAL_REQUESTS.map(({ value }) => value), ...REFUSED_RESERVATIONS]),
  )
  when('fcntl', () => refuseValues(filter, 1, REFUSED_DESCRIPTOR_COMMANDS))
  when('fallocate', () => allowValues(filter, 1, ALLOWED_ALLOCATIONS, action.error(errno('EOPNOTSUPP'))))
  for (const { call, mode } of MODE_CALLS) when(call, () => refuseAnyBit(filter, mode, PRIVILEGE_BITS))
  when('mknod', () => refuseDevices(filter, 1))
  when('mknodat', () => refuseDevices(filter, 2))
  when('personality', () => allowValues(filter, 0, ALLOWED_PERSONALITIES))
  when('socket', () => filterSocket(filter, options))
  when('socketpair', () => filterPair(filter, options))
  // A socket of a pair could take a name without a path, which belongs to everybody in this network.
  if (options.internetSockets === false && !options.unixSockets) when('bind', () => filter.return(refused))
  refuseByName(filter, number, REFUSED_CALLS)
  if (options.sharedWith !== undefined) {
    for (const { call, zero } of OWN_ONLY_CALLS) when(call, () => refuseUnlessZero(filter, zero))
    when('utimensat', () => pretendUnlessNull(filter, PATH_OF_TIMES))
  }
  filter.return(action.allow)
  return filter.assemble()
}

function refuseShared(
  filter: FilterAssembler,
  number: (name: SystemCall) => number | null,
  sharedWith: 'owner' | 'stranger',
): void {
  const table = SHARED_HOST_CALLS.filter(({ from }) => from === undefined || from === sharedWith)
  refuseByName(filter, number, table)
}

function refuseByName(
  filter: FilterAssembler,
  number: (name: SystemCall) => number | null,
  table: readonly RefusedCalls[],
): void {
  for (const error of ['EPERM', 'ENOSYS', 'EOPNOTSUPP'] as const) {
    const [found, after] = [filter.newLabel(), filter.newLabel()]
    for (const group of table) {
      if (group.error !== error) continue
      for (const call of group.calls) {
        const value = number(call)
        if (value !== null) filter.goTo(found, 'jumpEqual', value)
      }
    }
    filter.goTo(after, 'jumpGreaterOrEqual', 0)
    filter.label(found)
    filter.return(action.error(errno(error)))
    filter.label(after)
  }
}

function refuseAnyBit(filter: FilterAssembler, argument: number, mask: number): void {
  const found = filter.newLabel()
  filter.load(data.argument(argument))
  filter.goTo(found, 'jumpAnyBit', mask)
  filter.return(action.allow)
  filter.label(found)
  filter.return(refused)
}

function refuseValues(filter: FilterAssembler, argument: number, values: readonly number[]): void {
  const found = filter.newLabel()
  filter.load(data.argument(argument))
  for (const value of values) filter.goTo(found, 'jumpEqual', value)
  filter.return(action.allow)
  filter.label(found)
  filter.return(refused)
}

function allowValues(
  filter: FilterAssembler,
  argument: number,
  values: readonly number[],
  otherwise: number = refused,
): void {
  const found = filter.newLabel()
  filter.load(data.argument(argument))
  for (const value of values) filter.goTo(found, 'jumpEqual', value)
  filter.return(otherwise)
  filter.label(found)
  filter.return(action.allow)
}

function filterOpening(filter: FilterAssembler, flags: number, mode: number): void {
  const creates = filter.newLabel()
  filter.load(data.argument(flags))
  filter.goTo(creates, 'jumpAnyBit', CREATING_FLAGS)
  // The register of the mode holds anything then.
  filter.return(action.allow)
  filter.label(creates)
  refuseAnyBit(filter, mode, PRIVILEGE_BITS)
}

function refuseDevices(filter: FilterAssembler, argument: number): void {
  const found = filter.newLabel()
  filter.load(data.argument(argument))
  filter.goTo(found, 'jumpAnyBit', PRIVILEGE_BITS)
  filter.and(REFUSED_FILE_KINDS.mask)
  filter.goTo(found, 'jumpEqual', REFUSED_FILE_KINDS.character)
  filter.goTo(found, 'jumpEqual', REFUSED_FILE_KINDS.block)
  filter.return(action.allow)
  filter.label(found)
  filter.return(refused)
}

/** Zero means the caller itself in all of these. */
function refuseUnlessZero(filter: FilterAssembler, positions: readonly number[]): void {
  const found = filter.newLabel()
  for (const position of positions) {
    filter.load(data.argument(position))
    filter.goTo(found, 'jumpAnyBit', 0xffff_ffff)
  }
  filter.return(action.allow)
  filter.label(found)
  filter.return(refused)
}

/**
 * Leaves the limit of core files at the one number that means none at all (`limit-calls.ts`): a command could set it to 0, at
 * which the machine's program for crashes runs. `ENOSYS`, since programs that want no core files, as GnuPG does, go on then.
 * Asking for the limit, and all else, is judged further on.
 *
 * @param pointer of the new limit; `null` where a call always sets one
 */
function refuseCoreLimit(filter: FilterAssembler, resource: number, pointer: number | null): void {
  const [isCore, sets, after] = [filter.newLabel(), filter.newLabel(), filter.newLabel()]
  filter.load(data.argument(resource))
  filter.goTo(isCore, 'jumpEqual', CORE_RESOURCE)
  filter.goTo(after, 'jumpGreaterOrEqual', 0)
  filter.label(isCore)
  if (pointer !== null) {
    goToUnlessNull(filter, sets, pointer)
    filter.goTo(after, 'jumpGreaterOrEqual', 0)
    filter.label(sets)
  }
  filter.return(absent)
  filter.label(after)
  filter.load(data.number)
}

function goToUnlessNull(filter: FilterAssembler, label: string, pointer: number): void {
  for (const half of [0, 4]) {
    filter.load(data.argument(pointer) + half)
    filter.goTo(label, 'jumpAnyBit', 0xffff_ffff)
  }
}

/** Says that it is done, and does nothing, unless the pointer is null. */
function pretendUnlessNull(filter: FilterAssembler, position: number): void {
  const found = filter.newLabel()
  goToUnlessNull(filter, found, position)
  filter.return(action.allow)
  filter.label(found)
  filter.return(action.error(0))
}

function filterSocket(
  filter: FilterAssembler,
  { unixSockets, internetSockets = true }: Pick<CommandFilterOptions, 'unixSockets' | 'internetSockets'>,
): void {
  const [kind, netlink] = [filter.newLabel(), filter.newLabel()]
  filter.load(data.argument(0))
  for (const family of internetSockets ? ALLOWED_SOCKETS.internet : []) filter.goTo(kind, 'jumpEqual', family)
  filter.goTo(netlink, 'jumpEqual', ALLOWED_SOCKETS.netlink)
  if (unixSockets) filter.goTo('allow socket', 'jumpEqual', ALLOWED_SOCKETS.unix)
  filter.label('refuse socket')
  filter.return(refused)
  filter.label(netlink)
  filter.load(data.argument(2))
  filter.goTo('allow socket', 'jumpEqual', ALLOWED_SOCKETS.netlinkRoute)
  filter.return(refused)
  filter.label(kind)
  filter.load(data.argument(1))
  filter.and(SOCKET_KIND_MASK)
  const protocol = filter.newLabel()
  for (const value of ALLOWED_SOCKETS.internetKinds) filter.goTo(protocol, 'jumpEqual', value)
  filter.return(refused)
  filter.label(protocol)
  filter.load(data.argument(2))
  for (const value of ALLOWED_SOCKETS.internetProtocols) filter.goTo('allow socket', 'jumpEqual', value)
  filter.return(action.error(errno('EPROTONOSUPPORT')))
  filter.label('allow socket')
  filter.return(action.allow)
}

function filterPair(filter: FilterAssembler, { unixSockets }: Pick<CommandFilterOptions, 'unixSockets'>): void {
  const [unix, found] = [filter.newLabel(), filter.newLabel()]
  filter.load(data.argument(0))
  filter.goTo(unix, 'jumpEqual', ALLOWED_SOCKETS.unix)
  filter.return(refused)
  filter.label(unix)
  if (unixSockets) filter.return(action.allow)
  filter.load(data.argument(1))
  filter.and(SOCKET_KIND_MASK)
  for (const kind of ALLOWED_PAIR_KINDS) filter.goTo(found, 'jumpEqual', kind)
  filter.return(refused)
  filter.label(found)
  filter.return(action.allow)
}
