import { describe, expect, test } from 'vitest'
import { AUDIT_ARCHITECTURE, commandFilter, action } from '../../src/seccomp/command-filter.ts'
import { encodeFilter } from '../../src/seccomp/filter-assembler.ts'
import { FIRST_UNJUDGED_CALL, REFUSED_CALLS } from '../../src/seccomp/refused-calls.ts'
import { errno } from '../../src/system-calls/errno.ts'
import { type Architecture, type SystemCall, systemCallNumber } from '../../src/system-calls/system-calls.ts'
import { interpret } from './filter-interpreter.ts'

const allow = action.allow
const refuse = action.error(errno('EPERM'))
const absent = action.error(errno('ENOSYS'))

function answer(
  architecture: Architecture,
  call: SystemCall | number,
  args: readonly bigint[] = [],
  unixSockets = false,
) {
  const number = typeof call === 'number' ? call : systemCallNumber(call, architecture)
  if (number === null) throw new TypeError(`${architecture} has no ${String(call)}`)
  return interpret(commandFilter(architecture, { unixSockets }), {
    architecture: AUDIT_ARCHITECTURE[architecture],
    number,
    args,
  })
}

describe.each(['x64', 'arm64'] as const)('the filter of commands on %s', (architecture) => {
  for (const { calls, error, reason } of REFUSED_CALLS) {
    for (const call of calls) {
      if (systemCallNumber(call, architecture) === null) continue
      test(`answers ${error} to ${call}, which ${reason}`, () => {
        expect(answer(architecture, call)).toBe(action.error(errno(error)))
      })
    }
  }

  test('allows every other call that it knows', () => {
    for (const call of ['write', 'close', 'execve', 'chdir', 'wait4', 'prctl', 'seccomp', 'openat', 'kill'] as const) {
      expect(answer(architecture, call), call).toBe(allow)
    }
  })

  test('allows forks and threads, and no clone that makes a namespace', () => {
    expect(answer(architecture, 'clone', [0x0120_0011n])).toBe(allow)
    expect(answer(architecture, 'clone', [0x003d_0f00n])).toBe(allow)
    for (const bit of [17, 25, 26, 27, 28, 29, 30]) {
      expect(answer(architecture, 'clone', [(1n << BigInt(bit)) | 0x11n]), `bit ${String(bit)}`).toBe(refuse)
    }
  })

  test('refuses to type into terminals, also with bits that the kernel ignores', () => {
    for (const request of [0x5412n, 0x541cn, 0x541dn, 0x5423n, 0xffff_ffff_0000_5412n, 0x1_0000_5412n]) {
      expect(answer(architecture, 'ioctl', [0n, request]), request.toString(16)).toBe(refuse)
    }
    expect(answer(architecture, 'ioctl', [0n, 0x5413n])).toBe(allow)
    expect(answer(architecture, 'ioctl', [0n, 0x5401n])).toBe(allow)
  })

  test('leaves the limit of core files as it is: at any other the machine’s program for crashes runs', () => {
    for (const pointer of [0x7fff_0000n, 0x1_0000_0000n]) {
      expect(answer(architecture, 'prlimit64', [0n, 4n, pointer, 0n])).toBe(absent)
      expect(answer(architecture, 'prlimit64', [7n, 0xffff_ffff_0000_0004n, pointer, pointer])).toBe(absent)
      expect(answer(architecture, 'prlimit64', [0n, 4n, 0n, pointer])).toBe(allow)
      expect(answer(architecture, 'prlimit64', [0n, 7n, pointer, pointer])).toBe(allow)
    }
    expect(answer(architecture, 'setrlimit', [4n, 0x7fff_0000n])).toBe(absent)
    expect(answer(architecture, 'setrlimit', [7n, 0x7fff_0000n])).toBe(allow)
  })

  test('refuses leases, which would stop a program that opens the file on the host, and no other command of a descriptor', () => {
    for (const command of [1024n, 0x1_0000_0400n]) expect(answer(architecture, 'fcntl', [3n, command, 0n])).toBe(refuse)
    for (const command of [0n, 1n, 2n, 3n, 4n, 6n, 7n, 37n, 1025n, 1030n, 1031n, 1033n]) {
      expect(answer(architecture, 'fcntl', [3n, command]), String(command)).toBe(allow)
    }
  })

  test('refuses to reserve disk space that no limit is asked for', () => {
    for (const mode of [0n, 3n, 8n, 16n])
      expect(answer(architecture, 'fallocate', [3n, mode]), String(mode)).toBe(allow)
    for (const mode of [1n, 17n, 32n, 64n, 65n, 128n]) {
      expect(answer(architecture, 'fallocate', [3n, mode]), String(mode)).toBe(action.error(errno('EOPNOTSUPP')))
    }
    for (const request of [0x4030_5828n, 0x4030_582an, 0x4030_5839n]) {
      expect(answer(architecture, 'ioctl', [3n, request]), request.toString(16)).toBe(refuse)
    }
  })

  test('allows internet sockets of common kinds only', () => {
    for (const family of [2n, 10n]) {
      expect(answer(architecture, 'socket', [family, 1n, 0n])).toBe(allow)
      expect(answer(architecture, 'socket', [family, 0x80801n, 6n])).toBe(allow)
      expect(answer(architecture, 'socket', [family, 2n, 17n])).toBe(allow)
      expect(answer(architecture, 'socket', [family, 3n, 1n]), 'raw').toBe(refuse)
      expect(answer(architecture, 'socket', [family, 5n, 132n]), 'sctp').toBe(refuse)
      expect(answer(architecture, 'socket', [family, 1n, 132n]), 'sctp stream').toBe(
        action.error(errno('EPROTONOSUPPORT')),
      )
    }
  })

  test('allows pairs of local sockets that stay with each other, and none that can be connected anew', () => {
    for (const kind of [1n, 5n, 0x80801n]) expect(answer(architecture, 'socketpair', [1n, kind, 0n])).toBe(allow)
    for (const kind of [2n, 3n, 0x80802n]) {
      expect(answer(architecture, 'socketpair', [1n, kind, 0n]), String(kind)).toBe(refuse)
      expect(answer(architecture, 'socketpair', [1n, kind, 0n], true), String(kind)).toBe(allow)
    }
    for (const family of [2n, 30n, 40n]) expect(answer(architecture, 'socketpair', [family, 1n, 0n], true)).toBe(refuse)
  })

  test('refuses every other family, local sockets unless they are asked for, and netlink except for routes', () => {
    for (let family = 0n; family < 64n; family += 1n) {
      if (![2n, 10n].includes(family))
        expect(answer(architecture, 'socket', [family, 1n, 15n]), String(family)).toBe(refuse)
    }
    expect(answer(architecture, 'socket', [1n, 1n, 0n], true)).toBe(allow)
    expect(answer(architecture, 'socket', [40n, 1n, 0n], true)).toBe(refuse)
    expect(answer(architecture, 'socket', [16n, 3n, 0n])).toBe(allow)
    expect(answer(architecture, 'socket', [16n, 3n, 12n])).toBe(refuse)
  })

  test('allows pipes and plain files to be made, not devices', () => {
    for (const [mode, expected] of [
      [0o010644n, allow],
      [0o100644n, allow],
      [0o644n, allow],
      [0o020666n, refuse],
      [0o060666n, refuse],
    ] as const) {
      expect(answer(architecture, 'mknodat', [0n, 0n, mode])).toBe(expected)
      if (architecture === 'x64') expect(answer(architecture, 'mknod', [0n, mode])).toBe(expected)
    }
  })

  test('lets no file be made or changed so that it gives privileges to who runs it', () => {
    for (const bits of [0o4000n, 0o2000n, 0o6000n]) {
      expect(answer(architecture, 'fchmod', [3n, 0o755n | bits])).toBe(refuse)
      expect(answer(architecture, 'fchmodat', [0n, 0n, 0o755n | bits])).toBe(refuse)
      expect(answer(architecture, 'fchmodat2', [0n, 0n, 0o755n | bits])).toBe(refuse)
      expect(answer(architecture, 'openat', [0n, 0n, 0o100n, 0o755n | bits])).toBe(refuse)
      expect(answer(architecture, 'openat', [0n, 0n, 0o20200000n, 0o755n | bits])).toBe(refuse)
      expect(answer(architecture, 'mknodat', [0n, 0n, 0o100755n | bits])).toBe(refuse)
      if (architecture === 'x64') {
        expect(answer(architecture, 'chmod', [0n, 0o755n | bits])).toBe(refuse)
        expect(answer(architecture, 'creat', [0n, 0o755n | bits])).toBe(refuse)
        expect(answer(architecture, 'open', [0n, 0o1101n, 0o755n | bits])).toBe(refuse)
      }
    }
    expect(answer(architecture, 'fchmod', [3n, 0o1777n])).toBe(allow)
    expect(answer(architecture, 'openat', [0n, 0n, 0o100n, 0o644n])).toBe(allow)
    // Without creating, the mode is whatever was in the register.
    expect(answer(architecture, 'openat', [0n, 0n, 0o2000000n, 0o7777n])).toBe(allow)
  })

  test('allows harmless execution domains only', () => {
    for (const persona of [0n, 0xffff_ffffn, 0x4_0000n])
      expect(answer(architecture, 'personality', [persona])).toBe(allow)
    for (const persona of [0x10_0000n, 0x40_0000n, 0x800_0000n]) {
      expect(answer(architecture, 'personality', [persona])).toBe(refuse)
    }
  })

  test('knows no call that is newer than its tables', () => {
    expect(answer(architecture, FIRST_UNJUDGED_CALL - 1)).toBe(allow)
    expect(answer(architecture, FIRST_UNJUDGED_CALL)).toBe(absent)
    expect(answer(architecture, 0x3fff_ffff)).toBe(absent)
  })

  test('refuses the x32 interface, whose numbers would pass a list of others', () => {
    expect(answer(architecture, 0x4000_0000 | 41)).toBe(refuse)
    expect(answer(architecture, 0xffff_ffff)).toBe(refuse)
  })

  test('ends a process that calls in another processor mode', () => {
    const filter = commandFilter(architecture, { unixSockets: true })
    for (const other of [0x4000_0003, 0x4000_0028, AUDIT_ARCHITECTURE[architecture === 'x64' ? 'arm64' : 'x64']]) {
      expect(interpret(filter, { architecture: other, number: 1 })).toBe(action.killProcess)
    }
  })

  test('answers every number there is, and fits what the kernel takes', () => {
    const filter = commandFilter(architecture, { unixSockets: false })
    expect(encodeFilter(filter)).toHaveLength(filter.length * 8)
    expect(filter.length).toBeLessThan(4096)
    for (let number = 0; number < 600; number += 1)
      expect(answer(architecture, number), String(number)).toBeTypeOf('number')
  })
})
