import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Signals the processes inside, or the process outside while there is none inside yet.
 *
 * A signal that can be caught is for the command alone. When the first process inside is killed, the one outside waits
 * until the kernel has ended all others, which it could not if it were killed itself.
 *
 * @param leader of the group inside, where that is known; 0 where it is the child of the process outside
 */
export function signalInside({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals, leader = 0): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-(leader === 0 ? (firstChild(pid) ?? pid) : leader), signal)
  } catch {
    // It is gone.
  }
}

function firstChild(parent: number): number | null {
  try {
    const children = readFileSync(`/proc/${String(parent)}/task/${String(parent)}/children`, 'utf8')
    return /^\d+/.test(children) ? Number.parseInt(children, 10) : null
  } catch {
    return null
  }
}
