import { readdirSync } from 'node:fs'
import { textOrNull } from '@poundlock/state-files/node'

/**
 * How many processes and threads a user has now. Without a namespace the kernel counts them all against the limit of a
 * command, so the limit has to begin above them.
 */
export function countProcesses(uid: number): number {
  let count = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const status = textOrNull(`/proc/${name}/status`) ?? ''
    if (/^Uid:\s+(?<real>\d+)/m.exec(status)?.groups?.['real'] !== String(uid)) continue
    count += Number(/^Threads:\s+(?<threads>\d+)/m.exec(status)?.groups?.['threads'] ?? 1)
  }
  return count
}
