import { readProcessRow } from '../tree/process-table.ts'
import { followProcessTree } from '../tree/process-tree.ts'
import type { JobFolder } from './job-folder.ts'
import type { Job } from './job.ts'

/**
 * Settles the jobs whose host is gone: what still runs of them is ended, since nobody reads what it writes, and they are
 * marked as lost. Called by a new host before it takes anything on.
 */
export async function settleLost(folder: JobFolder, lost?: (job: Job) => Promise<unknown>): Promise<void> {
  for (const job of folder.list()) {
    if (job.phase !== 'starting' && job.phase !== 'running') continue
    if (job.pid !== undefined && job.pidStart !== undefined && readProcessRow(job.pid)?.startTime === job.pidStart) {
      followProcessTree(job.pid, []).signal('SIGKILL')
    }
    await lost?.(job)
    folder.setState(job.id, { ...folder.state(job.id), phase: 'lost', endedAt: Date.now() })
  }
}
