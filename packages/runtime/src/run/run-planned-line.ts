import { supervise, type SuperviseOptions } from '@poundlock/process'
import type { SandboxCommand, SandboxStatus } from '@poundlock/sandbox'
import type { OpenTry } from '@poundlock/sandbox/try'
import { executionPlan } from '@poundlock/shell/analysis'
import type { ExecInput } from '@poundlock/spec'
import type { RunReport } from '../call/outcome.ts'
import type { WriteRecord } from '../call/records.ts'
import type { ContainmentOptions } from '../contain/containment.ts'
import { commandEnvironment } from '../contain/environment.ts'
import type { CallContext } from '../create-runtime.ts'
import { workingFolder } from '../exec/working-folder.ts'
import type { PlannedLine } from '../plan/plan-command.ts'
import { startWork, type RunWork } from './run-work.ts'
import { timeoutOf } from './timeout.ts'

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
  /** Milliseconds; a call can name fewer. */
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
  const { abortSignal, onOutput, spillDirectory, opened } = options
  const work = planWork(input, line, context, status, options)
  const started = await startWork(work, { ...options.containment, record: options.record, ...(opened && { opened }) })
  try {
    const result = await supervise(started.handle, {
      timeoutMs: work.timeoutMs,
      ...(abortSignal && { abortSignal }),
      ...(onOutput && { onOutput }),
      ...(spillDirectory !== undefined && { spillDirectory }),
    }).catch(async (error: unknown) => {
      await started.lost(error)
      throw error
    })
    return { ...result, runId: work.runId, ...(await started.ended(result)) }
  } finally {
    await started.close()
  }
}

/** What is to be run for a line that was decided, whoever runs it. */
export function planWork(
  input: ExecInput,
  line: PlannedLine,
  context: CallContext,
  status: SandboxStatus | null,
  options: RunOrder,
): RunWork {
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
  return {
    runId: options.newRunId(),
    callId: options.callId,
    approvedBy: options.approvedBy,
    command: {
      file,
      args,
      cwd: workingFolder(input, context.cwd, options.userHome),
      env,
      stdin: options.stdin ?? 'ignore',
      output: 'pipe',
    },
    containment:
      status === null
        ? null
        : { policy: options.containment.policy, active: status.active, backend: options.containment.backend.name },
    timeoutMs: timeoutOf(input, options.timeoutMs),
  }
}
