import { resolve } from 'node:path'
import type { AuditApproval, DecisionData } from '@poundlock/audit'
import {
  withFallback,
  type Grant,
  type HostApprovals,
  type Policy,
  type PolicyDecision,
  type PolicyRequest,
} from '@poundlock/policy'
import { checkPolicy, type SandboxStatus } from '@poundlock/sandbox'
import { execTool, validateToolInput, type ExecInput, type ToolCall } from '@poundlock/spec'
import type { AskForApproval } from './call/approval.ts'
import { refusalMessage } from './call/messages.ts'
import type { OfferedGrant } from './call/offer-grants.ts'
import type { CallOutcome, CallStatus } from './call/outcome.ts'
import { asPoundlockError } from './call/unexpected.ts'
import { containmentAsked, containmentOf } from './contain/containment.ts'
import { placeIdentity } from './contain/place-identity.ts'
import type { FindExecutable } from './plan/executables.ts'
import { MAX_COMMAND_LENGTH, planCommand, type PlannedLine } from './plan/plan-command.ts'
import { inspectRepository } from './repository/inspect-repository.ts'
import type { RunOptions } from './run/run-planned-line.ts'
import { mayTryFirst } from './try/may-try-first.ts'
import type { CallProgress } from './try/try-call.ts'
import type { TryRequest } from './try/try-request.ts'

/** Where and for whom a call is made. */
export interface CallContext {
  readonly agent: string
  readonly session: string
  /** Absolute. */
  readonly workspace: string
  /** Absolute; the workspace when the call names none. */
  readonly cwd: string
}

export interface RuntimeOptions extends RunOptions {
  readonly policy: Policy
  readonly findExecutable: FindExecutable
  /** What the owner of this host laid down, if anything. */
  readonly approvals?: HostApprovals
  /** Absent where nobody can be asked. */
  readonly ask?: AskForApproval
  /** What was granted for good, for this agent on this host; looked up for each decision. */
  readonly grants?: (agent: string, host: string) => readonly Grant[]
  /** Keeps what is granted for good. Without it, nothing is offered for good. */
  readonly keepGrants?: (offered: readonly OfferedGrant[], given: GrantGiven) => void
}

/** For whom, where and by whom something is granted for good. */
export interface GrantGiven {
  readonly agent: string
  readonly host: string
  readonly by: string
}

/** What would become of a call: everything up to the asking, and nothing run. */
export interface CheckedCall {
  readonly decision: PolicyDecision
  readonly line: PlannedLine
  /** `null` where no sandbox is asked for. */
  readonly status: SandboxStatus | null
  /** True when the sandbox cannot be had and nothing may run without it. */
  readonly unavailable: boolean
  /** What the policy was asked. */
  readonly request: PolicyRequest
}

/** The life of one tool call. */
export interface Runtime {
  /** Reads and decides a call; runs nothing and records nothing. */
  check(input: ExecInput, context: CallContext): Promise<CheckedCall>
  /** Takes a call all the way. It never throws: whatever goes wrong is an outcome. */
  call(call: ToolCall, context: CallContext, live?: LiveOptions): Promise<CallOutcome>
  /**
   * Has sandboxes built ahead of the calls to come, where the backend keeps such (`pool`); settles when they wait. Each is
   * for the policy of this runtime alone and for one command; a call takes one by itself, and another is built. For
   * processes that serve many calls: whoever makes one has no use for it.
   *
   * @throws PoundlockError as the backend's `open`; calls are contained without them all the same, or refused
   */
  warm(): Promise<void>
  /**
   * Ends what was built ahead, to be called before the process ends. Calls that run go on, and later ones are contained
   * in sandboxes that are built for them. Safe to call twice.
   */
  close(): Promise<void>
}

/** What the caller of one call sees of it while it runs. */
export interface LiveOptions extends Pick<RunOptions, 'abortSignal' | 'onOutput' | 'stdin'> {
  /** Has commands run on a view of the workspace, and what they did settled afterwards. */
  readonly try?: TryRequest
}

