import type { Job, Jobs } from '@poundlock/process/jobs'
import { PoundlockError, quotedText, visibleText } from '@poundlock/spec'
import { type ProcessToolInput, PROCESS_TOOL } from '@poundlock/spec/tools'
import { failedOutput, successOutput } from '../output/failed-output.ts'
import type { ToolContext, ToolHandler, ToolOutput } from '../tool-handler.ts'
import { readLines } from './job-lines.ts'
import { outputSince, shownSize } from './job-text.ts'
import { cursorKeyMode, encodeKeys, encodePaste } from './terminal-keys.ts'

/** What the tool `process` looks after: the jobs of this host. */
export interface ProcessHandlerOptions {
  /** Where they are found by their ids. */
  readonly jobs: Jobs
  /** Whether the work of a job is confined to the workspace; its input can do no more. */
  readonly isConfined: (job: Job) => boolean
}

const MAX_POLL_MS = 30_000
/** How long to wait before polling again, by how often nothing had come. */
const BACKOFF_MS = [5000, 10_000, 30_000, 60_000] as const
const DEFAULT_LINES = 200
/** Bytes that are searched for the mode of a terminal. */
const MODE_BYTES = 1024 * 1024

type Action = ProcessToolInput['action']
const WRITES: ReadonlySet<Action> = new Set(['write', 'send-keys', 'paste', 'submit'])

/** Serves `process`. An agent sees its own jobs, and no others. */
export function createProcessHandler({ jobs, isConfined }: ProcessHandlerOptions): ToolHandler<ProcessToolInput> {
  const own = new OwnJobs(jobs)
  return {
    spec: PROCESS_TOOL,
    async permissionOf({ action, id }, context) {
      if (!WRITES.has(action)) return 'read-only'
      try {
        return isConfined(await own.findWhole(id, context)) ? 'workspace-write' : 'danger-full-access'
      } catch (error) {
        // Writing to a job that does not exist changes nothing; one that could not be looked up may exist.
        if (PoundlockError.isInstance(error) && error.code === 'PROCESS_CALL') return 'read-only'
        throw error
      }
    },
    async run(input, context) {
      try {
        return await own.serve(input, context)
      } catch (error) {
        return failedOutput(error)
      }
    },
  }
}

type Caller = Pick<ToolContext, 'agent'>

/** The jobs of the caller, and how far each was read. */
class OwnJobs {
  readonly #jobs: Jobs
  /** How far each job was read, and how often in vain. */
  readonly #polled = new Map<string, { readonly offset: number; readonly vain: number; readonly size: number }>()
  /** How long each log was when it was last read by lines. */
  readonly #logged = new Map<string, number>()

  constructor(jobs: Jobs) {
    this.#jobs = jobs
  }

  async serve(input: ProcessToolInput, context: ToolContext): Promise<ToolOutput> {
    switch (input.action) {
      case 'list':
        return this.#list(context)
      case 'poll':
        return this.#poll(input, context)
      case 'log':
        return this.#log(input, context)
      case 'write': {
        const { id, data, eof = false } = input
        if (data === undefined && !eof) throw problem('data is missing', 'Give the text to write, or eof: true.')
        return this.#write(id, data ?? '', context, eof)
      }
      case 'send-keys':
        return this.#sendKeys(input, context)
      case 'paste':
        if (input.data === undefined) throw problem('data is missing', 'Give the text to paste.')
        return this.#write(input.id, encodePaste(input.data), context)
      case 'submit':
        return this.#write(input.id, '\r', context)
      case 'kill':
        return this.#kill(input, context)
      case 'clear':
        return this.#clear(input, context)
      case 'remove':
        return this.#remove(input, context)
    }
  }

  /** The whole id: a shortened one could mean another job a moment later than the decision. */
  async findWhole(id: string | undefined, context: Caller): Promise<Job> {
    const job = await this.#find(id, context)
    if (job.id === id) return job
    throw problem(`${quotedText(id ?? '')} is not the whole id of a job`, `To write to it, name it whole: ${job.id}.`)
  }

