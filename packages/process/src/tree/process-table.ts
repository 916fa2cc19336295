import { readFileSync, readlinkSync } from 'node:fs'
import { namesIn, readProcessStat, type ProcessStat } from '@poundlock/state-files/node'

/** Every process that can be seen, or an empty list where there is no /proc. */
export function readProcessTable(): ProcessStat[] {
  const rows: ProcessStat[] = []
  for (const name of namesIn('/proc')) {
    if (!/^[0-9]+$/.test(name)) continue
    const row = readProcessStat(Number(name))
    if (row !== null) rows.push(row)
  }
  return rows
}

/** The pipes and sockets that descriptors of a process lead to, for example `socket:[4711]`. */
export function readChannels(pid: number, descriptors?: readonly number[]): string[] {
  const channels: string[] = []
  for (const descriptor of descriptors ?? namesIn(`/proc/${pid}/fd`)) {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${descriptor}`)
      if (target.startsWith('socket:[') || target.startsWith('pipe:[')) channels.push(target)
    } catch {
      // Closed meanwhile, or another user's.
    }
  }
  return channels
}

/** Whether a process was started with these variables, of which there is at least one. Source: proc_pid_environ(5). */
export function hasEnvironment(pid: number, variables: Readonly<Record<string, string>>): boolean {
  const wanted = Object.entries(variables)
  if (wanted.length === 0) return false
  try {
    const given = new Set(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0'))
    return wanted.every(([name, value]) => given.has(`${name}=${value}`))
  } catch {
    // It has ended, or is another user's.
    return false
  }
}
