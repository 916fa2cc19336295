import type { Job, Jobs } from '@poundlock/process/jobs'
import { PoundlockError, quotedText, visibleText } from '@poundlock/spec'
import { processTool, type ProcessInput } from '@poundlock/spec/tools'
import { failedOutput, said } from '../output/failed-output.ts'
import type { ToolContext, ToolHandler, ToolOutput } from '../tool-handler.ts'
import { readLines } from './job-lines.ts'
import { outputSince, shownSize } from './job-text.ts'
import { cursorKeyMode, encodeKeys, encodePaste } from './terminal-keys.ts'

export interface ProcessHandlerOptions {
  readonly jobs: Jobs
  /** Whether what a job of this order does is confined to the workspace; what is written to it can do no more. */
  readonly isConfined: (job: Job) => boolean
}

const MAX_POLL_MS = 30_000
/** How long to wait before polling again, by how often nothing had come. */
const BACKOFF_MS = [5000, 10_000, 30_000, 60_000] as const
const DEFAULT_LINES = 200
/** What is looked through for the mode of a terminal. */
const MODE_BYTES = 1024 * 1024

type Action = ProcessInput['action']
const WRITES: ReadonlySet<Action> = new Set(['write', 'send-keys', 'paste', 'submit'])

/** Serves `process`. An agent sees its own jobs, and no others. */
export function createProcessHandler({ jobs, isConfined }: ProcessHandlerOptions): ToolHandler<ProcessInput> {
  /** How far each job was read, and how often in vain. */
  const polled = new Map<string, { offset: number; vain: number; size: number }>()
  /** How long each log was when it was last read by lines. */
  const logged = new Map<string, number>()

  async function ownJobs({ agent }: Pick<ToolContext, 'agent'>): Promise<readonly Job[]> {
    const all = await jobs.list()
    // The host removes those that ended long ago.
    const there = new Set(all.map((job) => job.id))
    for (const id of [...polled.keys(), ...logged.keys()]) if (!there.has(id)) forget(id)
    return all.filter((job) => job.agent === agent)
  }

  async function find(id: string | undefined, context: Pick<ToolContext, 'agent'>): Promise<Job> {
    const own = await ownJobs(context)
    if (id === undefined) throw problem('which job? id is missing', 'Take it from `list`.')
    const found = own.filter((job) => job.id === id || job.id.startsWith(id))
    if (found.length === 1) return found[0]!
    const known = own.length === 0 ? 'There are none.' : `Known: ${own.map((job) => job.id).join(', ')}.`
    throw found.length === 0
      ? problem(`there is no job ${quotedText(id)}`, known)
      : problem(`${quotedText(id)} begins the ids of ${found.length} jobs`, known)
  }

  /** What is written to is what was decided about: what begins alike can be another job a moment later. */
  async function findWhole(id: string | undefined, context: Pick<ToolContext, 'agent'>): Promise<Job> {
    const job = await find(id, context)
    if (job.id === id) return job
    throw problem(`${quotedText(id ?? '')} is not the whole id of a job`, `To write to it, name it whole: ${job.id}.`)
  }

  const actions: Readonly<Record<Action, (input: ProcessInput, context: ToolContext) => Promise<ToolOutput>>> = {
    async list(_, context) {
      const own = await ownJobs(context)
      return said(own.length === 0 ? 'no jobs' : own.map(describe).join('\n'), { jobs: own.map(summaryOf) })
    },
    async poll({ id, timeoutMs = 0 }, context) {
      const { id: whole } = await find(id, context)
      const before = polled.get(whole) ?? { offset: 0, vain: 0, size: 0 }
      const news = await waitForNews(jobs, whole, before, Math.min(timeoutMs, MAX_POLL_MS), context.abortSignal)
      if (news === null) throw problem(`the job ${whole} was removed meanwhile`, 'See `list`.')
      const { job, isQuiet } = news
      const { text, next, skipped } = outputSince(jobs, job, before.offset, isQuiet)
      const vain = text === '' ? before.vain + 1 : 0
      polled.set(whole, { offset: next, vain, size: job.logSize })
      const running = isOn(job)
      const retryInMs = BACKOFF_MS[Math.min(Math.max(vain - 1, 0), BACKOFF_MS.length - 1)]!
      if (!running) await jobs.notice(whole).catch(() => {})
      const state = running ? `${stateOf(job)}; poll again in ${retryInMs / 1000} s` : stateOf(job)
      const lost = skipped > 0 ? `(${skipped} bytes before this are in the log)\n` : ''
      return said(`${lost}${text}${text === '' || text.endsWith('\n') ? '' : '\n'}[${state}]`, {
        ...summaryOf(job),
        output: text,
        skippedBytes: skipped,
        ...(running && { retryInMs }),
      })
    },
    async log({ id, offset, limit }, context) {
      const job = await find(id, context)
      // Nothing came since somebody looked: then a line without an end is a prompt, or all there is.
      const size = shownSize(jobs, job, logged.get(job.id) === job.logSize)
      logged.set(job.id, job.logSize)
      const wanted = { limit: limit ?? (offset === undefined ? DEFAULT_LINES : Infinity), size }
      const asked = offset === undefined ? wanted : { ...wanted, offset }
      const part = await readLines(jobs, job, asked, context.abortSignal)
      const shown = `lines ${part.offset} to ${part.offset + part.lines.length} of ${part.total}${part.cut ? ', cut' : ''}; the whole: ${job.log}`
      return said(`${part.lines.join('\n')}\n[${stateOf(job)}; ${shown}]`, { ...summaryOf(job), ...part })
    },
    write: ({ id, data, eof = false }, context) => {
      if (data === undefined && !eof) throw problem('data is missing', 'Give the text to write, or eof: true.')
      return write(id, data ?? '', context, eof)
    },
    async 'send-keys'({ id, keys }, context) {
      if (keys === undefined) throw problem('keys is missing', 'For example ["C-c"], or ["q", "Enter"].')
      const job = await findWhole(id, context)
      const from = Math.max(0, job.logSize - MODE_BYTES)
      const output = Buffer.from(jobs.readLog(job.id, from, MODE_BYTES)).toString('latin1')
      const encoded = encodeKeys(keys, cursorKeyMode(output, from === 0))
      if ('problem' in encoded) throw problem(encoded.problem, 'Nothing was sent.')
      return write(job.id, encoded.text, context)
    },
    paste: ({ id, data }, context) => {
      if (data === undefined) throw problem('data is missing', 'Give the text to paste.')
      return write(id, encodePaste(data), context)
    },
    submit: ({ id }, context) => write(id, '\r', context),
    async kill({ id }, context) {
      const job = await find(id, context)
      await jobs.end(job.id)
      const ended = await jobs.wait(job.id, MAX_POLL_MS, context.abortSignal)
      return said(`${job.id}: ${stateOf(ended ?? job)}`, summaryOf(ended ?? job))
    },
    async clear({ id }, context) {
      const job = await find(id, context)
      if (isOn(job)) throw problem(`${job.id}: it runs`, 'End it with kill first, or use remove, which does both.')
      await jobs.remove(job.id)
      forget(job.id)
      return said(`${job.id} is removed`, { id: job.id })
    },
    async remove({ id }, context) {
      const job = await find(id, context)
      if (isOn(job)) {
        await jobs.end(job.id)
        await jobs.wait(job.id, MAX_POLL_MS, context.abortSignal)
      }
      await jobs.remove(job.id)
      forget(job.id)
      return said(`${job.id} is ended and removed`, { id: job.id })
    },
  }

  function forget(id: string): void {
    polled.delete(id)
    logged.delete(id)
  }

  async function write(id: string | undefined, text: string, context: ToolContext, end = false): Promise<ToolOutput> {
    const job = await findWhole(id, context)
    if (!isOn(job)) throw problem(`${job.id} reads nothing any more: ${stateOf(job)}`, 'Nothing was written.')
    if (!(await jobs.write(job.id, Buffer.from(text), { end }))) {
      throw problem(`${job.id} reads no input`, 'Start it with background: true or pty: true to write to it.')
    }
    return said(`${Buffer.byteLength(text)} bytes written to ${job.id}`, { id: job.id })
  }

  return {
    spec: processTool,
    async permissionOf({ action, id }, context) {
      if (!WRITES.has(action)) return 'read-only'
      try {
        return isConfined(await findWhole(id, context)) ? 'workspace-write' : 'danger-full-access'
      } catch (error) {
        // What is not there is written to by nobody; what could not be looked up may be.
        if (PoundlockError.isInstance(error) && error.code === 'PROCESS_CALL') return 'read-only'
        throw error
      }
    },
    async run(input, context) {
      try {
        return await actions[input.action](input, context)
      } catch (error) {
        return failedOutput(error)
      }
    },
  }
}

