import type { Job, Jobs } from '@poundlock/process/jobs'
import type { RunWork } from '../run/run-work.ts'
import { execFinished } from './session-events.ts'

/** So much of the end of a log is told, in bytes. */
const TAIL = 20_000

/**
 * What has become of a session's jobs that nobody was told of: each is told once, also by another process than the one
 * that started it.
 */
export async function takeJobEvents(jobs: Jobs, session: string): Promise<readonly string[]> {
  const over = (await jobs.list()).filter(
    (job) => job.session === session && job.noticed !== true && (job.phase === 'ended' || job.phase === 'lost'),
  )
  const told: string[] = []
  for (const job of over) {
    const { id, log, logSize, result } = job
    const tail = Buffer.from(jobs.readLog(id, Math.max(0, logSize - TAIL), TAIL)).toString()
    const cut = logSize > TAIL ? `… (the whole is in ${log})\n` : ''
    told.push(
      execFinished({ node: placeOf(job), id }, { code: result?.exitCode ?? result?.signal ?? null, tail: cut + tail }),
    )
    await jobs.notice(id)
  }
  return told
}

function placeOf({ work }: Job): 'sandbox' | 'gateway' {
  return (work as Partial<RunWork> | null)?.containment ? 'sandbox' : 'gateway'
}
