import { resolve } from 'node:path'
import type { PolicyRequest } from '@poundlock/policy'
import type { Jobs } from '@poundlock/process/jobs'
import { checkPolicy } from '@poundlock/sandbox'
import { execTool, PoundlockError, type ExecInput } from '@poundlock/spec'
import { bindCall } from '../call/bind-call.ts'
import type { RunReport } from '../call/outcome.ts'
import type { CallEnd, CallSubject, DecidedCall } from '../call/subject.ts'
import { containmentAsked, containmentOf } from '../contain/containment.ts'
import { commandEnvironment } from '../contain/environment.ts'
import type { CallContext, CheckedCall, LiveOptions, RuntimeOptions } from '../create-runtime.ts'
import { MAX_COMMAND_LENGTH, planCommand } from '../plan/plan-command.ts'
import { programIdentity } from '../plan/program-identity.ts'
import { inspectRepository } from '../repository/inspect-repository.ts'
import { YIELD } from '../run/yield.ts'

/** A call of `exec`: its line is read once, decided, and run as it was planned. */
export function execSubject(input: ExecInput, context: CallContext, options: RuntimeOptions): CallSubject {
  const cwd = resolve(context.cwd, input.workdir ?? '.')
  const { command, env: environment = {} } = input
  return {
    spec: execTool,
    input,
    folders: [context.workspace, cwd],
    shown: { command, cwd, environment },
    async check(): Promise<DecidedCall> {
      const checked = await checkLine(input, context, options)
      const { line, status } = checked
      return {
        ...checked,
        line: checked,
        facts: { command, cwd },
        binding: () =>
          bindCall({
            text: command,
            plan: line.plan,
            cwd,
            environment: commandEnvironment({
              host: options.hostEnvironment,
              pass: options.passEnvironment,
              call: environment,
              home: options.userHome,
              path: options.path,
            }),
            host: checked.decision.exec.host.value,
            agent: context.agent,
            session: context.session,
          }),
        identity: () => `${JSON.stringify(line.plan)}\n${programIdentity(line.plan)}`,
        async run({ runId, callId, approvedBy, live }) {
          const order = { ...options, ...live, newRunId: () => runId, callId, approvedBy }
          const background = backgroundOf(input, context, live, options)
          if (background === null) {
            // Loaded when something runs: what only decides starts faster without it.
            const { runPlannedLine } = await import('../run/run-planned-line.ts')
            return runEnd(await runPlannedLine(input, line, context, status, order))
          }
          const [{ planWork }, { runAsJob }] = await Promise.all([
            import('../run/run-planned-line.ts'),
            import('../run/run-as-job.ts'),
          ])
          const { agent, session } = context
          const work = planWork(input, line, context, status, { ...order, stdin: background.stdin })
          const { abortSignal } = live
          const report = await runAsJob(
            { ...work, ...(input.pty === true && { terminal: TERMINAL }) },
            { ...background, title: command, agent, session, ...(abortSignal && { abortSignal }) },
          )
          if ('run' in report) return runEnd(report.run)
          const message = `it goes on in the background as ${report.job.id}; process looks after it`
          return { status: 'ran', message, job: report.job, runId: work.runId }
        },
      }
    },
  }
}

const TERMINAL = { columns: 120, rows: 30 } as const

/** How long to wait before the command goes on in the background; `null` where it is waited for to its end. */
function backgroundOf(
  { background = false, pty = false, yieldMs = YIELD.usual }: ExecInput,
  { agent, session, workspace, cwd }: CallContext,
  live: LiveOptions,
  { jobs, policy, userHome: home }: RuntimeOptions,
): { readonly jobs: Jobs; readonly yieldMs: number; readonly stdin: 'pipe' | 'ignore' } | null {
  // Whoever follows the output, or gives the input, waits for the end.
  const isFollowed = live.onOutput !== undefined || (live.stdin !== undefined && live.stdin !== 'ignore')
  if (!jobs || (isFollowed && !background)) return null
  const where = { agent, session, workspace, cwd, home, interactive: false }
  const judged = policy.decide({ tool: 'process', requiredPermission: 'read-only', context: where })
  // What nobody may look after does not go on.
  if (judged.decision === 'deny') return null
  const wait = background ? 0 : Math.min(Math.max(yieldMs, YIELD.least), YIELD.most)
  return { jobs, yieldMs: wait, stdin: background || pty ? 'pipe' : 'ignore' }
}

