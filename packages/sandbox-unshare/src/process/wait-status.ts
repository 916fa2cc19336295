import { constants } from 'node:os'
import type { ProcessExit } from '@poundlock/spec'

const names = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]))

/** What wait4(2) says of how a process ended. Source: `include/linux/wait.h`, the macros of waitpid(2). */
export function decodeWaitStatus(status: number): ProcessExit {
  const signal = status & 0x7f
  if (signal === 0) return { code: (status >>> 8) & 0xff, signal: null }
  return { code: null, signal: names.get(signal) ?? `SIG${String(signal)}` }
}
