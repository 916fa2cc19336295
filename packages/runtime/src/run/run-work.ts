import type { RunEndData } from '@poundlock/audit'
import type { ProcessEnd, ProcessResult } from '@poundlock/process'
import type { Sandbox, SandboxCommand, SandboxDenial, SandboxPolicy } from '@poundlock/sandbox'
import { PoundlockError, type ProcessHandle } from '@poundlock/spec'
import type { OpenTry } from '@poundlock/try'
import type { WriteRecord } from '../call/records.ts'
import { asPoundlockError } from '../call/unexpected.ts'
import type { ContainmentOptions } from '../contain/containment.ts'

/** A decided run as JSON: the process that starts it decides nothing. */
export interface RunWork {
  /** The id of the run in the records. */
  readonly runId: string
  /** Of the call that it belongs to. */
  readonly callId: string
  /** For the record. */
  readonly approvedBy: string
  /** What is started, as an argument vector. */
  readonly command: SandboxCommand
  /** `null` for this host; `active` is false where nothing contains here and that was accepted. */
  readonly containment: {
    readonly policy: SandboxPolicy
    readonly active: boolean
    /** Name of the backend that it was decided for. */
    readonly backend: string
  } | null
  /** Milliseconds; `Infinity`, which is `null` in JSON, for none. */
  readonly timeoutMs: number
  /** Gives it a terminal; on this host only. */
  readonly terminal?: { readonly columns: number; readonly rows: number }
}

/** What a decided run is started with: its backends, its record, its try. */
export interface WorkOptions extends Pick<ContainmentOptions, 'backend' | 'none'> {
  /** Writes the records of its start and end. */
  readonly record: WriteRecord
  /** Runs it in the sandbox of this try. */
  readonly opened?: OpenTry
  /** Asks about hosts that the policy of the sandbox does not name. */
  readonly askEgress?: NonNullable<SandboxCommand['askEgress']>
  /** Nothing is started before it has settled, or where it rejects. */
  readonly noted?: Promise<unknown>
}

/** A run that was started; its start is on record. */
export interface StartedWork {
  readonly handle: ProcessHandle
  /** For one that has a terminal. */
  resize?(columns: number, rows: number): void
  /** Records the end, and reports what was refused. It does not throw: the command has run. */
  ended(result: ProcessResult): Promise<WorkEnd>
  /** Records that the end is unknown. */
  lost(error: unknown): Promise<void>
  /** Closes the sandbox. */
  close(): Promise<void>
}

export interface WorkEnd {
  readonly denials: readonly SandboxDenial[]
  /** Why the end of it could not be recorded; absent when it was. */
  readonly unrecorded?: PoundlockError
}

/** Starts a run. Its start is recorded before anything is spawned; when nothing could be spawned, that is its end. */
export async function startWork(work: RunWork, options: WorkOptions): Promise<StartedWork> {
  const { command, containment, terminal } = work
  const { record, opened } = options
  if (containment !== null && terminal) {
    throw new PoundlockError('a contained command has no terminal', {
      code: 'SANDBOX_POLICY',
      remedy: 'Leave the terminal out, or run it on host gateway.',
    })
  }
  const backend = containment?.active === true ? options.backend : options.none
  const sandbox = opened?.sandbox ?? (containment === null ? null : await backend.open(containment.policy))
  const close = async () => sandbox?.close()
  const ids = { runId: work.runId, callId: work.callId }
  const unknown: RunEndData = { ...ids, outcome: 'unknown', exitCode: null, signal: null }
  try {
    await record('run-start', {
      ...ids,
      file: command.file,
      args: command.args,
      cwd: command.cwd,
      approvedBy: work.approvedBy,
      environment: Object.keys(command.env).toSorted(),
      ...(opened && { tryId: opened.id }),
      sandbox: sandbox === null ? null : { ...sandbox.status },
    })
    const start = async () => {
      await options.noted
      return spawn(work, sandbox, options.askEgress)
    }
    const spawned = await start().catch(async (error: unknown) => {
      await record('run-end', { ...unknown, outcome: 'not-started', message: messageOf(error) })
      throw error
    })
    const { handle } = spawned
    return {
      ...spawned,
      close,
      async ended(result) {
        const denials = sandbox?.explain({ ...result, process: handle }) ?? []
        try {
          await record('run-end', endOf(result, denials, ids))
        } catch (error) {
          // The command has run, and the caller gets its result.
          return { denials, unrecorded: asPoundlockError(error) }
        }
        return { denials }
      },
      lost: async (error) => void (await record('run-end', { ...unknown, message: messageOf(error) })),
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function spawn(
  { command, terminal }: RunWork,
  sandbox: Sandbox | null,
  askEgress: WorkOptions['askEgress'],
): Promise<Pick<StartedWork, 'handle' | 'resize'>> {
  // A sandbox ends its processes when this process ends.
  if (sandbox?.status.active) return { handle: await sandbox.run({ ...command, ...(askEgress && { askEgress }) }) }
  if (sandbox) return { handle: await runWatched(command, sandbox) }
  const { startProcess, startTerminal } = await import('@poundlock/process')
  if (!terminal) return { handle: startProcess({ ...command, endsWithUs: true }) }
  const handle = await startTerminal({ ...command, endsWithUs: true }, terminal)
  return { handle, resize: (columns, rows) => handle.resize(columns, rows) }
}

async function runWatched(command: SandboxCommand, sandbox: Sandbox): Promise<ProcessHandle> {
  const { endWithUs } = await import('@poundlock/process')
  const watch = endWithUs()
  try {
    const handle = await sandbox.run({ ...command, env: { ...command.env, ...watch.environment } })
    if (handle.pid !== undefined) watch.begin(handle.pid, command.output === 'inherit' ? [] : [1, 2])
    void handle.exited.catch(() => undefined).then(() => watch.over())
    return handle
  } catch (error) {
    watch.over()
    throw error
  }
}

function endOf(
  { exitCode, signal, durationMs, truncated, spillFile, error, reason }: ProcessResult,
  denials: readonly SandboxDenial[],
  ids: { readonly runId: string; readonly callId: string },
): RunEndData {
  return {
    ...ids,
    outcome: OUTCOMES[reason],
    exitCode,
    signal,
    durationMs: Math.round(durationMs),
    truncated,
    ...(spillFile !== undefined && { spillFile }),
    ...(error && { message: error.message }),
    ...(denials.length > 0 && { denials: denials.map((denial) => denial.message) }),
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const OUTCOMES = {
  exit: 'exited',
  signal: 'signalled',
  timeout: 'timed-out',
  aborted: 'aborted',
  'spawn-failed': 'not-started',
} as const satisfies Record<ProcessEnd, RunEndData['outcome']>