function runEnd(run: RunReport): CallEnd {
  if (run.unrecorded === undefined) return { status: 'ran', message: run.exitText, run, runId: run.runId }
  const { message } = run.unrecorded
  return {
    status: 'failed',
    message: `the command ran (${run.exitText}), but its end could not be recorded: ${message}`,
    run,
    runId: run.runId,
    error: run.unrecorded,
  }
}

/** Reads and decides a line; runs nothing. */
export async function checkLine(input: ExecInput, context: CallContext, options: RuntimeOptions): Promise<CheckedCall> {
  const { policy, containment, findExecutable, userHome: home } = options
  const cwd = resolve(context.cwd, input.workdir ?? '.')
  const line = planCommand(input.command, { cwd, home, findExecutable, inspectRepository })
  const { host, security, ask } = input
  const { agent, session, workspace, provider, model } = context
  const asked: PolicyRequest = {
    tool: execTool.name,
    requiredPermission: execTool.requiredPermission,
    plan: line.plan,
    parameters: { ...(host && { host }), ...(security && { security }), ...(ask && { ask }) },
    environment: Object.keys(input.env ?? {}),
    // No nodes are served here: what is for one does not run on this machine instead.
    nodes: [],
    ...(options.approvals && { approvals: options.approvals }),
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    context: { agent, session, workspace, cwd, home, interactive: options.ask !== undefined },
  }
  const hostValue = policy.execSettings(asked).host.value
  if (input.pty === true && hostValue === 'sandbox') {
    throw new PoundlockError('exec: a contained command has no terminal', {
      code: 'SANDBOX_POLICY',
      remedy: 'Leave pty out; with host gateway it has one, where the configuration has that.',
    })
  }
  const grants = options.grants?.(agent, hostValue) ?? []
  const request = { ...asked, ...(grants.length > 0 && { grants }) }
  if (hostValue !== 'sandbox') {
    return { decision: policy.decide(request), line, status: null, unavailable: false, request }
  }
  // What no sandbox may be asked for, such as the root as workspace, is refused here as it would be at the run.
  checkPolicy(containment.policy)
  const status = await containment.backend.status(containment.policy)
  const unavailable = !status.active && containment.onUnavailable === 'refuse'
  // A call that nothing can contain is not worth asking about, but a denied one is denied either way.
  const known = unavailable ? containmentAsked(containment.policy) : containmentOf(status)
  const contained = { ...request, containment: known }
  return { decision: policy.decide(contained), line, status, unavailable, request: contained }
}

/** Why a command cannot be decided at all; `null` when it can. */
export function commandProblem(command: string): string | null {
  if (command.includes('\0')) {
    return `exec: the command holds a NUL character at position ${command.indexOf('\0')}, which no program can be given`
  }
  if (command.length > MAX_COMMAND_LENGTH) {
    return `exec: the command has ${command.length} characters; at most ${MAX_COMMAND_LENGTH} are read. Put it into a script file and run that`
  }
  return null
}

/** What is wrong with a call of `exec` that fits the schema. */
export function execProblem({ command, pty, elevated, node }: ExecInput, hasJobs: boolean): string | null {
  const problem = commandProblem(command)
  if (problem !== null) return problem
  const unserved = Object.entries({ ...(!hasJobs && { pty }), elevated, node }).find(
    ([, value]) => value !== undefined && value !== false,
  )
  return unserved ? `exec: ${unserved[0]} is not served on this host; leave it out` : null
}
