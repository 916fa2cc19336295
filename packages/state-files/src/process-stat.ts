import { readFileSync } from 'node:fs'

/** One row of the machine's process table. Source: proc_pid_stat(5). */
export interface ProcessStat {
  /** Id of the process. */
  readonly pid: number
  /** Process that started it; 1 or a reaper where that has ended. */
  readonly parent: number
  /** Process group. */
  readonly group: number
  /** Session of the terminal, not of an agent. */
  readonly session: number
  /** Clock ticks from boot to the start. With `pid` it names a process for good, since pids are used again. */
  readonly startTime: string
  /** It has ended and waits to be collected: there is nothing left to kill. */
  readonly isZombie: boolean
}

/** A process of this process's namespace, or `null` when it is gone, cannot be seen, or there is no /proc. */
export function readProcessStat(pid: number | 'self'): ProcessStat | null {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return null
  }
  // The name is in parentheses and may itself hold any of them: the fields start after the last one.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group, session] = fields
  const startTime = fields[19]
  if (startTime === undefined) return null
  return {
    pid: Number.parseInt(text),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTime,
    isZombie: state === 'Z' || state === 'X',
  }
}
