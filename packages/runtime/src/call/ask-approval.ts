import { unkeptFiles, type GrantScope } from '@poundlock/approvals'
import { isAnswer, type CallAnswer, type NoAnswer } from '@poundlock/approvals/node'
import type { AuditApproval } from '@poundlock/audit'
import type { RuntimeParts } from '../runtime-parts.ts'
import type { CallToApprove, AskForApproval } from './approval.ts'
import type { AdmittedCall, ApprovedCall } from './call-record.ts'
import { changesSince } from './changes-since.ts'
import { remedies, smallestFix } from './messages.ts'
import { offerGrants, type OfferedGrant } from './offer-grants.ts'
import { shownEffects } from './shown-effects.ts'

/** The result of a request for approval. */
export type ApprovalResult =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly approval: AuditApproval; readonly message: string }
  | ({ readonly kind: 'allowed' } & Pick<ApprovedCall, 'approval' | 'changes' | 'keepGrants'>)

/**
 * Asks a person about a call, and offers what could be granted for good. An answer that was not offered counts as the
 * lesser one.
 */
export async function askApproval(
  record: AdmittedCall,
  ask: AskForApproval,
  { options }: RuntimeParts,
): Promise<ApprovalResult> {
  const { decided, context } = record
  const { policy, keepGrants } = options
  const { abortSignal: signal } = record.options
  // A hook's `ask` is never answered by a grant.
  const asksAlways = decided.decision.trace.some(({ code }) => code === 'HOOK_ASK')
  // Consent for one node says nothing of another one.
  const isOnNode = decided.decision.exec.host.value === 'node'
  const isOffered = keepGrants !== undefined && !asksAlways && !isOnNode
  const offersOf = (scope: GrantScope) =>
    isOffered ? offerGrants(policy, decided.request, context.workspace, scope, options.passEnvironment) : []
  // Computed before the question: only what was shown can be granted.
  const offered: Offers = { workspace: offersOf('workspace'), folder: offersOf('folder'), exact: offersOf('exact') }
  const identity = decided.identity()
  const where = { agent: context.agent, host: decided.decision.exec.host.value }
  const always = await coveredBy(offered, async (offers) => options.previewGrants?.(offers, where) ?? null)
  const alwaysKey = JSON.stringify(Object.values(offered).map((list) => list.map(({ grant }) => grant)))
  const request = { ...approvalRequest(record), always, alwaysKey }
  const unkept = unkeptFiles(request.binding)
  if (unkept.length > 0) return unbindable(unkept)
  const given = await ask(request, signal && { signal })
  if (!isAnswer(given)) return unanswered(given)
  const isGreater = given.answer === 'allow-always' && offered.workspace.length === 0
  const answer: CallAnswer = isGreater ? { ...given, answer: 'allow-once' } : given
  const approval = personApproval(answer)
  if (answer.answer === 'deny') {
    const message = [refusedBy(answer), ...remedies(smallestFix(decided.decision.fix))].join('\n')
    return { kind: 'refused', approval, message }
  }
  return {
    kind: 'allowed',
    approval,
    changes: () => changesSince(record, { binding: request.binding, identity }, answer.use),
    keepGrants() {
      if (answer.answer !== 'allow-always') return
      const { scope = 'workspace', thisSession, ...limits } = answer.limits ?? {}
      const ofSession = thisSession === true ? { session: context.session } : {}
      // Where nothing can be granted so narrowly, it was allowed once: nothing wider is granted instead.
      keepGrants?.(offered[scope], { ...where, by: answer.by, ...limits, ...ofSession })
    },
  }
}

type Offers = Readonly<Record<GrantScope, readonly OfferedGrant[]>>

/** What `always` would cover, the narrower choices, and how many earlier calls it would have answered. */
async function coveredBy(
  { workspace: offers, ...narrower }: Offers,
  previewOf: (offers: readonly OfferedGrant[]) => Promise<string | null>,
): Promise<string[]> {
  const granted = offers.map(({ covers }, index) => (index === 0 ? covers : `and ${covers}`))
  const covers = [...granted, ...narrowerScopes(offers, narrower)]
  if (offers.length === 0) return covers
  // A history that cannot be read is no reason not to ask.
  const preview = await previewOf(offers).catch(() => null)
  return preview === null ? covers : [...covers, preview]
}

/** A call that could change before it runs is not asked about. */
function unbindable(reasons: readonly string[]): ApprovalResult {
  const message = [...reasons, 'It cannot be approved. Copy it to a disk of this machine, and run it from there.']
  return {
    kind: 'refused',
    approval: { kind: 'policy', by: 'cannot be bound', answer: 'deny' },
    message: message.join('\n'),
  }
}

/** The narrower grants, a line each; none where they would cover the same. */
function narrowerScopes(
  offers: readonly OfferedGrant[],
  narrower: Readonly<Record<string, readonly OfferedGrant[]>>,
): readonly string[] {
  const keyOf = (list: readonly OfferedGrant[]) => JSON.stringify(list.map(({ grant }) => grant))
  return Object.entries(narrower)
    .filter(([, list]) => list.length > 0 && keyOf(list) !== keyOf(offers))
    .map(([scope, list]) => `with "${scope}": ${list.map(({ covers }) => covers).join(', and ')}`)
}

/** The request about a call, with everything that the answer will be bound to. */
export function approvalRequest({ call, prepared, decided, context }: AdmittedCall): CallToApprove {
  const { spec, input } = prepared
  const { agent, session } = context
  return {
    callId: call.id,
    tool: spec.name,
    input,
    ...prepared.describe(),
    agent,
    session,
    decision: decided.decision,
    binding: decided.binding(),
    effects: shownEffects(decided.request, decided.decision),
    always: [],
    alwaysKey: '',
  }
}

/** The answer of a person as the record holds it. */
export function personApproval({ answer, by, reason, requestId }: CallAnswer): AuditApproval {
  return {
    kind: 'person',
    by,
    answer,
    ...(requestId !== undefined && { requestId }),
    ...(reason !== undefined && { reason }),
  }
}

export const refusedBy = ({ by, reason }: CallAnswer): string =>
  reason === undefined ? `refused by ${by}` : `refused by ${by}: ${reason}`

/** The result when no answer came: the fallback decides only where no person could be asked. */
export function unanswered({ answer, message, requestId }: NoAnswer): Exclude<ApprovalResult, { kind: 'allowed' }> {
  if (answer === 'unreachable') return { kind: 'unreachable' }
  const kind = answer === 'timed-out' ? 'timeout' : 'policy'
  const by = { 'timed-out': 'no answer', limited: 'too many requests', cancelled: 'stopped', queued: 'queued' }[answer]
  const id = requestId !== undefined && { requestId }
  return { kind: 'refused', approval: { kind, by, answer: 'deny', ...id }, message }
}
