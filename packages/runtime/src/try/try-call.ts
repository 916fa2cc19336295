import { isAnswer, type CallAnswer, type NoAnswer } from '@poundlock/approvals/node'
import { withFallback } from '@poundlock/policy'
import type { SandboxPolicy } from '@poundlock/sandbox'
import { approvalRequest, personApproval, refusedBy, unanswered } from '../call/ask-approval.ts'
import {
  attempt,
  hasEnded,
  recordAllowed,
  refuse,
  withOutcome,
  type AdmittedCall,
  type ApprovedCall,
  type EndedCall,
  type CallRefusal,
} from '../call/call-record.ts'
import { refusalMessage } from '../call/messages.ts'
import { releaseOutput } from '../call/release-output.ts'
import { keeping } from '../contain/with-denials.ts'
import { runMessage } from '../run/run-message.ts'
import { historyOf } from '../run/run-planned-line.ts'
import type { RuntimeParts } from '../runtime-parts.ts'
import { settleTry, tryLine } from './try-line.ts'
import type { TryEffect, TryRequest, TrySettlement } from './try-request.ts'

/** A call after its try: the record goes on to the hooks after it, whether its effect was approved or not. */
type TriedCall = AdmittedCall | EndedCall

const UNREACHABLE: NoAnswer = { answer: 'unreachable', message: 'no approver is available' }

/** Tries a call that may run, and applies, discards or keeps its effect as it is answered. */
export async function tryAllowed(record: ApprovedCall, parts: RuntimeParts): Promise<TriedCall> {
  if (record.decided.status?.active !== true) {
    const message = 'nothing can be tried without a sandbox: it would change the workspace itself'
    return withOutcome(record, { status: 'unavailable', message })
  }
  const effect = await tryCall(record, triedPolicy(record, parts), record.approval.by, true, parts)
  return settleApproved(record, effect, false, parts)
}

/**
 * Tries a call that needs approval, without a network, and asks about its effect. Without approval the effect is
 * discarded and the output shown to no one else; where no person can be asked, the effect is kept for one who can be.
 */
export async function tryThenAsk(record: AdmittedCall, parts: RuntimeParts): Promise<TriedCall> {
  const { call, context, decided, ask } = record
  const { decision, request: policyRequest } = decided
  const { agent, session } = context
  const { cwd } = policyRequest.context
  await parts.options.record('try-start', {
    callId: call.id,
    tool: call.name,
    command: commandOf(record).request.input.command,
    cwd,
    reasons: decision.reasons,
    agent,
    session,
  })
  const effect = await tryCall(record, offline(triedPolicy(record, parts)), 'try', false, parts)
  const signal = record.options.abortSignal
  if (signal?.aborted === true) {
    const approval = { kind: 'policy', by: 'stopped', answer: 'deny' } as const
    return discard(
      record,
      effect,
      { approval, status: 'unapproved', message: 'it was stopped while it was tried' },
      parts,
    )
  }
  const answer = ask === null ? UNREACHABLE : await ask({ ...approvalRequest(record), effect }, signal && { signal })
  if (isAnswer(answer)) return answered(record, effect, answer, parts)
  const result = unanswered(answer)
  if (result.kind === 'unreachable') return withoutPerson(record, effect, parts)
  return discard(record, effect, { ...result, status: 'unapproved' }, parts)
}

/** A person answered about the effect. */
async function answered(
  record: AdmittedCall,
  effect: TryEffect,
  answer: CallAnswer,
  parts: RuntimeParts,
): Promise<TriedCall> {
  const approval = personApproval(answer)
  if (answer.answer === 'deny') {
    return discard(record, effect, { approval, status: 'unapproved', message: refusedBy(answer) }, parts)
  }
  const changes = answer.use?.(approvalRequest(record).binding) ?? []
  if (changes.length > 0) {
    return discard(record, effect, { approval, status: 'denied', message: `denied: ${changes.join(' ')}` }, parts)
  }
  const allowed = await recordAllowed(record, record.decided.decision, { approval }, parts)
  if (hasEnded(allowed)) return allowed
  return attempt((now) => releaseAndSettle(now, effect, true, parts), allowed, parts)
}

