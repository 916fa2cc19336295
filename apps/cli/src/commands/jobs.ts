import { stateFolder } from '@poundlock/local-host'
import type { Job, Jobs } from '@poundlock/process/jobs'
import { visibleText } from '@poundlock/spec'
import { exitCodeOf } from '../exit-code.ts'
import { backgroundJobs, serveBackgroundJobs } from '../host/background-jobs.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'
import { outputWriter } from '../output/terminal-text.ts'
import { UsageError } from '../usage-error.ts'

export interface JobsFlags {
  readonly json?: boolean
  readonly follow?: boolean
}

const FOREVER_MS = 2 ** 31 - 1
const CHUNK_BYTES = 256 * 1024
const LOOK_MS = 200

/** `poundlock jobs list` */
export async function listJobs(flags: JobsFlags): Promise<void> {
  const jobs = await backgroundJobs(stateFolder()).list()
  if (flags.json) return printJson({ jobs: jobs.map(shown) })
  const { bold, dim } = paint()
  if (jobs.length === 0)
    return printLine(dim('no background commands; poundlock exec --background -- COMMAND starts one'))
  for (const job of jobs) {
    await printLine(`${bold(job.id)}  ${standing(job).padEnd(14)}  ${dim(job.agent)}  ${visibleText(job.title)}`)
  }
}

/** `poundlock jobs log`: the bytes as they came; to a terminal, as text. */
export async function logJob(id: string, { follow }: JobsFlags): Promise<void> {
  const jobs = backgroundJobs(stateFolder())
  let job = await find(jobs, id)
  let at = 0
  const write = outputWriter()
  for (;;) {
    while (at < job.logSize) {
      const bytes = jobs.readLog(job.id, at, CHUNK_BYTES)
      if (bytes.length === 0) break
      at += bytes.length
      await write({ stream: 'stdout', bytes })
    }
    if (follow !== true || !isOn(job)) return
    job = (await jobs.wait(job.id, LOOK_MS)) ?? job
  }
}

/** `poundlock jobs wait` */
export async function waitForJob(id: string, flags: JobsFlags): Promise<void> {
  const jobs = backgroundJobs(stateFolder())
  let job = await find(jobs, id)
  await withSpinner('waiting', flags, async () => {
    while (isOn(job)) job = (await jobs.wait(job.id, FOREVER_MS)) ?? job
  })
  await tell(job, flags)
  const { result = null } = job
  process.exitCode = exitCodeOf({ status: result ? 'ran' : 'failed', run: result, tried: null, output: null })
}

/** `poundlock jobs end` */
export async function endJob(id: string, flags: JobsFlags): Promise<void> {
  const jobs = backgroundJobs(stateFolder())
  const job = await find(jobs, id)
  if (!isOn(job))
    throw new UsageError(`${job.id} has ended already (${standing(job)})`, { remedy: 'See poundlock jobs list.' })
  await jobs.end(job.id)
  await tell((await jobs.wait(job.id, FOREVER_MS)) ?? job, flags)
}

/** `poundlock jobs remove` */
export async function removeJob(id: string, flags: JobsFlags): Promise<void> {
  const jobs = backgroundJobs(stateFolder())
  const job = await find(jobs, id)
  if (isOn(job)) throw new UsageError(`${job.id} runs`, { remedy: `poundlock jobs end ${job.id} ends it.` })
  await jobs.remove(job.id)
  if (flags.json) await printJson({ removed: job.id })
  else await printLine(`${job.id} is removed`)
}

export const serveJobs = serveBackgroundJobs

async function find(jobs: Jobs, id: string): Promise<Job> {
  const all = await jobs.list()
  const found = all.filter((job) => job.id === id || (id.length >= 4 && job.id.startsWith(id)))
  if (found.length === 1) return found[0]!
  throw new UsageError(
    found.length === 0 ? `there is no background command ${JSON.stringify(id)}` : `${id} begins ${found.length} ids`,
    { remedy: all.length === 0 ? 'There are none.' : `Known: ${all.map((job) => job.id).join(', ')}.` },
  )
}

const isOn = ({ phase }: Job) => phase === 'running' || phase === 'starting'

const standing = ({ phase, result }: Job): string => (phase === 'ended' && result ? result.exitText : phase)

async function tell(job: Job, flags: JobsFlags): Promise<void> {
  if (flags.json) await printJson(shown(job))
  else await printLine(`${job.id}  ${visibleText(standing(job))}`)
}

/** Without its order, which holds the whole environment. */
function shown({ work: _, ...job }: Job) {
  return job
}
