import { Program } from '../loader/program.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import type { ProbeCall } from './probe-checks.ts'

const OUTPUT = 1
const FORK_FLAGS = 17

/** A program that makes the calls of a probe, whatever comes of them, and writes a 64-bit result for each to its output. */
export function probeProgram(architecture: Architecture, calls: readonly ProbeCall[]): Uint8Array {
  const program = new Program(architecture)
  const results = program.words(calls.map(() => 0))
  calls.forEach((check, index) => {
    program.call(check.call, check.args, {
      does: check.name,
      tolerate: 'any',
      store: { address: results + index * 8 },
      ...(check.onSocket === true ? { firstFrom: { address: results + (index - 1) * 8 } } : {}),
    })
  })
  program.call('write', [OUTPUT, results, calls.length * 8], { does: 'tell the results' })
  program.call('exit_group', [0], { does: 'end' })
  return program.assemble().bytes
}

/** A program that leaves its session, reports that, and waits forever: a kill has to find it. */
export function survivorProgram(architecture: Architecture): Uint8Array {
  const program = new Program(architecture)
  const survivor = program.slot()
  const endless = program.slot()
  const byte = program.words([0])
  program.call('clone', [FORK_FLAGS, 0, 0, 0, 0], { does: 'fork', when: { result: 0, goTo: survivor } })
  program.call('wait4', [-1, 0, 0, 0], { does: 'wait', tolerate: 'any', goTo: endless })
  program.reach(survivor)
  program.call('setsid', [], { does: 'leave the session' })
  program.call('write', [OUTPUT, byte, 1], { does: 'tell to be there' })
  program.reach(endless)
  program.call('read', [0, byte, 1], { does: 'wait for input', tolerate: 'any', goTo: endless })
  return program.assemble().bytes
}
