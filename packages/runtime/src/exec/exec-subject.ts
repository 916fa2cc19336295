import { resolve } from 'node:path'
import type { PolicyRequest } from '@poundlock/policy'
import { checkPolicy } from '@poundlock/sandbox'
import { execTool, type ExecInput } from '@poundlock/spec'
import { bindCall } from '../call/bind-call.ts'
import type { CallSubject, DecidedCall } from '../call/subject.ts'
import { containmentAsked, containmentOf } from '../contain/containment.ts'
import { commandEnvironment } from '../contain/environment.ts'
import type { CallContext, CheckedCall, RuntimeOptions } from '../create-runtime.ts'
import { MAX_COMMAND_LENGTH, planCommand } from '../plan/plan-command.ts'
import { programIdentity } from '../plan/program-identity.ts'
import { inspectRepository } from '../repository/inspect-repository.ts'

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
        async run({ callId, approvedBy, live }) {
          // Loaded when something runs: what only decides starts faster without it.
          const { runPlannedLine } = await import('../run/run-planned-line.ts')
          const run = await runPlannedLine(input, line, context, status, { ...options, ...live, callId, approvedBy })
          if (run.unrecorded === undefined) return { status: 'ran', message: run.exitText, run, runId: run.runId }
          const { message } = run.unrecorded
          return {
            status: 'failed',
            message: `the command ran (${run.exitText}), but its end could not be recorded: ${message}`,
            run,
            runId: run.runId,
            error: run.unrecorded,
          }
        },
      }
    },
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
export function execProblem({ command, pty, background, elevated, node, yieldMs }: ExecInput): string | null {
  const problem = commandProblem(command)
  if (problem !== null) return problem
  const unserved = Object.entries({ pty, background, elevated, node, yieldMs }).find(
    ([, value]) => value !== undefined && value !== false,
  )
  return unserved ? `exec: ${unserved[0]} is not served on this host; leave it out` : null
}
