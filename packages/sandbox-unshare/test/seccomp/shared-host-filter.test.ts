import { describe, expect, test } from 'vitest'
import { AUDIT_ARCHITECTURE, commandFilter, action } from '../../src/seccomp/command-filter.ts'
import { encodeFilter } from '../../src/seccomp/filter-assembler.ts'
import { FIRST_UNJUDGED_CALL, REFUSED_CALLS } from '../../src/seccomp/refused-calls.ts'
import { OWN_ONLY_CALLS, SHARED_HOST_CALLS } from '../../src/seccomp/shared-host-calls.ts'
import { errno } from '../../src/system-calls/errno.ts'
import { type Architecture, type SystemCall, systemCallNumber } from '../../src/system-calls/system-calls.ts'
import { interpret } from './filter-interpreter.ts'

const refuse = action.error(errno('EPERM'))
/** The calls that a command makes of its own processes have no argument of this value. */
const SOMEBODY = 4711n

function answer(
  architecture: Architecture,
  sharedWith: 'owner' | 'stranger' | undefined,
  call: SystemCall | number,
  args: readonly bigint[] = [],
): number {
  const number = typeof call === 'number' ? call : systemCallNumber(call, architecture)
  const options = { unixSockets: false, internetSockets: false, ...(sharedWith === undefined ? {} : { sharedWith }) }
  const data = { architecture: AUDIT_ARCHITECTURE[architecture], number: number ?? -1, args }
  return interpret(commandFilter(architecture, options), data)
}

describe.each(['x64', 'arm64'] as const)('the filter of commands that share the host, on %s', (architecture) => {
  const known = (call: SystemCall): boolean => systemCallNumber(call, architecture) !== null

  test.each(['owner', 'stranger'] as const)('refuses to the %s what Landlock does not judge', (sharedWith) => {
    for (const { calls, error, from } of SHARED_HOST_CALLS) {
      for (const call of calls.filter(known)) {
        const refused = from === undefined || from === sharedWith
        const expected = refused ? action.error(errno(error)) : action.allow
        expect(answer(architecture, sharedWith, call, [0n, 0n, 0o644n]), call).toBe(expected)
        expect(answer(architecture, undefined, call, [0n, 0n, 0o644n]), `${call}, not shared`).toBe(action.allow)
      }
    }
  })

  test('refuses names to sockets, where the network is everybody’s', () => {
    expect(answer(architecture, 'owner', 'bind', [3n])).toBe(refuse)
    expect(answer(architecture, 'stranger', 'bind', [3n])).toBe(refuse)
  })

  test('refuses besides all that it refuses elsewhere', () => {
    for (const { calls, error } of REFUSED_CALLS) {
      for (const call of calls.filter(known)) {
        expect(answer(architecture, 'stranger', call), call).toBe(action.error(errno(error)))
      }
    }
    expect(answer(architecture, 'owner', FIRST_UNJUDGED_CALL)).toBe(action.error(errno('ENOSYS')))
    expect(answer(architecture, 'owner', 0x4000_0000)).toBe(refuse)
  })

  test('lets a process change itself and no other', () => {
    for (const { call, zero } of OWN_ONLY_CALLS) {
      expect(answer(architecture, 'owner', call, [0n, 0n, 5n]), call).toBe(action.allow)
      for (const position of zero) {
        const args = [0n, 0n, 5n].with(position, SOMEBODY)
        expect(answer(architecture, 'owner', call, args), `${call} ${String(position)}`).toBe(refuse)
      }
    }
  })

  test('sets times by descriptor; by name it says so and does not', () => {
    expect(answer(architecture, 'owner', 'utimensat', [3n, 0n, 0x7000_0000_1000n])).toBe(action.allow)
    for (const path of [0x1000n, 0x7fff_0000_0000n, 0x1_0000_0000n]) {
      expect(answer(architecture, 'owner', 'utimensat', [3n, path, 0n]), String(path)).toBe(action.error(0))
    }
  })

  test('has no sockets but those that list interfaces', () => {
    for (const family of [1n, 2n, 10n, 17n, 40n]) {
      for (const kind of [1n, 2n, 3n]) {
        expect(answer(architecture, 'owner', 'socket', [family, kind, 0n]), String(family)).toBe(refuse)
      }
    }
    expect(answer(architecture, 'owner', 'socket', [16n, 3n, 0n])).toBe(action.allow)
  })

  test('is small enough for the kernel', () => {
    const options = { unixSockets: true, internetSockets: true, sharedWith: 'owner' } as const
    expect(encodeFilter(commandFilter(architecture, options)).length / 8).toBeLessThan(4096)
  })
})
