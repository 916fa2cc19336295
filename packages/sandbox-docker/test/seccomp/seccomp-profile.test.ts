import * as fc from '@poundlock/tooling/properties'
import { expect, test } from 'vitest'
import { allBut } from '../../src/seccomp/masks.ts'
import { seccompProfile, type SeccompProfile } from '../../src/seccomp/seccomp-profile.ts'

const profile = seccompProfile('x64', { unixSockets: false })!

/** What the engine's filter answers, by the meaning of its rules: any rule that fits allows. */
function isAllowed({ syscalls }: SeccompProfile, call: string, ...given: readonly number[]): boolean {
  return syscalls.some(
    ({ names, action, args = [] }) =>
      action === 'SCMP_ACT_ALLOW' &&
      names.includes(call) &&
      args.every(({ index, value, valueTwo, op }) => {
        const argument = given[index] ?? 0
        if (op === 'SCMP_CMP_EQ') return argument === value
        if (op === 'SCMP_CMP_NE') return argument !== value
        return (argument & value) >>> 0 === valueTwo >>> 0
      }),
  )
}

test('everything but some values is exactly that', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(0xffff_ffff), { maxLength: 6 }), fc.nat(0xffff_ffff), (refused, value) => {
      const fits = (candidate: number): boolean =>
        allBut(refused).some((rule) => (candidate & rule.mask) >>> 0 === rule.value)
      expect(fits(value)).toBe(!refused.includes(value))
      for (const none of refused) expect(fits(none)).toBe(false)
    }),
  )
})

test.each<[string, ...number[]]>([
  ['chmod', 0, 0o755],
  ['chmod', 0, 0o1777],
  ['openat', -100, 0, 0, 0o6755],
  ['openat', -100, 0, 0o101, 0o644],
  ['clone', 0x0121_0011],
  ['ioctl', 0, 0x5401],
  ['ioctl', 0, 0x5413],
  ['mknod', 0, 0o010_644],
  ['socket', 2, 1, 0],
  ['socket', 10, 0o2_000_002, 17],
  ['socket', 16, 3, 0],
  ['socketpair', 1, 0o2_000_001, 0],
  ['socketpair', 1, 5, 0],
  ['personality', 0xffff_ffff],
  ['fcntl', 3, 4],
  ['fcntl', 3, 1030],
  ['fallocate', 3, 0],
  ['fallocate', 3, 3],
  ['prlimit64', 0, 7, 0x7fff_0000, 0],
  ['prlimit64', 0, 4, 0, 0x7fff_0000],
  ['setrlimit', 7, 0x7fff_0000],
  ['execve'],
  ['wait4'],
])('%s(%j, …) is allowed', (call, ...args) => {
  expect(isAllowed(profile, call, ...args)).toBe(true)
})

test.each<[string, ...number[]]>([
  ['chmod', 0, 0o4755],
  ['fchmodat', -100, 0, 0o2755],
  ['openat', -100, 0, 0o101, 0o4755],
  ['openat', -100, 0, 0o2020_0002, 0o4755],
  ['creat', 0, 0o4755],
  ['clone', 0x1000_0011],
  ['clone', 0x0002_0000],
  ['ioctl', 0, 0x5412],
  ['ioctl', 0, 0x541c],
  ['mknod', 0, 0o060_644],
  ['mknodat', -100, 0, 0o020_644],
  ['socket', 1, 1, 0],
  ['socket', 40, 1, 0],
  ['socket', 38, 5, 0],
  ['socket', 17, 3, 0],
  ['socket', 2, 3, 1],
  ['socket', 2, 1, 132],
  ['socket', 16, 3, 12],
  ['socketpair', 1, 2, 0],
  ['socketpair', 1, 3, 0],
  ['socketpair', 30, 1, 0],
  ['personality', 0x0040_0000],
  ['fcntl', 3, 1024],
  ['fallocate', 3, 1],
  ['fallocate', 3, 0x20],
  ['ioctl', 3, 0x4030_582a],
  ['prlimit64', 0, 4, 0x7fff_0000, 0],
  ['prlimit64', 0, 4, 0x1_0000_0000, 0],
  ['setrlimit', 4, 0x7fff_0000],
  ['ptrace'],
  ['process_vm_readv'],
  ['mount'],
  ['unshare'],
  ['setns'],
  ['bpf'],
  ['keyctl'],
  ['add_key'],
  ['userfaultfd'],
  ['perf_event_open'],
  ['io_uring_setup'],
  ['clone3'],
  ['openat2'],
  ['name_to_handle_at'],
  ['open_by_handle_at'],
  ['init_module'],
  ['kexec_load'],
  ['a_call_of_next_year'],
])('%s(%j, …) is refused', (call, ...args) => {
  expect(isAllowed(profile, call, ...args)).toBe(false)
})

test('local sockets are only allowed where they were asked for', () => {
  expect(isAllowed(seccompProfile('x64', { unixSockets: true })!, 'socket', 1, 1, 0)).toBe(true)
  expect(isAllowed(seccompProfile('x64', { unixSockets: true })!, 'socketpair', 1, 2, 0)).toBe(true)
})

test('an unknown processor gets no filter of ours', () => {
  expect(seccompProfile('riscv64', { unixSockets: false })).toBeNull()
})
