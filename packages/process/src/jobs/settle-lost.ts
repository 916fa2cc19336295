import { endLeftBehind } from '../tree/left-behind.ts'
import type { JobFolder } from './job-folder.ts'
import type { Job } from './job.ts'

/**
 * Settles the jobs whose host is gone: what still runs of them is ended, since nobody reads what it writes, and they are
 * marked as lost. Called by a new host before it takes anything on. What cannot be written is left to the next one.
 */
export async function settleLost(folder: JobFolder, lost?: (job: Job) => Promise<unknown>): Promise<void> {
  for (const job of folder.list()) {
    if (job.phase !== 'starting' && job.phase !== 'running') continue
    const { pid, pidStart, channels = [] } = job
    if (pid !== undefined && pidStart !== undefined) endLeftBehind({ pid, pidStart, channels })
    try {
      await lost?.(job)
      folder.setState(job.id, { ...folder.state(job.id), phase: 'lost', endedAt: Date.now() })
    } catch {
      // A full disk keeps nobody from reading the logs.
    }
  }
}