/** The job when it has written something beyond `offset`, has ended, or time is over; and whether it was quiet lately. */
async function waitForNews(
  jobs: Jobs,
  id: string,
  { offset, size }: { readonly offset: number; readonly size: number },
  milliseconds: number,
  abortSignal: AbortSignal,
): Promise<{ readonly job: Job; readonly isQuiet: boolean } | null> {
  const deadline = performance.now() + milliseconds
  let isAgain = false
  for (let seen = size; ;) {
    const job = await jobs.get(id)
    if (job === null) return null
    const left = deadline - performance.now()
    // Whoever has time looks twice.
    const isQuiet = job.logSize === seen && (isAgain || left <= 0)
    seen = job.logSize
    isAgain = true
    if (job.phase !== 'running' || left <= 0 || abortSignal.aborted) return { job, isQuiet }
    // Half a character is no news, nor half a word.
    if (job.logSize > offset && outputSince(jobs, job, offset, isQuiet).text !== '') return { job, isQuiet }
    // The host tells of the end; output is looked for.
    await jobs.wait(id, Math.min(left, 200), abortSignal)
  }
}

const problem = (message: string, remedy: string) => new PoundlockError(message, { code: 'PROCESS_CALL', remedy })

const isOn = ({ phase }: Job): boolean => phase === 'running' || phase === 'starting'

function stateOf(job: Job): string {
  if (job.phase === 'lost') return 'lost: whoever ran it was killed, and how it ended is not known'
  if (job.phase !== 'ended') return job.phase
  return job.result?.message === undefined
    ? `ended: ${job.result?.exitText}`
    : `ended: ${job.result.exitText} (${job.result.message})`
}

const describe = (job: Job): string => `${job.id}  ${stateOf(job)}  ${visibleText(job.title)}`

function summaryOf({ id, title, phase, createdAt, endedAt, result, log, logSize, session }: Job) {
  return {
    id,
    title,
    phase,
    session,
    createdAt,
    ...(endedAt !== undefined && { endedAt }),
    ...(result && { exitCode: result.exitCode, signal: result.signal, exitText: result.exitText }),
    log,
    logBytes: logSize,
  }
}
