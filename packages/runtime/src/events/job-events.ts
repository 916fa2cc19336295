import type { Job, Jobs } from '@poundlock/process/jobs'
import { execTool } from '@poundlock/spec'
import { replTool } from '@poundlock/spec/tools'
import type { HookList } from '../hooks/hook-list.ts'
import type { RunWork } from '../run/run-work.ts'
import type { Notices } from './notices.ts'
import { execFinished, execRunning } from './session-events.ts'

/** So much of the end of a log is told, in bytes. */
const TAIL = 20_000

export interface JobEventOptions {
  readonly hooks: HookList
  readonly notices: Notices
  /** Of which jobs it was told that they still run. */
  readonly toldRunning: Set<string>
}

/**
 * What has become of a session's jobs that nobody was told of: each end is told once, also by another process than the
 * one that started it, and once by each that it still runs. The hooks that are told of results of commands are told of
 * the end of this output too, and keep it back like any other.
 */
export async function takeJobEvents(
  jobs: Jobs,
  session: string,
  { hooks, notices, toldRunning }: JobEventOptions,
): Promise<readonly string[]> {
  const told: string[] = []
  // What cannot be looked at now is told the next time.
  const all = await jobs.list().catch(() => [])
  for (const job of all.filter((one) => one.session === session)) {
    const { id, phase, result, startedAt } = job
    if (phase === 'running') {
      const runningMs = Date.now() - (startedAt ?? job.createdAt)
      if (notices.runningMs === 0 || runningMs < notices.runningMs || toldRunning.has(id)) continue
      toldRunning.add(id)
      told.push(execRunning({ node: placeOf(job), id }, runningMs))
      continue
    }
    toldRunning.delete(id)
    if (phase === 'starting' || job.noticed === true || !notices.onExit) continue
    // It did what it was to do, and had nothing to say.
    const isSilent = result?.exitCode === 0 && job.logSize === 0
    if (!isSilent) {
      const tail = await letThrough(job, tailOf(jobs, job), hooks)
      told.push(execFinished({ node: placeOf(job), id }, { code: result?.exitCode ?? result?.signal ?? null, tail }))
    }
    // Rather told twice than not at all.
    await jobs.notice(id).catch(() => {})
  }
  return told
}

function placeOf({ work }: Job): 'sandbox' | 'gateway' {
  return (work as Partial<RunWork> | null)?.containment ? 'sandbox' : 'gateway'
}

function tailOf(jobs: Jobs, { id, log, logSize }: Job): string {
  const tail = Buffer.from(jobs.readLog(id, Math.max(0, logSize - TAIL), TAIL)).toString()
  if (logSize <= TAIL) return tail
  // Of a line that is cut, what a secret in it belongs to is gone.
  return `… (the whole is in ${log})\n${tail.slice(tail.indexOf('\n') + 1)}`
}

/** A job is a command by now, whichever tool began it. */
const TOLD = [execTool, replTool]

async function letThrough(job: Job, tail: string, hooks: HookList): Promise<string> {
  if (tail === '' || !hooks.concernsResults(TOLD)) return tail
  const { id, title, agent, session, result, work } = job
  const { cwd = '/' } = (work as Partial<RunWork> | null)?.command ?? {}
  const exitCode = result?.exitCode ?? null
  const { denied } = await hooks.after(
    exitCode === 0 ? 'after' : 'after-failure',
    execTool,
    TOLD,
    { command: title },
    { message: result?.exitText ?? 'lost', text: tail, exitCode },
    { callId: id, agent, session, workspace: cwd, cwd },
  )
  if (denied === null) return tail
  return `(its output was kept back by the hook ${denied.hook}${denied.reason === '' ? '' : `: ${denied.reason}`})`
}
