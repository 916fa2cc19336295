import { readProcessStat, type ProcessStat } from '@poundlock/state-files/node'
import { hasEnvironment, readChannels, readProcessTable } from './process-table.ts'

type TreeSignal = 'SIGTERM' | 'SIGKILL' | 'SIGINT' | 'SIGHUP' | 'SIGWINCH'

/** Killing races with forking; each round catches processes that were forked during the one before. */
const KILL_ROUNDS = 8

/**
 * All that a command started, also beyond its process group: by group, by session, by descent, by holders of its
 * output, and by a variable of its own, where it has one. A process that left all of these is not found.
 */
export interface ProcessTree {
  /** Signals everything that is found; with `SIGKILL` again until nothing new is found. */
  signal(signal: TreeSignal): void
  /** True while something in the command's own group lives, other than the command itself once it has exited. */
  groupLives(): boolean
  /** To be called as soon as the command itself is known to have exited. */
  leaderExited(): void
}

/**
 * Follows the tree under `leader`, which must lead its own group and session. If the leader has ended already, processes
 * that only hold its output are not found.
 *
 * @param piped those of the leader's descriptors 0, 1, 2 that lead to the caller. Never one that is inherited: the
 *   other end of that is held by the caller's own neighbours.
 * @param own variables that only this command was given
 */
export function followProcessTree(
  leader: number,
  piped: readonly number[],
  own: Readonly<Record<string, string>> = {},
): ProcessTree {
  const channels = new Set(readChannels(leader, piped))
  const born = Number(readProcessStat(leader)?.startTime ?? Infinity)
  // A process that was once seen below the leader stays known when its parents are gone.
  const known = new Map<number, string>()
  let exited = false

  // While a group or session lives, its number is given to no new process. So once the leader was collected, a process
  // of that number is a stranger, and the numbers of its group and session are its own.
  const reused = (): boolean => exited && readProcessStat(leader)?.isZombie === false

  // A server that was there before the command may have been handed its output; it is not the command's.
  const holdsChannel = (row: ProcessStat): boolean =>
    channels.size > 0 && Number(row.startTime) >= born && readChannels(row.pid).some((channel) => channels.has(channel))

  const isOwn = (row: ProcessStat): boolean =>
    holdsChannel(row) || (Number(row.startTime) >= born && hasEnvironment(row.pid, own))

  const find = (): ProcessStat[] => {
    if (reused()) return []
    const table = readProcessTable()
    const found = withDescendants(table, (row) => {
      const sighted = known.get(row.pid) === row.startTime
      return sighted || row.pid === leader || row.group === leader || row.session === leader || isOwn(row)
    })
    found.delete(process.pid)
    found.delete(1)
    const rows = table.filter((row) => found.has(row.pid) && !row.isZombie)
    for (const row of rows) known.set(row.pid, row.startTime)
    return rows
  }

  return {
    signal(signal) {
      if (reused()) return
      const rounds = signal === 'SIGKILL' ? KILL_ROUNDS : 1
      for (let round = 0; round < rounds; round++) {
        // Found before the first kill: a dead parent no longer leads to its children.
        const rows = find()
        send(-leader, signal)
        for (const row of rows) if (row.group !== leader) send(row.pid, signal)
        if (rows.length === 0) return
      }
    },
    groupLives() {
      if (!send(-leader, 0) || reused()) return false
      const table = readProcessTable()
      // Without /proc the answer of kill(2) is all there is, and it counts zombies.
      return table.length === 0 || table.some((row) => row.group === leader && !row.isZombie)
    },
    leaderExited() {
      exited = true
    },
  }
}

/** The processes that belong, with all below them, by their ids. */
function withDescendants(table: readonly ProcessStat[], belongs: (row: ProcessStat) => boolean): Set<number> {
  const found = new Set(table.filter(belongs).map((row) => row.pid))
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const row of table) if (found.has(row.parent)) found.add(row.pid)
  }
  return found
}

function send(pid: number, signal: TreeSignal | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}
