import type { AuditApproval, DecisionData } from '@poundlock/audit'
import type { PolicyDecision } from '@poundlock/policy'
import { withFallback } from '@poundlock/policy/session'
import type { SandboxPolicy } from '@poundlock/sandbox'
import type { ExecInput, ToolCall } from '@poundlock/spec'
import { isAnswer, type ApprovalAnswer, type AskForApproval, type NoAnswer } from '../call/approval.ts'
import { approvalRequest, personApproval, refusedBy, unanswered, type AskedCall } from '../call/ask-person.ts'
import { refusalMessage } from '../call/messages.ts'
import type { CallOutcome, CallStatus } from '../call/outcome.ts'
import { releaseOutput } from '../call/release-output.ts'
import type { CallContext, CheckedCall, LiveOptions, RuntimeOptions } from '../create-runtime.ts'
import { runMessage } from '../run/run-message.ts'
import { timeoutOf } from '../run/timeout.ts'
import { settleTry, tryLine } from './try-line.ts'
import type { TryEffect, TryRequest } from './try-request.ts'

/** One call on its way, as far as a try goes on with it. */
export interface CallProgress {
  readonly call: ToolCall
  readonly input: ExecInput
  readonly context: CallContext
  readonly checked: CheckedCall
  readonly options: RuntimeOptions
  readonly live: LiveOptions
  readonly request: TryRequest
  /** What it is asked about with. */
  readonly asked: AskedCall
  /** `null` where nobody can be asked. */
  readonly ask: AskForApproval | null
  /** Records what was decided. */
  readonly decide: (settled: PolicyDecision, outcome: DecisionData['outcome'], approval: AuditApproval) => Promise<void>
  readonly note: (more: Partial<CallOutcome>) => void
  readonly end: (status: CallStatus, message: string, more?: Partial<CallOutcome>) => CallOutcome
  /** Whether the folders are still those that were decided about. */
  readonly samePlace: () => boolean
}

const NOBODY: NoAnswer = { answer: 'unreachable', message: 'nobody can be asked' }

/** Tries a call that may run, and does with its effect what is answered. */
export async function tryAllowed(progress: CallProgress, approvedBy: string): Promise<CallOutcome> {
  const { checked, end } = progress
  if (checked.status?.active !== true) {
    return end('unavailable', 'nothing can be tried without a sandbox: it would change the workspace itself')
  }
  const effect = await run(progress, progress.options.containment.policy, approvedBy, true)
  return settleApproved(progress, effect, false)
}

/**
 * Tries a call that needs approval, without a network, and asks whoever can be asked about what it did. What is not
 * approved is forgotten, and its output goes to nobody else; where nobody can be asked, it is kept for somebody who can.
 */
export async function tryThenAsk(progress: CallProgress): Promise<CallOutcome> {
  const { call, context, input, checked, options, ask, decide, end, live } = progress
  const { decision } = checked
  const { agent, session } = context
  const { reasons } = decision
  const { command } = input
  const { cwd } = checked.request.context
  await options.record('try-start', {
    callId: call.id,
    tool: call.name,
    command,
    cwd,
    reasons,
    agent,
    session,
  })
  const effect = await run(progress, offline(options.containment.policy), 'try', false)
  const record = { write: options.record, callId: call.id }
  const forget = async (by: string): Promise<void> => {
    progress.note({ tried: await settleTry(effect, { answer: 'discard', by }, record) })
  }
  if (live.abortSignal?.aborted === true) {
    await decide(decision, 'denied', { kind: 'policy', by: 'stopped', answer: 'deny' })
    await forget('stopped')
    return end('unapproved', 'it was stopped while it was tried')
  }
  const signal = live.abortSignal
  const given = ask === null ? NOBODY : await ask({ ...approvalRequest(progress.asked), effect }, signal && { signal })
  const nothing = isAnswer(given) ? null : unanswered(given)
  if (nothing?.kind === 'unreachable') return withoutPerson(progress, effect, record)
  const approval = isAnswer(given) ? personApproval(given) : (nothing as { approval: AuditApproval }).approval
  const changes =
    approval.answer === 'deny' ? [] : ((given as ApprovalAnswer).use?.(approvalRequest(progress.asked).binding) ?? [])
  const refused = approval.answer === 'deny' || changes.length > 0
  await decide(decision, refused ? 'denied' : 'allowed', approval)
  if (refused) {
    await forget(approval.by)
    if (changes.length > 0) return end('denied', `denied: ${changes.join(' ')}`)
    return end('unapproved', isAnswer(given) ? refusedBy(given) : given.message)
  }
  await releaseOutput(effect.run, progress.live.onOutput)
  return settleApproved(progress, effect, true)
}

/** Nobody could be asked: what the fallback lets through is settled, anything else is kept for somebody who can be. */
async function withoutPerson(
  progress: CallProgress,
  effect: TryEffect,
  record: Parameters<typeof settleTry>[2],
): Promise<CallOutcome> {
  const { checked, decide, end } = progress
  const { decision } = checked
  const settled = withFallback(decision)
  const answer = settled.decision === 'allow' ? 'allow' : 'deny'
  await decide(settled, answer === 'allow' ? 'allowed' : 'denied', { kind: 'fallback', by: 'askFallback', answer })
  if (answer === 'allow') {
    await releaseOutput(effect.run, progress.live.onOutput)
    return settleApproved(progress, effect, false)
  }
  const unapproved = decision.reasons.map((reason) => reason.message)
  progress.request.store.save({ ...effect.tried.record, unapproved })
  const tried = await settleTry(effect, { answer: 'keep', by: 'nobody could be asked' }, record)
  return end('unapproved', refusalMessage(settled), { tried })
}

/** Nothing can be sent from it, whatever the configuration grants. */
function offline({ egress: _granted, ...policy }: SandboxPolicy): SandboxPolicy {
  return { ...policy, network: 'off' }
}

function run(
  progress: CallProgress,
  policy: RuntimeOptions['containment']['policy'],
  approvedBy: string,
  shown: boolean,
): Promise<TryEffect> {
  const { input, context, checked, options, live, call, request } = progress
  const { onOutput, ...quiet } = live
  return tryLine(input, checked.line, context, checked.status!, {
    ...options,
    ...quiet,
    ...(shown && onOutput && { onOutput }),
    containment: { ...options.containment, policy },
    callId: call.id,
    approvedBy,
    request,
  })
}

async function settleApproved(progress: CallProgress, effect: TryEffect, seen: boolean): Promise<CallOutcome> {
  const { options, call, request, end, note, samePlace } = progress
  note({ run: effect.run })
  const wanted = await request.settle(effect, seen)
  // Whose folder it is now was never asked.
  const answer =
    wanted.answer === 'apply' && !samePlace() ? { answer: 'keep' as const, by: 'the folder was replaced' } : wanted
  const tried = await settleTry(effect, answer, { write: options.record, callId: call.id })
  return end('ran', runMessage(effect.run, timeoutOf(progress.input, options.timeoutMs)), { tried })
}
