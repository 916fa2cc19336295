import { readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { namesIn, readProcessStat } from '@poundlock/state-files/node'

/** The names of the programs that run below a process now. Linux; elsewhere none is found. */
export function programsBelow(leader: number): readonly string[] {
  const parents = new Map(
    namesIn('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const row = readProcessStat(Number(name))
        return row === null || row.isZombie ? [] : [[row.pid, row.parent] as const]
      }),
  )
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === leader || (pid > 1 && isBelow(parents.get(pid))))
  const names = [...parents.keys()].filter(isBelow).flatMap((pid) => {
    try {
      return [basename(readlinkSync(`/proc/${pid}/exe`))]
    } catch {
      return []
    }
  })
  return [...new Set(names)].toSorted()
}
