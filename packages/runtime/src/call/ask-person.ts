import { resolve } from 'node:path'
import { findDrift, type Binding } from '@poundlock/approvals'
import type { AuditApproval } from '@poundlock/audit'
import type { ExecInput, ToolCall } from '@poundlock/spec'
import { commandEnvironment } from '../contain/environment.ts'
import type { CallContext, CheckedCall, RuntimeOptions } from '../create-runtime.ts'
import { programIdentity } from '../plan/program-identity.ts'
import { isAnswer, type ApprovalAnswer, type ApprovalRequest, type AskForApproval, type NoAnswer } from './approval.ts'
import { bindCall } from './bind-call.ts'
import { offerGrants } from './offer-grants.ts'

/** A call that a person is asked about. */
export interface AskedCall {
  readonly call: ToolCall
  readonly input: ExecInput
  readonly context: CallContext
  readonly checked: CheckedCall
  readonly options: RuntimeOptions
  /** Reads and decides the call once more. */
  readonly checkAgain: () => Promise<CheckedCall>
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
  const { checked, context, options, signal } = asked
  const { policy, keepGrants } = options
  const offers = keepGrants ? offerGrants(policy, checked.request, context.workspace) : []
  const identity = programIdentity(checked.line.plan)
  const request = { ...approvalRequest(asked), always: offers.map(({ covers }) => covers) }
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
      keepGrants?.(offers, { agent: context.agent, host: checked.decision.exec.host.value, by: answer.by })
    },
  }
}

/** What is asked, with everything that the answer will be bound to. */
export function approvalRequest(asked: Omit<AskedCall, 'checkAgain' | 'signal'>): ApprovalRequest {
  const { call, input, context, checked } = asked
  const { command, workdir = '.', env: environment = {} } = input
  return {
    callId: call.id,
    tool: call.name,
    command,
    cwd: resolve(context.cwd, workdir),
    environment: { ...environment },
    agent: context.agent,
    session: context.session,
    decision: checked.decision,
    binding: bindingOf(asked, checked),
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
  const id = requestId !== undefined && { requestId }
  return { kind: 'refused', approval: { kind: 'timeout', by: answer, answer: 'deny', ...id }, message }
}

/** What was approved is what runs: while somebody thinks, programs can be replaced. */
async function changesSince(
  asked: AskedCall,
  approved: Binding,
  identity: string,
  { use }: ApprovalAnswer,
): Promise<readonly string[]> {
  const { checked, checkAgain } = asked
  const now = await checkAgain()
  const binding = bindingOf(asked, now)
  const drift = findDrift(approved, binding).map(({ message }) => message)
  if (drift.length > 0) return drift
  if (
    JSON.stringify(now.line.plan) !== JSON.stringify(checked.line.plan) ||
    programIdentity(now.line.plan) !== identity
  ) {
    return ['What the line would do is not what it was when it was approved.']
  }
  if (now.decision.decision !== checked.decision.decision) {
    return [`The policy says ${now.decision.decision} by now, and said ${checked.decision.decision}.`]
  }
  return use?.(binding) ?? []
}

/** As the call is now: whoever made it may have changed it meanwhile. */
function bindingOf(
  { input, context, options }: Pick<AskedCall, 'input' | 'context' | 'options'>,
  checked: CheckedCall,
) {
  return bindCall({
    text: input.command,
    plan: checked.line.plan,
    cwd: resolve(context.cwd, input.workdir ?? '.'),
    environment: commandEnvironment({
      host: options.hostEnvironment,
      pass: options.passEnvironment,
      call: input.env ?? {},
      home: options.userHome,
      path: options.path,
    }),
    host: checked.decision.exec.host.value,
    agent: context.agent,
    session: context.session,
  })
}
