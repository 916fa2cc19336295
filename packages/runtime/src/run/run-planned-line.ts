import type { CommandPlan } from '@poundlock/policy'
import { supervise } from '@poundlock/process'
import { executionPlan } from '@poundlock/shell/analysis'
import type { OpenTry } from '@poundlock/try'
import type { RunReport } from '../call/outcome.ts'
import { asPoundlockError } from '../call/unexpected.ts'
import { environmentOfNetwork } from '../contain/environment-of-network.ts'
import type { ExecOrder } from '../hosts/exec-host.ts'
import { networkUse } from '../network/network-use.ts'
import type { RuntimeOptions } from '../runtime-options.ts'
import { startWork, type RunWork, type WorkOptions } from './run-work.ts'
import { unknownEnd } from './unknown-end.ts'

/** What every run of a runtime has in common. */
export interface RunOptions
  extends Pick<RuntimeOptions, 'containment' | 'shell' | 'spillDirectory' | 'record'>, Pick<WorkOptions, 'askEgress'> {}

/** A decided line; in the sandbox of a try where it is tried. */
export interface LineOrder extends ExecOrder {
  readonly opened?: OpenTry
}

/**
 * Runs a decided line: in the sandbox when there is a status, on this host when there is none. The start is recorded
 * before anything is spawned; the end is always recorded.
 */
export async function runPlannedLine(order: LineOrder, options: RunOptions): Promise<RunReport> {
  const { opened } = order
  const { abortSignal, onOutput } = order.options
  const { containment, record, spillDirectory, askEgress } = options
  const work = planWork(order, options)
  const started = await startWork(work, {
    ...containment,
    record,
    ...(opened && { opened }),
    ...(askEgress && { askEgress }),
    ...(order.noted && { noted: order.noted }),
  })
  try {
    const result = await supervise(started.handle, {
      timeoutMs: work.timeoutMs,
      ...(abortSignal && { abortSignal }),
      ...(onOutput && { onOutput }),
      ...(spillDirectory !== undefined && { spillDirectory }),
    }).catch(async (error: unknown) => {
      const lost = unknownEnd(asPoundlockError(error).message, error)
      // Whether that could be recorded or not, it may have run.
      await started.lost(error).catch(() => undefined)
      throw lost
    })
    return { ...result, runId: work.runId, ...(await started.ended(result)) }
  } finally {
    await started.close()
  }
}

/** The history of repositories that a plan names. */
export const historyOf = ({ effects, commands }: CommandPlan): readonly string[] =>
  [...effects, ...commands.flatMap(({ profile }) => profile?.effects ?? [])].flatMap(({ history, path }) =>
    history === true && path !== null ? [path] : [],
  )

/** The work of a decided line, for this process or the host of jobs. */
export function planWork(order: ExecOrder, { containment, shell }: RunOptions): RunWork {
  const { line, status, cwd, environment, timeoutMs, runId, callId, approvedBy } = order
  const isContained = status?.active === true
  const environmentThere = isContained ? { ...environmentOfNetwork(status.network), ...environment } : environment
  const { file, args, env } = executionPlan(line.analysis, line.plan.text, { shellPath: shell, env: environmentThere })
  return {
    runId,
    callId,
    approvedBy,
    command: {
      file,
      args,
      cwd,
      env,
      stdin: order.options.stdin ?? 'ignore',
      output: 'pipe',
      ...(networkUse(line.plan) === 'sends' && { sends: true as const }),
      // A person approved exactly this line: history that it names may be lost.
      ...(order.approved && { releases: historyOf(line.plan) }),
    },
    containment:
      status === null ? null : { policy: containment.policy, active: status.active, backend: containment.backend.name },
    timeoutMs,
  }
}
