import type { AuditApproval, DecisionData } from '@poundlock/audit'
import { withFallback, type PolicyDecision } from '@poundlock/policy'
import type { ToolCall } from '@poundlock/spec'
import { placeIdentity } from '../contain/place-identity.ts'
import type { CallContext, LiveOptions, RuntimeOptions } from '../create-runtime.ts'
import { mayTryFirst } from '../try/may-try-first.ts'
import type { CallProgress } from '../try/try-call.ts'
import type { TryRequest } from '../try/try-request.ts'
import type { AskForApproval } from './approval.ts'
import type { Asked, AskedCall } from './ask-person.ts'
import { decisionData, ruleApproval, unavailableMessage } from './describe-call.ts'
import { refusalMessage } from './messages.ts'
import type { CallOutcome, CallStatus } from './outcome.ts'
import type { CallSubject } from './subject.ts'
import { asPoundlockError } from './unexpected.ts'

/** What a call is about, or what is wrong with it, one sentence each. */
export type Understand = (call: ToolCall, context: CallContext) => CallSubject | readonly string[]

/**
 * Takes a call all the way: validate, decide, approve, look again, record, run, record. It never throws: whatever goes
 * wrong is an outcome.
 */
export async function takeCall(
  call: ToolCall,
  context: CallContext,
  live: LiveOptions,
  options: RuntimeOptions,
  understand: Understand,
): Promise<CallOutcome> {
  let outcome: CallOutcome = nothingYet(call)
  const end = (status: CallStatus, message: string, more: Partial<CallOutcome> = {}): CallOutcome =>
    (outcome = { ...outcome, ...more, status, message })
  try {
    const subject = understand(call, context)
    if (!('check' in subject)) return end('invalid', subject.join('\n'))
    outcome = { ...outcome, tool: subject.tool }
    const place = placeIdentity(subject.folders)
    const samePlace = () => placeIdentity(subject.folders) === place
    const decided = await subject.check()
    const { decision, status } = decided
    outcome = { ...outcome, decision, sandbox: status }
    const settle = async (settled: PolicyDecision, outcomeOf: DecisionData['outcome'], approval: AuditApproval) => {
      outcome = { ...outcome, decision: settled, approval }
      const named = { id: call.id, tool: subject.tool }
      await options.record('decision', decisionData(named, context, decided, outcomeOf, approval))
    }

    if (decided.unavailable && decision.decision !== 'deny') {
      await settle(decision, 'denied', { kind: 'policy', by: 'sandbox.onUnavailable', answer: 'deny' })
      return end('unavailable', unavailableMessage(status?.fallbackReasons ?? []))
    }
    const { line } = decided
    const signal = live.abortSignal
    const asked: AskedCall = { callId: call.id, subject, decided, context, options, ...(signal && { signal }) }
    const trying = (request: TryRequest): CallProgress => ({
      call,
      input: subject.input as CallProgress['input'],
      context,
      checked: line!,
      options,
      live,
      request,
      asked,
      ask: options.ask ?? null,
      decide: settle,
      note: (more) => void (outcome = { ...outcome, ...more }),
      end,
      samePlace,
    })
    const asks = options.ask !== undefined || withFallback(decision).decision !== 'allow'
    if (live.try && line && asks && mayTryFirst(decision, status, options.containment.backend)) {
      const { tryThenAsk } = await import('../try/try-call.ts')
      return await tryThenAsk(trying(live.try))
    }
    let approval: AuditApproval
    const answered = decision.decision === 'ask' && options.ask ? await askAbout(asked, options.ask) : null
    if (answered !== null && answered.kind !== 'unreachable') {
      approval = answered.approval
      await settle(decision, answered.kind === 'refused' ? 'denied' : 'allowed', approval)
      if (answered.kind === 'refused') return end('unapproved', answered.message)
      const changes = await answered.changes()
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
      answered.keep()
    } else {
      const settled = withFallback(decision)
      approval = ruleApproval(decision, settled)
      await settle(settled, settled.decision === 'allow' ? 'allowed' : 'denied', approval)
      if (settled.decision !== 'allow') {
        return end(decision.decision === 'ask' ? 'unapproved' : 'denied', refusalMessage(settled))
      }
    }
    if (live.abortSignal?.aborted === true) return end('unapproved', 'it was stopped before it ran')
    if (!samePlace()) {
      await settle(decision, 'denied', { kind: 'policy', by: 'changed since it was decided', answer: 'deny' })
      return end('denied', 'denied: the folder it would run in was replaced since it was decided; nothing ran')
    }
    if (live.try?.when === 'always' && line) {
      const { tryAllowed } = await import('../try/try-call.ts')
      return await tryAllowed(trying(live.try), approval.by)
    }
    const approved = decision.decision === 'ask'
    const ended = await decided.run({ callId: call.id, approvedBy: approval.by, approved, live })
    return end(ended.status, ended.message, ended)
  } catch (error) {
    const known = asPoundlockError(error)
    const status = STATUS_OF_ERROR.find(([prefix]) => known.code.startsWith(prefix))?.[1] ?? 'failed'
    return end(status, known.remedy === undefined ? known.message : `${known.message}\n${known.remedy}`, {
      error: known,
    })
  }
}

/** Loaded when somebody is asked: most calls need nobody. */
async function askAbout(asked: AskedCall, ask: AskForApproval): Promise<Asked> {
  const { askPerson } = await import('./ask-person.ts')
  return askPerson(asked, ask)
}

const nothingYet = (call: ToolCall): CallOutcome => ({
  callId: call.id,
  tool: call.name,
  status: 'failed',
  message: '',
  decision: null,
  approval: null,
  sandbox: null,
  runId: null,
  run: null,
  output: null,
  tried: null,
  error: null,
})

const STATUS_OF_ERROR: readonly (readonly [prefix: string, status: CallStatus])[] = [
  ['SANDBOX_POLICY', 'invalid'],
  ['SANDBOX_VIEW', 'failed'],
  ['SANDBOX_', 'unavailable'],
]
