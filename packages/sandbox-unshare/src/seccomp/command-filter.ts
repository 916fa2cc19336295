import { errno } from '../system-calls/errno.ts'
import { type Architecture, type SystemCall, systemCallNumber } from '../system-calls/system-calls.ts'
import { FilterAssembler, type FilterInstruction } from './filter-assembler.ts'
import {
  allowedAllocations,
  allowedPairKinds,
  allowedPersonalities,
  allowedSockets,
  coreResource,
  creatingFlags,
  firstUnjudgedCall,
  modeCalls,
  namespaceFlags,
  openCalls,
  privilegeBits,
  type RefusedCalls,
  refusedCalls,
  refusedDescriptorCommands,
  refusedFileKinds,
  refusedReservations,
  refusedTerminalRequests,
  socketKindMask,
} from './refused-calls.ts'
import { ownOnlyCalls, pathOfTimes, sharedHostCalls } from './shared-host-calls.ts'

/** The answers of a filter. Source: seccomp(2). */
export const action = {
  allow: 0x7fff_0000,
  killProcess: 0x8000_0000,
  error: (number: number): number => 0x0005_0000 | number,
} as const

/** `AUDIT_ARCH_X86_64` and `AUDIT_ARCH_AARCH64`. Source: `include/uapi/linux/audit.h`. */
export const auditArchitecture: Readonly<Record<Architecture, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 }

/** Calls of the x32 interface, which would bypass a list of x64 numbers, have this bit. */
const x32Bit = 0x4000_0000

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
  filter.goTo('right architecture', 'jumpEqual', auditArchitecture[architecture])
  filter.return(action.killProcess)
  filter.label('right architecture')
  filter.load(data.number)
  const [unjudged, judged] = [filter.newLabel(), filter.newLabel()]
  filter.goTo(unjudged, 'jumpGreaterOrEqual', firstUnjudgedCall)
  filter.goTo(judged, 'jumpGreaterOrEqual', 0)
  filter.label(unjudged)
  // Numbers of the x32 interface are above them all; they are refused, not absent, so that nothing retries.
  filter.goTo('refuse x32', 'jumpGreaterOrEqual', x32Bit)
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
  for (const { call, flags, mode } of openCalls) when(call, () => filterOpening(filter, flags, mode))
  when('clone', () => refuseAnyBit(filter, 0, namespaceFlags))
  when('ioctl', () =>
    refuseValues(filter, 1, [...refusedTerminalRequests.map(({ value }) => value), ...refusedReservations]),
  )
  when('fcntl', () => refuseValues(filter, 1, refusedDescriptorCommands))
  when('fallocate', () => allowValues(filter, 1, allowedAllocations, action.error(errno('EOPNOTSUPP'))))
  for (const { call, mode } of modeCalls) when(call, () => refuseAnyBit(filter, mode, privilegeBits))
  when('mknod', () => refuseDevices(filter, 1))
  when('mknodat', () => refuseDevices(filter, 2))
  when('personality', () => allowValues(filter, 0, allowedPersonalities))
  when('socket', () => filterSocket(filter, options))
  when('socketpair', () => filterPair(filter, options))
  // A socket of a pair could take a name without a path, which belongs to everybody in this network.
  if (options.internetSockets === false && !options.unixSockets) when('bind', () => filter.return(refused))
  refuseByName(filter, number, refusedCalls)
  if (options.sharedWith !== undefined) {
    for (const { call, zero } of ownOnlyCalls) when(call, () => refuseUnlessZero(filter, zero))
    when('utimensat', () => pretendUnlessNull(filter, pathOfTimes))
  }
  filter.return(action.allow)
  return filter.assemble()
}

function refuseShared(
  filter: FilterAssembler,
  number: (name: SystemCall) => number | null,
  sharedWith: 'owner' | 'stranger',
): void {
  const table = sharedHostCalls.filter(({ from }) => from === undefined || from === sharedWith)
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
  filter.goTo(creates, 'jumpAnyBit', creatingFlags)
  // The register of the mode holds anything then.
  filter.return(action.allow)
  filter.label(creates)
  refuseAnyBit(filter, mode, privilegeBits)
}

function refuseDevices(filter: FilterAssembler, argument: number): void {
  const found = filter.newLabel()
  filter.load(data.argument(argument))
  filter.goTo(found, 'jumpAnyBit', privilegeBits)
  filter.and(refusedFileKinds.mask)
  filter.goTo(found, 'jumpEqual', refusedFileKinds.character)
  filter.goTo(found, 'jumpEqual', refusedFileKinds.block)
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
  filter.goTo(isCore, 'jumpEqual', coreResource)
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
  for (const family of internetSockets ? allowedSockets.internet : []) filter.goTo(kind, 'jumpEqual', family)
  filter.goTo(netlink, 'jumpEqual', allowedSockets.netlink)
  if (unixSockets) filter.goTo('allow socket', 'jumpEqual', allowedSockets.unix)
  filter.label('refuse socket')
  filter.return(refused)
  filter.label(netlink)
  filter.load(data.argument(2))
  filter.goTo('allow socket', 'jumpEqual', allowedSockets.netlinkRoute)
  filter.return(refused)
  filter.label(kind)
  filter.load(data.argument(1))
  filter.and(socketKindMask)
  const protocol = filter.newLabel()
  for (const value of allowedSockets.internetKinds) filter.goTo(protocol, 'jumpEqual', value)
  filter.return(refused)
  filter.label(protocol)
  filter.load(data.argument(2))
  for (const value of allowedSockets.internetProtocols) filter.goTo('allow socket', 'jumpEqual', value)
  filter.return(action.error(errno('EPROTONOSUPPORT')))
  filter.label('allow socket')
  filter.return(action.allow)
}

function filterPair(filter: FilterAssembler, { unixSockets }: Pick<CommandFilterOptions, 'unixSockets'>): void {
  const [unix, found] = [filter.newLabel(), filter.newLabel()]
  filter.load(data.argument(0))
  filter.goTo(unix, 'jumpEqual', allowedSockets.unix)
  filter.return(refused)
  filter.label(unix)
  if (unixSockets) filter.return(action.allow)
  filter.load(data.argument(1))
  filter.and(socketKindMask)
  for (const kind of allowedPairKinds) filter.goTo(found, 'jumpEqual', kind)
  filter.return(refused)
  filter.label(found)
  filter.return(action.allow)
}
