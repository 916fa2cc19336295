import { readChannels, readProcessRow, readProcessTable } from './process-table.ts'
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
 * Ends what a command whose supervisor was killed has left. It may have ended by itself, as when it wrote to somebody
 * who was gone: then what it started is known by its channels, which no stranger has, and one of those that is in its
 * group or session proves that their numbers are still its own.
 */
export function endLeftBehind({ pid, pidStart, channels }: LeftBehind): void {
  const own = new Set(channels)
  const holders = readProcessTable().filter(
    (row) => Number(row.startTime) >= Number(pidStart) && readChannels(row.pid).some((channel) => own.has(channel)),
  )
  const isThere = readProcessRow(pid)?.startTime === pidStart
  if (isThere || holders.some(({ group, session }) => group === pid || session === pid)) {
    const tree = followProcessTree(pid, [])
    if (!isThere) tree.leaderExited()
    tree.signal('SIGKILL')
  }
  for (const holder of holders) followProcessTree(holder.pid, []).signal('SIGKILL')
}
