import type { Job, Jobs } from '@poundlock/process/jobs'
import { EXEC_TOOL, REPL_TOOL } from '@poundlock/spec/tools'
import type { HookList } from '../hooks/hook-list.ts'
import type { RunWork } from '../run/run-work.ts'
import type { Notices } from './notices.ts'
import { execFinished, execRunning } from './session-events.ts'

/** Bytes at the end of a log that an event shows. */
const TAIL = 20_000

export interface JobEventOptions {
  readonly hooks: HookList
  readonly notices: Notices
  /** Jobs that were reported as still running. */
  readonly reportedRunning: Set<string>
}

/**
 * The events of a session's jobs. Each end is reported once among all processes, and each process reports once that a
 * job still runs. Hooks for results of commands see this output too, and can withhold it.
 */
export async function takeJobEvents(
  jobs: Jobs,
  session: string,
  { hooks, notices, reportedRunning }: JobEventOptions,
): Promise<readonly string[]> {
  const events: string[] = []
  // If the list fails, the next call reports.
  const all = await jobs.list().catch(() => [])
  for (const job of all.filter((one) => one.session === session)) {
    const { id, phase, result, startedAt } = job
    if (phase === 'running') {
      const runningMs = Date.now() - (startedAt ?? job.createdAt)
      if (notices.runningMs === 0 || runningMs < notices.runningMs || reportedRunning.has(id)) continue
      reportedRunning.add(id)
      events.push(execRunning({ node: hostOf(job), id }, runningMs))
      continue
    }
    reportedRunning.delete(id)
    if (phase === 'starting' || job.noticed === true || !notices.onExit) continue
    // A successful job without output.
    const isSilent = result?.exitCode === 0 && job.logSize === 0
    if (!isSilent) {
      const tail = await letThrough(job, tailOf(jobs, job), hooks)
      events.push(execFinished({ node: hostOf(job), id }, { code: result?.exitCode ?? result?.signal ?? null, tail }))
    }
    // Reporting twice is better than not at all.
    await jobs.notice(id).catch(() => {})
  }
  return events
}

function hostOf({ work }: Job): 'sandbox' | 'gateway' {
  return (work as Partial<RunWork> | null)?.containment ? 'sandbox' : 'gateway'
}

function tailOf(jobs: Jobs, { id, log, logSize }: Job): string {
  const tail = Buffer.from(jobs.readLog(id, Math.max(0, logSize - TAIL), TAIL)).toString()
  if (logSize <= TAIL) return tail
  // The first line is dropped: without its beginning, a secret in it would not be recognised.
  return `… (the whole is in ${log})\n${tail.slice(tail.indexOf('\n') + 1)}`
}

/** A job is a command by now, whichever tool began it. */
const TOOLS_WITH_JOBS = [EXEC_TOOL, REPL_TOOL]

async function letThrough(job: Job, tail: string, hooks: HookList): Promise<string> {
  if (tail === '' || !hooks.concernsResults(TOOLS_WITH_JOBS)) return tail
  const { id, title, agent, session, result, work } = job
  const { cwd = '/' } = (work as Partial<RunWork> | null)?.command ?? {}
  const exitCode = result?.exitCode ?? null
  const { denied } = await hooks.after(
    exitCode === 0 ? 'after' : 'after-failure',
    EXEC_TOOL,
    TOOLS_WITH_JOBS,
    { command: title },
    { message: result?.exitText ?? 'lost', text: tail, exitCode },
    { callId: id, agent, session, workspace: cwd, cwd },
  )
  if (denied === null) return tail
  return `(its output was withheld by the hook ${denied.hook}${denied.reason === '' ? '' : `: ${denied.reason}`})`
}
