import { resolve } from 'node:path'
import type { RunEndData } from '@poundlock/audit'
import { startProcess, supervise, type ProcessEnd, type ProcessResult, type SuperviseOptions } from '@poundlock/process'
import type { Sandbox, SandboxCommand, SandboxDenial, SandboxStatus } from '@poundlock/sandbox'
import type { OpenTry } from '@poundlock/sandbox/try'
import { executionPlan } from '@poundlock/shell'
import type { ExecInput, ProcessHandle } from '@poundlock/spec'
import type { RunReport } from '../call/outcome.ts'
import type { WriteRecord } from '../call/records.ts'
import { asPoundlockError } from '../call/unexpected.ts'
import type { ContainmentOptions } from '../contain/containment.ts'
import { commandEnvironment } from '../contain/environment.ts'
import type { CallContext } from '../create-runtime.ts'
import type { PlannedLine } from '../plan/plan-command.ts'

export interface RunOptions extends Pick<SuperviseOptions, 'abortSignal' | 'onOutput' | 'spillDirectory'> {
  readonly containment: ContainmentOptions
  /** The environment that Poundlock itself was started with. */
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>
  /** Names of further variables that pass; see the policy's `environment`. */
  readonly passEnvironment: readonly string[]
  /** Folders for programs, absolute. */
  readonly path: readonly string[]
  /** The home folder of the user: what `~` stands for in a command line. */
  readonly userHome: string
  /** Absolute path of the shell that command lines were read for. */
  readonly shell: string
  /** Milliseconds, where the call names none. */
  readonly timeoutMs: number
  readonly stdin?: SandboxCommand['stdin']
  readonly record: WriteRecord
  /** Makes the id of a run; never the same twice. */
  readonly newRunId: () => string
}

/** What is known of a run before it starts. */
export interface RunOrder extends RunOptions {
  readonly callId: string
  readonly approvedBy: string
  /** Runs it in the sandbox of this try. */
  readonly opened?: OpenTry
}

/**
 * Runs a line that was decided: in the sandbox when there is a status, on this host when there is none. The start is
 * recorded before anything is spawned, and the end whatever happens.
 */
export async function runPlannedLine(
  input: ExecInput,
  line: PlannedLine,
  context: CallContext,
  status: SandboxStatus | null,
  options: RunOrder,
): Promise<RunReport> {
  const { containment, opened } = options
  const open = (): Promise<Sandbox> =>
    (status?.active === true ? containment.backend : containment.none).open(containment.policy)
  const sandbox = opened?.sandbox ?? (status === null ? null : await open())
  try {
    const { file, args, env } = executionPlan(line.analysis, line.plan.text, {
      shellPath: options.shell,
      env: commandEnvironment({
        host: options.hostEnvironment,
        pass: options.passEnvironment,
        call: input.env ?? {},
        home: options.userHome,
        path: options.path,
      }),
    })
    const command: SandboxCommand = {
      file,
      args,
      cwd: resolve(context.cwd, input.workdir ?? '.'),
      env,
      stdin: options.stdin ?? 'ignore',
      output: 'pipe',
    }
    const ids = { runId: options.newRunId(), callId: options.callId }
    await options.record('run-start', {
      ...ids,
      file,
      args,
      cwd: command.cwd,
      approvedBy: options.approvedBy,
      environment: Object.keys(env).toSorted(),
      ...(opened && { tryId: opened.id }),
      sandbox: sandbox === null ? null : { ...sandbox.status },
    })
    return await runRecorded(command, sandbox, input, options, ids)
  } finally {
    await sandbox?.close()
  }
}

async function runRecorded(
  command: SandboxCommand,
  sandbox: Sandbox | null,
  input: ExecInput,
  options: RunOrder,
  ids: { readonly runId: string; readonly callId: string },
): Promise<RunReport> {
  const { record, abortSignal, onOutput, spillDirectory } = options
  const unknown: RunEndData = { ...ids, outcome: 'unknown', exitCode: null, signal: null }
  let handle: ProcessHandle
  try {
    handle = sandbox ? await sandbox.run(command) : startProcess(command)
  } catch (error) {
    await record('run-end', { ...unknown, outcome: 'not-started', message: messageOf(error) })
    throw error
  }
  let result: ProcessResult
  try {
    result = await supervise(handle, {
      timeoutMs: input.timeout === undefined ? options.timeoutMs : input.timeout * 1000,
      ...(abortSignal && { abortSignal }),
      ...(onOutput && { onOutput }),
      ...(spillDirectory !== undefined && { spillDirectory }),
    })
  } catch (error) {
    await record('run-end', { ...unknown, message: messageOf(error) })
    throw error
  }
  const denials = sandbox?.explain({ ...result, process: handle }) ?? []
  try {
    await record('run-end', endOf(result, denials, ids))
  } catch (error) {
    // It has run, and whoever called needs to know how it went all the same.
    return { ...result, denials, unrecorded: asPoundlockError(error) }
  }
  return { ...result, denials }
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
