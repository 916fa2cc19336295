import { endLeftBehind } from '../tree/left-behind.ts'
import type { JobFolder } from './job-folder.ts'
import type { Job } from './job.ts'

/**
 * Settles the jobs of a host that is gone: their processes are ended, since no process reads their output, and they are
 * marked as lost. A new host calls it first. What cannot be stored is left to the next one.
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
      // A full disk must not keep anyone from reading the logs.
    }
  }
}