/** No person could be asked: an effect that the fallback allows is settled, another is kept for a person. */
async function withoutPerson(record: AdmittedCall, effect: TryEffect, parts: RuntimeParts): Promise<TriedCall> {
  const { decision } = record.decided
  const settled = withFallback(decision)
  const answer = settled.decision === 'allow' ? 'allow' : 'deny'
  const approval = { kind: 'fallback', by: 'askFallback', answer } as const
  if (answer === 'allow') {
    const allowed = await recordAllowed(record, settled, { approval }, parts)
    if (hasEnded(allowed)) return allowed
    return attempt((now) => releaseAndSettle(now, effect, false, parts), allowed, parts)
  }
  const message = refusalMessage(settled)
  const refused = await refuse(record, { decision: settled, approval, status: 'unapproved', message }, parts)
  if (refused.hasFailed) return refused
  const ended = withOutcome(record, refused.outcome)
  return attempt(
    async (now) => {
      const unapproved = decision.reasons.map((reason) => reason.message)
      tryRequestOf(record).store.save({ ...effect.tried.record, unapproved })
      return settleAs(now, effect, { answer: 'keep', by: 'no approver was available' }, parts)
    },
    ended,
    parts,
  )
}

/** Records the refusal and discards the effect. */
async function discard(
  record: AdmittedCall,
  effect: TryEffect,
  refusal: CallRefusal,
  parts: RuntimeParts,
): Promise<TriedCall> {
  const refused = await refuse(record, refusal, parts)
  if (refused.hasFailed) return refused
  const by = refusal.approval.by
  return attempt(
    (now) => settleAs(now, effect, { answer: 'discard', by }, parts),
    withOutcome(record, refused.outcome),
    parts,
  )
}

async function releaseAndSettle(record: AdmittedCall, effect: TryEffect, wasShown: boolean, parts: RuntimeParts) {
  await releaseOutput(effect.run, record.observer.options.onOutput)
  return settleApproved(record, effect, wasShown, parts)
}

/** @param wasShown whether the effect was approved by a person who saw it */
function settleApproved(
  record: AdmittedCall,
  effect: TryEffect,
  wasShown: boolean,
  parts: RuntimeParts,
): Promise<TriedCall> {
  return attempt(
    async (ran) => {
      const wanted = await tryRequestOf(ran).settle(effect, wasShown)
      // Whose folder it is now was never asked.
      const isReplaced = wanted.answer === 'apply' && !ran.isSameFolders()
      const settlement = isReplaced ? { answer: 'keep' as const, by: 'the folder was replaced' } : wanted
      // A person who saw the effect let what the line names of a history go.
      const released = wasShown ? historyOf(commandOf(ran).line.plan) : []
      const settled = await settleAs(ran, effect, { ...settlement, released }, parts)
      const message = runMessage(effect.run, commandOf(ran).request.timeoutMs)
      return withOutcome(settled, { status: 'ran', message })
    },
    withOutcome(record, { run: effect.run }),
    parts,
  )
}

async function settleAs(
  record: AdmittedCall,
  effect: TryEffect,
  settlement: TrySettlement & { readonly released?: readonly string[] },
  { options }: RuntimeParts,
): Promise<AdmittedCall> {
  const tried = await settleTry(effect, settlement, { write: options.record, callId: record.call.id })
  return withOutcome(record, { tried })
}

/** The policy of the sandbox, with what the rules on files deny, as for any other run. */
function triedPolicy({ context: { agent }, decided }: AdmittedCall, { options }: RuntimeParts): SandboxPolicy {
  const { policy } = options.containment
  const ended = decided.request.containment?.denied
  return ended === undefined
    ? policy
    : keeping(policy, options.policy.denials({ agent, workspace: policy.workspace }), ended)
}

/** Nothing can be sent from it, whatever the configuration grants. */
function offline({ egress: _granted, ...policy }: SandboxPolicy): SandboxPolicy {
  return { ...policy, network: 'off' }
}

function tryCall(
  record: AdmittedCall,
  policy: SandboxPolicy,
  approvedBy: string,
  isShown: boolean,
  { options }: RuntimeParts,
): Promise<TryEffect> {
  const { call, runId, decided, observer } = record
  const { request, line } = commandOf(record)
  const { onOutput: _onOutput, ...quiet } = observer.options
  const order = {
    ...request,
    line,
    status: decided.status,
    decided,
    runId,
    callId: call.id,
    approvedBy,
    approved: false,
    options: isShown ? observer.options : quiet,
  }
  const containment = { ...options.containment, policy }
  return tryLine(order, tryRequestOf(record), { ...options, containment })
}

/** Only commands are tried, on request. */
const commandOf = ({ decided }: AdmittedCall) => decided.command!
const tryRequestOf = ({ options }: AdmittedCall): TryRequest => options.try!