/** Puts the parts together. Which sandbox, which record and who is asked is the app's choice. */
export function createRuntime(options: RuntimeOptions): Runtime {
  const { policy, containment } = options

  async function check(input: ExecInput, context: CallContext): Promise<CheckedCall> {
    const cwd = resolve(context.cwd, input.workdir ?? '.')
    const { findExecutable, userHome: home } = options
    const line = planCommand(input.command, { cwd, home, findExecutable, inspectRepository })
    const { host, security, ask } = input
    const asked = {
      tool: execTool.name,
      requiredPermission: execTool.requiredPermission,
      plan: line.plan,
      parameters: { ...(host && { host }), ...(security && { security }), ...(ask && { ask }) },
      environment: Object.keys(input.env ?? {}),
      // No nodes are served here: what is for one does not run on this machine instead.
      nodes: [],
      ...(options.approvals && { approvals: options.approvals }),
      context: { ...context, cwd, home: options.userHome, interactive: options.ask !== undefined },
    }
    const hostValue = policy.execSettings(asked).host.value
    const grants = options.grants?.(context.agent, hostValue) ?? []
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

  async function take(call: ToolCall, context: CallContext, live: LiveOptions = {}): Promise<CallOutcome> {
    let outcome: CallOutcome = {
      callId: call.id,
      tool: call.name,
      status: 'failed',
      message: '',
      decision: null,
      approval: null,
      sandbox: null,
      run: null,
      tried: null,
      error: null,
    }
    const end = (status: CallStatus, message: string, more: Partial<CallOutcome> = {}): CallOutcome =>
      (outcome = { ...outcome, ...more, status, message })
    try {
      const problems = inputProblems(call)
      if (problems.length > 0) return end('invalid', problems.join('\n'))
      const input = call.input as ExecInput
      const folders = [context.workspace, resolve(context.cwd, input.workdir ?? '.')]
      const place = placeIdentity(folders)
      const checked = await check(input, context)
      const { decision, line, status } = checked
      outcome = { ...outcome, decision, sandbox: status }
      const settle = async (settled: PolicyDecision, outcomeOf: DecisionData['outcome'], approval: AuditApproval) => {
        outcome = { ...outcome, decision: settled, approval }
        await options.record('decision', decisionData(call, context, decision, outcomeOf, approval))
      }

      if (checked.unavailable && decision.decision !== 'deny') {
        await settle(decision, 'denied', { kind: 'policy', by: 'sandbox.onUnavailable', answer: 'deny' })
        return end('unavailable', unavailableMessage(status?.fallbackReasons ?? []))
      }
      const trying = (request: TryRequest): CallProgress => ({
        call,
        input,
        context,
        checked,
        options,
        live,
        request,
        ask: options.ask ?? null,
        decide: settle,
        note: (more) => void (outcome = { ...outcome, ...more }),
        end,
        samePlace: () => placeIdentity(folders) === place,
      })
      const signal = live.abortSignal
      /** Loaded when somebody is asked: most calls need nobody. */
      const askAbout = async (ask: AskForApproval) => {
        const { askPerson } = await import('./call/ask-person.ts')
        const checkAgain = () => check(input, context)
        return askPerson({ call, input, context, checked, options, checkAgain, ...(signal && { signal }) }, ask)
      }
      const asks = options.ask !== undefined || withFallback(decision).decision !== 'allow'
      if (live.try && asks && mayTryFirst(decision, status, containment.backend)) {
        const { tryThenAsk } = await import('./try/try-call.ts')
        return await tryThenAsk(trying(live.try))
      }
      let approval: AuditApproval
      const asked = decision.decision === 'ask' && options.ask ? await askAbout(options.ask) : null
      if (asked !== null && asked.kind !== 'unreachable') {
        approval = asked.approval
        await settle(decision, asked.kind === 'refused' ? 'denied' : 'allowed', approval)
        if (asked.kind === 'refused') return end('unapproved', asked.message)
        const changes = await asked.changes()
        if (changes.length > 0) {
          const reason = changes.join(' ')
          await settle(decision, 'denied', {
            kind: 'policy',
            by: 'changed since it was approved',
            answer: 'deny',
            reason,
          })
          return end('denied', `denied: it has changed since it was approved: ${reason} Ask again.`)
        }
        asked.keep()
      } else {
        const settled = withFallback(decision)
        approval = ruleApproval(decision, settled)
        await settle(settled, settled.decision === 'allow' ? 'allowed' : 'denied', approval)
        if (settled.decision !== 'allow') {
          return end(decision.decision === 'ask' ? 'unapproved' : 'denied', refusalMessage(settled))
        }
      }
      if (live.abortSignal?.aborted === true) return end('unapproved', 'it was stopped before it ran')
      if (placeIdentity(folders) !== place) {
        await settle(decision, 'denied', { kind: 'policy', by: 'changed since it was decided', answer: 'deny' })
        return end('denied', 'denied: the folder it would run in was replaced since it was decided; nothing ran')
      }
      if (live.try?.when === 'always') {
        const { tryAllowed } = await import('./try/try-call.ts')
        return await tryAllowed(trying(live.try), approval.by)
      }
      // Loaded when something runs: what only decides starts faster without it.
      const { runPlannedLine } = await import('./run/run-planned-line.ts')
      const run = await runPlannedLine(input, line, context, status, {
        ...options,
        ...live,
        callId: call.id,
        approvedBy: approval.by,
      })
      if (run.unrecorded) {
        const message = `the command ran (${run.exitText}), but its end could not be recorded: ${run.unrecorded.message}`
        return end('failed', message, { run, error: run.unrecorded })
      }
      return end('ran', run.exitText, { run })
    } catch (error) {
      const known = asPoundlockError(error)
      const status = STATUS_OF_ERROR.find(([prefix]) => known.code.startsWith(prefix))?.[1] ?? 'failed'
      return end(status, known.remedy === undefined ? known.message : `${known.message}\n${known.remedy}`, {
        error: known,
      })
    }
  }

  return {
    check,
    call: take,
    warm: async () => containment.backend.warm?.(containment.policy),
    close: async () => containment.backend.close?.(),
  }
}

const STATUS_OF_ERROR: readonly (readonly [prefix: string, status: CallStatus])[] = [
  ['SANDBOX_POLICY', 'invalid'],
  ['SANDBOX_VIEW', 'failed'],
  ['SANDBOX_', 'unavailable'],
]

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

function inputProblems(call: ToolCall): readonly string[] {
  if (call.name !== execTool.name) {
    return [`there is no tool ${JSON.stringify(call.name)}; known here: ${execTool.name}`]
  }
  const issues = validateToolInput(execTool, call.input)
  if (issues.length > 0) {
    return issues.map(
      (issue) => `${call.name}: ${issue.pointer === '' ? 'the input' : issue.pointer.slice(1)}: ${issue.message}`,
    )
  }
  const { command, pty, background, elevated, node, yieldMs } = call.input as ExecInput
  const problem = commandProblem(command)
  if (problem !== null) return [problem]
  const unserved = Object.entries({ pty, background, elevated, node, yieldMs }).find(
    ([, value]) => value !== undefined && value !== false,
  )
  return unserved ? [`exec: ${unserved[0]} is not served on this host; leave it out`] : []
}

/** Who let it pass or refused it, where no person was asked. */
function ruleApproval(decision: PolicyDecision, settled: PolicyDecision): AuditApproval {
  const answer = settled.decision === 'allow' ? 'allow' : 'deny'
  const last = settled.reasons.at(-1)
  return decision === settled
    ? { kind: 'policy', by: settled.reasons[0]?.code ?? 'policy', answer }
    : { kind: 'fallback', by: last?.source ?? 'askFallback', answer }
}

function decisionData(
  call: ToolCall,
  context: CallContext,
  { decision, reasons, exec }: PolicyDecision,
  outcome: DecisionData['outcome'],
  approval: AuditApproval,
): DecisionData {
  const { command, workdir = '.' } = call.input as ExecInput
  return {
    callId: call.id,
    tool: call.name,
    decision,
    outcome,
    approval,
    reasons,
    command,
    cwd: resolve(context.cwd, workdir),
    host: exec.host.value,
    agent: context.agent,
    session: context.session,
  }
}

export function unavailableMessage(reasons: readonly string[]): string {
  return [
    'this machine cannot contain the command, so it was not run:',
    ...reasons.map((reason) => `  ${reason}`),
  ].join('\n')
}
