import { readChannels, readProcessRow, readProcessTable, type ProcessRow } from './process-table.ts'

type TreeSignal = 'SIGTERM' | 'SIGKILL' | 'SIGINT' | 'SIGHUP'

/** Killing races with forking; each round catches what was forked during the one before. */
const KILL_ROUNDS = 8

/**
 * What a command started, followed beyond its process group: by group, by session, by descent, and by who still holds
 * the command's own output. A process that left all four is not found.
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
 * Follows the tree under `leader`, which must lead its own group and session.
 *
 * @param piped those of the leader's descriptors 0, 1, 2 that lead to the caller. Never one that is inherited: the
 *   other end of that is held by the caller's own neighbours.
 */
export function followProcessTree(leader: number, piped: readonly number[]): ProcessTree {
  const channels = new Set(readChannels(leader, piped))
  const born = Number(readProcessRow(leader)?.startTime ?? Infinity)
  // Whoever was once seen below the leader stays known when its parents are gone.
  const known = new Map<number, string>()
  let exited = false

  // While a group or session lives, its number is given to no new process. So once the leader was collected, a process
  // of that number is a stranger, and the numbers of its group and session are its own.
  const reused = (): boolean => exited && readProcessRow(leader)?.zombie === false

  // A server that was there before the command may have been handed its output; it is not the command's.
  const holdsChannel = (row: ProcessRow): boolean =>
    channels.size > 0 && Number(row.startTime) >= born && readChannels(row.pid).some((channel) => channels.has(channel))

  const find = (): ProcessRow[] => {
    if (reused()) return []
    const table = readProcessTable()
    const found = new Set<number>()
    for (const row of table) {
      const sighted = known.get(row.pid) === row.startTime
      if (sighted || row.pid === leader || row.group === leader || row.session === leader) found.add(row.pid)
      else if (holdsChannel(row)) found.add(row.pid)
    }
    for (let before = -1; before !== found.size;) {
      before = found.size
      for (const row of table) if (found.has(row.parent)) found.add(row.pid)
    }
    found.delete(process.pid)
    found.delete(1)
    const rows = table.filter((row) => found.has(row.pid) && !row.zombie)
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
      return table.length === 0 || table.some((row) => row.group === leader && !row.zombie)
    },
    leaderExited() {
      exited = true
    },
  }
}

function send(pid: number, signal: TreeSignal | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}
