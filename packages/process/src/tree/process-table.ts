import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** One row of the machine's process table; proc_pid_stat(5). */
export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** Clock ticks since boot; with `pid` it names a process for good, since pids are used again. */
  readonly startTime: string
  /** A zombie has ended and waits to be collected: there is nothing left to kill. */
  readonly zombie: boolean
}

/** Every process that can be seen, or an empty list where there is no /proc. */
export function readProcessTable(): ProcessRow[] {
  const rows: ProcessRow[] = []
  for (const name of entries('/proc')) {
    if (!/^[0-9]+$/.test(name)) continue
    const row = readProcessRow(Number(name))
    if (row !== null) rows.push(row)
  }
  return rows
}

/** One process, or `null` when it is gone. */
export function readProcessRow(pid: number): ProcessRow | null {
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
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTime,
    zombie: state === 'Z' || state === 'X',
  }
}

/** The pipes and sockets that descriptors of a process lead to, for example `socket:[4711]`. */
export function readChannels(pid: number, descriptors?: readonly number[]): string[] {
  const channels: string[] = []
  for (const descriptor of descriptors ?? entries(`/proc/${pid}/fd`)) {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${descriptor}`)
      if (target.startsWith('socket:[') || target.startsWith('pipe:[')) channels.push(target)
    } catch {
      // Closed meanwhile, or another user's.
    }
  }
  return channels
}

function entries(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
