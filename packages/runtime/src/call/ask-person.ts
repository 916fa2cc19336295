import { findDrift, unkeptFiles, type Binding, type GrantScope } from '@poundlock/approvals'
import type { AuditApproval } from '@poundlock/audit'
import type { CallContext, RuntimeOptions } from '../create-runtime.ts'
import { isAnswer, type ApprovalAnswer, type ApprovalRequest, type AskForApproval, type NoAnswer } from './approval.ts'
import { offerGrants, type OfferedGrant } from './offer-grants.ts'
import type { CallSubject, DecidedCall } from './subject.ts'

/** A call that a person is asked about. */
export interface AskedCall {
  readonly callId: string
  readonly subject: CallSubject
  readonly decided: DecidedCall
  readonly context: CallContext
  readonly options: RuntimeOptions
  readonly signal?: AbortSignal
}

/** What came of the asking. */
export type Asked =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly approval: AuditApproval; readonly message: string }
  | {
      readonly kind: 'allowed'
      readonly approval: AuditApproval
      /** Right before the start: what is not as it was approved, a sentence each. Uses the approval up. */
      readonly changes: () => Promise<readonly string[]>
      /** Keeps what was granted for good. */
      readonly keep: () => void
    }

/** Asks a person about a call, with what could be granted for good. An answer that was not offered is the lesser one. */
export async function askPerson(asked: AskedCall, ask: AskForApproval): Promise<Asked> {
  const { decided, context, options, signal } = asked
  const { policy, keepGrants } = options
  // What a hook asks is asked each time.
  const asksAlways = decided.decision.trace.some(({ code }) => code === 'HOOK_ASK')
  const isOffered = keepGrants !== undefined && !asksAlways
  const offersOf = (scope: GrantScope) =>
    isOffered ? offerGrants(policy, decided.request, context.workspace, scope, options.passEnvironment) : []
  // All of them before it is asked: what is granted is what was shown.
  const offered = { workspace: offersOf('workspace'), folder: offersOf('folder'), exact: offersOf('exact') }
  const offers = offered.workspace
  const identity = decided.identity()
  const always = await coveredBy(offered, asked)
  const request = { ...approvalRequest(asked), always }
  const unkept = unkeptFiles(request.binding)
  if (unkept.length > 0) return unbindable(unkept)
  const given = await ask(request, signal && { signal })
  if (!isAnswer(given)) return unanswered(given)
  const greater = given.answer === 'allow-always' && offers.length === 0
  const answer: ApprovalAnswer = greater ? { ...given, answer: 'allow-once' } : given
  const approval = personApproval(answer)
  if (answer.answer === 'deny') return { kind: 'refused', approval, message: refusedBy(answer) }
  return {
    kind: 'allowed',
    approval,
    changes: () => changesSince(asked, request.binding, identity, answer),
    keep() {
      if (answer.answer !== 'allow-always') return
      const where = { agent: context.agent, host: decided.decision.exec.host.value }
      const { scope = 'workspace', ...limits } = answer.limits ?? {}
      // Where nothing can be granted so narrowly, it was allowed once: nothing wider is granted instead.
      keepGrants?.(offered[scope], { ...where, by: answer.by, ...limits })
    },
  }
}

/** What an "always" would cover, how it can be narrowed, and what it would have saved until now. */
async function coveredBy(
  { workspace: offers, ...narrower }: Readonly<Record<GrantScope, readonly OfferedGrant[]>>,
  { options, context, decided }: AskedCall,
): Promise<string[]> {
  const covers = [...offers.map((offer) => offer.covers), ...narrowerScopes(offers, narrower)]
  if (offers.length === 0 || !options.previewGrants) return covers
  const where = { agent: context.agent, host: decided.decision.exec.host.value }
  // A history that cannot be read is no reason not to ask.
  const preview = await options.previewGrants(offers, where).catch(() => null)
  return preview === null ? covers : [...covers, preview]
}

/** Nobody is asked about what could be something else by the time that it runs. */
function unbindable(reasons: readonly string[]): Asked {
  const message = [...reasons, 'Nobody can approve that. Copy it to a disk of this machine, and run it from there.']
  return {
    kind: 'refused',
    approval: { kind: 'policy', by: 'cannot be bound', answer: 'deny' },
    message: message.join('\n'),
  }
}

/** What can be granted instead, a line each; nothing where it would be the same. */
function narrowerScopes(
  offers: readonly OfferedGrant[],
  narrower: Readonly<Record<string, readonly OfferedGrant[]>>,
): readonly string[] {
  const textOf = (list: readonly OfferedGrant[]) => list.map(({ covers }) => covers).join('; ')
  return Object.entries(narrower)
    .filter(([, list]) => list.length > 0 && textOf(list) !== textOf(offers))
    .map(([scope, list]) => `with "${scope}": ${textOf(list)}`)
}

/** What is asked, with everything that the answer will be bound to. */
export function approvalRequest({ callId, subject, decided, context }: AskedCall): ApprovalRequest {
  const { spec, input } = subject
  const { agent, session } = context
  const { decision } = decided
  return {
    callId,
    tool: spec.name,
    input,
    ...subject.shown(),
    agent,
    session,
    decision,
    binding: decided.binding(),
    always: [],
  }
}

/** How the record tells what a person answered. */
export function personApproval({ answer, by, reason, requestId }: ApprovalAnswer): AuditApproval {
  return {
    kind: 'person',
    by,
    answer,
    ...(requestId !== undefined && { requestId }),
    ...(reason !== undefined && { reason }),
  }
}

export const refusedBy = ({ by, reason }: ApprovalAnswer): string =>
  reason === undefined ? `refused by ${by}` : `refused by ${by}: ${reason}`

/** What it means that nobody answered: only where nobody could be asked, the fallback answers instead. */
export function unanswered({ answer, message, requestId }: NoAnswer): Asked {
  if (answer === 'unreachable') return { kind: 'unreachable' }
  const kind = answer === 'timed-out' ? 'timeout' : 'policy'
  const by = { 'timed-out': 'nobody answered', limited: 'too many requests', cancelled: 'stopped' }[answer]
  const id = requestId !== undefined && { requestId }
  return { kind: 'refused', approval: { kind, by, answer: 'deny', ...id }, message }
}

/** What was approved is what runs: while somebody thinks, programs and links can be replaced. */
async function changesSince(
  { subject, decided }: AskedCall,
  approved: Binding,
  identity: string,
  { use }: ApprovalAnswer,
): Promise<readonly string[]> {
  const now = await subject.check()
  const binding = now.binding()
  const drift = findDrift(approved, binding).map(({ message }) => message)
  if (drift.length > 0) return drift
  if (now.identity() !== identity) return ['What it would do is not what it was when it was approved.']
  if (now.decision.decision !== decided.decision.decision) {
    return [`The policy says ${now.decision.decision} by now, and said ${decided.decision.decision}.`]
  }
  return use?.(binding) ?? []
}
