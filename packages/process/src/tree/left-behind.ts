import { readProcessStat } from '@poundlock/state-files/node'
import { readChannels, readProcessTable } from './process-table.ts'
import { followProcessTree } from './process-tree.ts'

/** A command whose supervisor was killed. */
export interface LeftBehind {
  readonly pid: number
  /** When it was started, in ticks since the machine did. */
  readonly pidStart: string
  /** The pipes and sockets that led to its supervisor, as `readChannels` named them. */
  readonly channels: readonly string[]
}

/**
 * Ends the leftover processes of a command whose supervisor was killed. The command itself may have ended, as when it
 * wrote to a closed pipe: then its processes are known by its channels, which no other process has, and one of them in
 * its group or session proves that these numbers are still its own.
 */
export function endLeftBehind({ pid, pidStart, channels }: LeftBehind): void {
  const own = new Set(channels)
  const holders = readProcessTable().filter(
    (row) => Number(row.startTime) >= Number(pidStart) && readChannels(row.pid).some((channel) => own.has(channel)),
  )
  const isThere = readProcessStat(pid)?.startTime === pidStart
  if (isThere || holders.some(({ group, session }) => group === pid || session === pid)) {
    const tree = followProcessTree(pid, [])
    if (!isThere) tree.leaderExited()
    tree.signal('SIGKILL')
  }
  for (const holder of holders) followProcessTree(holder.pid, []).signal('SIGKILL')
}
