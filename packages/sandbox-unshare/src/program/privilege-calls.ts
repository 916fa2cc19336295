import type { Cell, Program } from '../loader/program.ts'
import { errno } from '../system-calls/errno.ts'
import { writeTextBelow } from './file-calls.ts'

/** Options of prctl(2). Source: Linux `include/uapi/linux/prctl.h`. */
export const PROCESS_CONTROL = {
  parentDeathSignal: 1,
  dumpable: 4,
  dropBounding: 24,
  securityBits: 28,
  childSubreaper: 36,
  noNewPrivileges: 38,
  ambientCapabilities: 47,
} as const

const NEW_USER_NAMESPACE = 0x1000_0000
/** `_LINUX_CAPABILITY_VERSION_3` */
const CAPABILITY_VERSION = 0x2008_0522
/** More than any kernel has: an unknown capability is refused with EINVAL. */
const CAPABILITY_LIMIT = 48
/**
 * `SECBIT_NOROOT`, `SECBIT_NO_SETUID_FIXUP`, `SECBIT_KEEP_CAPS` off, `SECBIT_NO_CAP_AMBIENT_RAISE`, and the lock of each:
 * no uid means capabilities, ever.
 */
const LOCKED_SECURITY_BITS = 0x01 | 0x02 | 0x04 | 0x08 | 0x20 | 0x40 | 0x80
/** `PR_CAP_AMBIENT_RAISE` */
const RAISE_AMBIENT = 2
/**
 * `SECBIT_NOROOT`, `SECBIT_NO_SETUID_FIXUP`, and the lock of each: a change of uid does not change capabilities, not
 * even within access(2).
 */
const UNTIED_SECURITY_BITS = 0x01 | 0x02 | 0x04 | 0x08
/** `SECCOMP_SET_MODE_FILTER` */
const SET_FILTER = 1
const INSTRUCTION_BYTES = 8

/** Adds calls that empty the capability sets. */
export function dropCapabilities(program: Program): void {
  const noCapabilities = program.words([CAPABILITY_VERSION, 0])
  const none = program.words([0, 0, 0])
  program.call('capset', [noCapabilities, none], { does: 'drop all capabilities' })
}

/** Adds calls after which no program that is executed brings a capability back, save one that is to be kept. */
export function dropBoundingSet(program: Program, exception?: number): void {
  for (let capability = 0; capability < CAPABILITY_LIMIT; capability += 1) {
    if (capability === exception) continue
    program.call('prctl', [PROCESS_CONTROL.dropBounding, capability, 0, 0, 0], {
      does: 'give up capabilities for good',
      tolerate: errno('EINVAL'),
    })
  }
}

/** Adds a call that makes capabilities independent of the user. */
export function untieCapabilities(program: Program): void {
  program.call('prctl', [PROCESS_CONTROL.securityBits, UNTIED_SECURITY_BITS, 0, 0, 0], {
    does: 'keep capabilities as another user',
  })
}

/** Adds a call that keeps one capability, and a second that passes it on to executed programs. */
export function keepCapability(program: Program, capability: number): void {
  const bit = 2 ** capability
  const noCapabilities = program.words([CAPABILITY_VERSION, 0])
  // Effective and permitted, inheritable; the upper halves of the three follow.
  const sets = program.words([bit + bit * 2 ** 32, bit, 0])
  const does = 'keep one capability'
  program.call('capset', [noCapabilities, sets], { does })
  program.call('prctl', [PROCESS_CONTROL.ambientCapabilities, RAISE_AMBIENT, capability, 0, 0], { does })
}

/**
 * Adds calls that leave the user namespace that owns the mounts for one that owns nothing, as this user there, and
 * give up every way to gain a privilege again.
 */
export function becomeUnprivileged(
  program: Program,
  processes: Cell,
  user: { readonly uid: number; readonly gid: number },
): void {
  program.call('unshare', [NEW_USER_NAMESPACE], { does: 'make the command’s user namespace' })
  writeTextBelow(program, processes, 'self/setgroups', 'deny', 'fix the groups of the command')
  // Outside of it the only user there is has number 0.
  writeTextBelow(program, processes, 'self/uid_map', `${String(user.uid)} 0 1`, 'name the user of the command')
  writeTextBelow(program, processes, 'self/gid_map', `${String(user.gid)} 0 1`, 'name the group of the command')
  program.call('prctl', [PROCESS_CONTROL.securityBits, LOCKED_SECURITY_BITS, 0, 0, 0], {
    does: 'take the power from uid 0',
  })
  dropBoundingSet(program)
  dropCapabilities(program)
  program.call('prctl', [PROCESS_CONTROL.noNewPrivileges, 1, 0, 0, 0], { does: 'refuse new privileges' })
}

/** Adds the call after which only what the filter allows can be called. */
export function installFilter(program: Program, filter: Uint8Array): void {
  // struct sock_fprog: the number of instructions, then a pointer at the next multiple of eight.
  const description = program.words([filter.length / INSTRUCTION_BYTES, program.data(filter)])
  program.call('seccomp', [SET_FILTER, 0, description], { does: 'filter system calls' })
}