  async #list(context: Caller): Promise<ToolOutput> {
    const own = await this.#all(context)
    return successOutput(own.length === 0 ? 'no jobs' : own.map(describe).join('\n'), { jobs: own.map(summaryOf) })
  }

  async #poll({ id, timeoutMs = 0 }: ProcessToolInput, context: ToolContext): Promise<ToolOutput> {
    const { id: whole } = await this.#find(id, context)
    const before = this.#polled.get(whole) ?? { offset: 0, vain: 0, size: 0 }
    const news = await waitForNews(this.#jobs, whole, before, Math.min(timeoutMs, MAX_POLL_MS), context.abortSignal)
    if (news === null) throw problem(`the job ${whole} was removed meanwhile`, 'See `list`.')
    const { job, isQuiet } = news
    const { text, next, skipped } = outputSince(this.#jobs, job, before.offset, isQuiet)
    const vain = text === '' ? before.vain + 1 : 0
    this.#polled.set(whole, { offset: next, vain, size: job.logSize })
    const running = isOn(job)
    const retryInMs = BACKOFF_MS[Math.min(Math.max(vain - 1, 0), BACKOFF_MS.length - 1)]!
    if (!running) await this.#jobs.notice(whole).catch(() => {})
    const state = running ? `${stateOf(job)}; poll again in ${retryInMs / 1000} s` : stateOf(job)
    const lost = skipped > 0 ? `(${skipped} bytes before this are in the log)\n` : ''
    return successOutput(`${lost}${text}${text === '' || text.endsWith('\n') ? '' : '\n'}[${state}]`, {
      ...summaryOf(job),
      output: text,
      skippedBytes: skipped,
      ...(running && { retryInMs }),
    })
  }

  async #log({ id, offset, limit }: ProcessToolInput, context: ToolContext): Promise<ToolOutput> {
    const job = await this.#find(id, context)
    // No output came since the last reading: a line without an end is a prompt, or all there is.
    const size = shownSize(this.#jobs, job, this.#logged.get(job.id) === job.logSize)
    this.#logged.set(job.id, job.logSize)
    const wanted = { limit: limit ?? (offset === undefined ? DEFAULT_LINES : Infinity), size }
    const input = offset === undefined ? wanted : { ...wanted, offset }
    const part = await readLines(this.#jobs, job, input, context.abortSignal)
    const shown = `lines ${part.offset} to ${part.offset + part.lines.length} of ${part.total}${part.cut ? ', cut' : ''}; the whole: ${job.log}`
    return successOutput(`${part.lines.join('\n')}\n[${stateOf(job)}; ${shown}]`, { ...summaryOf(job), ...part })
  }

  async #sendKeys({ id, keys }: ProcessToolInput, context: ToolContext): Promise<ToolOutput> {
    if (keys === undefined) throw problem('keys is missing', 'For example ["C-c"], or ["q", "Enter"].')
    const job = await this.findWhole(id, context)
    const from = Math.max(0, job.logSize - MODE_BYTES)
    const output = Buffer.from(this.#jobs.readLog(job.id, from, MODE_BYTES)).toString('latin1')
    const encoded = encodeKeys(keys, cursorKeyMode(output, from === 0))
    if ('problem' in encoded) throw problem(encoded.problem, 'Nothing was sent.')
    return this.#write(job.id, encoded.text, context)
  }

  async #write(id: string | undefined, text: string, context: ToolContext, end = false): Promise<ToolOutput> {
    const job = await this.findWhole(id, context)
    if (!isOn(job)) throw problem(`${job.id} reads nothing any more: ${stateOf(job)}`, 'Nothing was written.')
    if (!(await this.#jobs.write(job.id, Buffer.from(text), { end }))) {
      throw problem(`${job.id} reads no input`, 'Start it with background: true or pty: true to write to it.')
    }
    return successOutput(`${Buffer.byteLength(text)} bytes written to ${job.id}`, { id: job.id })
  }

  async #kill({ id }: ProcessToolInput, context: ToolContext): Promise<ToolOutput> {
    const job = await this.#find(id, context)
    await this.#jobs.end(job.id)
    const ended = await this.#jobs.wait(job.id, MAX_POLL_MS, context.abortSignal)
    return successOutput(`${job.id}: ${stateOf(ended ?? job)}`, summaryOf(ended ?? job))
  }

  async #clear({ id }: ProcessToolInput, context: ToolContext): Promise<ToolOutput> {
    const job = await this.#find(id, context)
    if (isOn(job)) throw problem(`${job.id}: it runs`, 'End it with kill first, or use remove, which does both.')
    await this.#jobs.remove(job.id)
    this.#forget(job.id)
    return successOutput(`${job.id} is removed`, { id: job.id })
  }

  async #remove({ id }: ProcessToolInput, context: ToolContext): Promise<ToolOutput> {
    const job = await this.#find(id, context)
    if (isOn(job)) {
      await this.#jobs.end(job.id)
      await this.#jobs.wait(job.id, MAX_POLL_MS, context.abortSignal)
    }
    await this.#jobs.remove(job.id)
    this.#forget(job.id)
    return successOutput(`${job.id} is ended and removed`, { id: job.id })
  }

  async #find(id: string | undefined, context: Caller): Promise<Job> {
    const own = await this.#all(context)
    if (id === undefined) throw problem('which job? id is missing', 'Take it from `list`.')
    const found = own.filter((job) => job.id === id || job.id.startsWith(id))
    if (found.length === 1) return found[0]!
    const known = own.length === 0 ? 'There are none.' : `Known: ${own.map((job) => job.id).join(', ')}.`
    throw found.length === 0
      ? problem(`there is no job ${quotedText(id)}`, known)
      : problem(`${quotedText(id)} begins the ids of ${found.length} jobs`, known)
  }

  async #all({ agent }: Caller): Promise<readonly Job[]> {
    const all = await this.#jobs.list()
    // The host removes those that ended long ago.
    const there = new Set(all.map((job) => job.id))
    for (const id of [...this.#polled.keys(), ...this.#logged.keys()]) if (!there.has(id)) this.#forget(id)
    return all.filter((job) => job.agent === agent)
  }

  #forget(id: string): void {
    this.#polled.delete(id)
    this.#logged.delete(id)
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
  for (let position = size; ;) {
    const job = await jobs.get(id)
    if (job === null) return null
    const left = deadline - performance.now()
    // With time left, it reads twice.
    const isQuiet = job.logSize === position && (isAgain || left <= 0)
    position = job.logSize
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
  if (job.phase === 'lost') return 'lost: the process that ran it was killed, and its end is not known'
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
