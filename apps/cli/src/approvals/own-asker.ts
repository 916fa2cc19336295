import type { ApprovalRequest } from '@poundlock/approvals'
import { readProcessStat } from '@poundlock/state-files/node'
import { UsageError } from '../usage-error.ts'

/**
 * Refuses to answer where the one that asks has started this process: then it is the agent's own command that would
 * approve itself.
 *
 * @throws UsageError
 */
export function refuseOwnAnswer({ asker, id }: ApprovalRequest): void {
  const [pid] = asker?.split(':') ?? []
  if (pid === undefined || !ancestors().includes(Number(pid))) return
  throw new UsageError(
    `Request ${id.slice(0, 8)} was asked by the process that started this one: no process can approve its own request.`,
    { remedy: 'Answer it from a terminal of your own.' },
  )
}

/** This process and those that started it, as far as the system tells. */
function ancestors(): readonly number[] {
  const found: number[] = []
  for (
    let pid = process.pid;
    pid > 0 && found.length < 1000 && !found.includes(pid);
    pid = readProcessStat(pid)?.parent ?? 0
  )
    found.push(pid)
  return found
}
