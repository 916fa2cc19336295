import type { AuditApproval, DecisionData } from '@poundlock/audit'
import type { PolicyDecision } from '@poundlock/policy'
import { withFallback } from '@poundlock/policy/session'
import type { ToolCall } from '@poundlock/spec'
import type { CallContext, LiveOptions, RuntimeOptions } from '../create-runtime.ts'
import { NOTICES } from '../events/notices.ts'
import { settleAfterHooks } from '../hooks/after-call.ts'
import { toldTools } from '../hooks/told-tools.ts'
import { loopResultOf } from '../loops/loop-result.ts'
import { mayTryFirst } from '../try/may-try-first.ts'
import type { CallProgress } from '../try/try-call.ts'
import type { TryRequest } from '../try/try-request.ts'
import type { AskForApproval } from './approval.ts'
import type { Asked, AskedCall } from './ask-person.ts'
import { decisionData, ruleApproval, unavailableMessage } from './describe-call.ts'
import { followCall, type FollowedCall } from './follow-call.ts'
import { refusalMessage } from './messages.ts'
import type { CallOutcome, CallStatus } from './outcome.ts'
import { prepareCall, type MadeCall, type Pipeline } from './prepare-call.ts'
import type { DecidedCall } from './subject.ts'
import { asPoundlockError } from './unexpected.ts'

/**
 * Takes a call all the way: understand, decide, hooks, approve, look again, record, run, record, hooks. It never throws:
 * whatever goes wrong is an outcome.
 */
export async function takeCall(
  call: ToolCall,
  context: CallContext,
  live: LiveOptions,
  pipeline: Pipeline,
): Promise<CallOutcome> {
  const { options, hooks, loops, leftOut } = pipeline
  let made: MadeCall | undefined
  let outcome: CallOutcome = nothingYet(call)
  const end = (status: CallStatus, message: string, more: Partial<CallOutcome> = {}): CallOutcome =>
    (outcome = { ...outcome, ...more, status, message })
  let followed: FollowedCall | undefined
  try {
    const signal = live.abortSignal
    const prepared = await prepareCall(call, context, signal, pipeline)
    made = prepared.made
    if ('problems' in prepared) return end('invalid', prepared.problems.join('\n'), { notes: prepared.notes })
    const { subject, decided, samePlace, denied, rewrittenBy, notes } = prepared
    const { decision, status, line } = decided
    const tool = subject.spec.name
    outcome = { ...outcome, tool, decision, sandbox: status, notes }
    const settle = async (settled: PolicyDecision, outcomeOf: DecisionData['outcome'], approval: AuditApproval) => {
      outcome = { ...outcome, decision: settled, approval }
      const data = decisionData({ id: call.id, tool }, context, decided, outcomeOf, approval)
      await options.record('decision', rewrittenBy.length > 0 ? { ...data, rewrittenBy } : data)
    }

    if (decided.unavailable && decision.decision !== 'deny') {
      await settle(decision, 'denied', { kind: 'policy', by: 'sandbox.onUnavailable', answer: 'deny' })
      return end('unavailable', unavailableMessage(status?.fallbackReasons ?? []))
    }
    if (denied !== null) {
      await settle(decision, 'denied', { kind: 'hook', by: denied.hook, answer: 'deny', reason: denied.reason })
      return end('denied', refusalMessage(decision))
    }
    const problem = decision.decision === 'deny' ? null : (decided.problem?.() ?? null)
    if (problem !== null) return end('invalid', problem)
    const runId = options.newRunId()
    // Where a hook may keep the result back, nobody sees it before the hook has spoken.
    const held = hooks.concernsResults(toldTools(subject.spec))
    const { onEvent, redactResults: redacts = false } = options
    const follow = (followed = followCall({
      runId,
      callId: call.id,
      spec: subject.spec,
      context,
      live,
      onEvent,
      redacts,
      held,
      leftOut,
      runningMs: (options.notices ?? NOTICES).runningMs,
    }))
    const ended = async (result: CallOutcome): Promise<CallOutcome> => {
      outcome = result
      // What goes on in the background has not ended: its output is got by another call.
      const hasRun = (result.runId !== null || result.run !== null) && result.job === null
      if (held && hasRun) {
        // Should the hooks not get to speak, there is nothing to hand on.
        outcome = { ...result, run: null, output: null, tried: null }
        outcome = await settleAfterHooks(result, subject, context, pipeline)
        const { withheld } = outcome
        if (withheld) await options.record('result-withheld', { callId: call.id, runId, ...withheld })
      }
      return (outcome = await follow.ended(outcome))
    }
    const asked: AskedCall = { callId: call.id, subject, decided, context, options, ...(signal && { signal }) }
    const trying = (request: TryRequest): CallProgress => ({
      call,
      input: decided.command!,
      context,
      checked: line!,
      options: { ...options, newRunId: () => runId },
      live: follow.live,
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
      follow.started()
      return await ended(await tryThenAsk(trying(live.try)))
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
      if (settled.decision === 'allow' && !hasUsesLeft(decided, options)) {
        await settle(decision, 'denied', { kind: 'policy', by: 'grant used up', answer: 'deny' })
        return end('denied', 'denied: what was granted for it is used up, expired or revoked by now. Ask again.')
      }
      await settle(settled, settled.decision === 'allow' ? 'allowed' : 'denied', approval)
      if (settled.decision !== 'allow') {
        return end(decision.decision === 'ask' ? 'unapproved' : 'denied', refusalMessage(settled))
      }
    }
    if (signal?.aborted === true) return end('unapproved', 'it was stopped before it ran')
    if (!samePlace()) {
      await settle(decision, 'denied', { kind: 'policy', by: 'changed since it was decided', answer: 'deny' })
      return end('denied', 'denied: the folder it would run in was replaced since it was decided; nothing ran')
    }
    if (live.try?.when === 'always' && line) {
      const { tryAllowed } = await import('../try/try-call.ts')
      follow.started()
      return await ended(await tryAllowed(trying(live.try), approval.by))
    }
    const approved = decision.decision === 'ask'
    follow.started()
    const order = { runId, callId: call.id, approvedBy: approval.by, approved, live: follow.live }
    const result = await decided.run(order)
    return await ended(end(result.status, result.message, result))
  } catch (error) {
    const known = asPoundlockError(error)
    const status = STATUS_OF_ERROR.find(([prefix]) => known.code.startsWith(prefix))?.[1] ?? 'failed'
    const message = known.remedy === undefined ? known.message : `${known.message}\n${known.remedy}`
    const broken = end(status, message, { error: known })
    return followed?.broke(broken) ?? broken
  } finally {
    followed?.stop()
    if (made) loops?.note(context.session, made.tool, made.input, loopResultOf(outcome))
  }
}

/** Takes a use of each grant that lets a command through. */
function hasUsesLeft({ decision, request }: DecidedCall, { usedGrants }: RuntimeOptions): boolean {
  const isGranted = decision.commands.some(({ rule }) => rule === 'granted before')
  return !isGranted || (usedGrants?.(request, decision) ?? true)
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
  job: null,
  output: null,
  notes: [],
  withheld: null,
  tried: null,
  error: null,
})

const STATUS_OF_ERROR: readonly (readonly [prefix: string, status: CallStatus])[] = [
  ['SANDBOX_POLICY', 'invalid'],
  ['SANDBOX_VIEW', 'failed'],
  ['SANDBOX_', 'unavailable'],
]
