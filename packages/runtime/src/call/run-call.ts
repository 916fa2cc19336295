import { withFallback } from '@poundlock/policy'
import type { ToolCall } from '@poundlock/spec'
import { NOTICES } from '../events/notices.ts'
import { settleAfterHooks } from '../hooks/after-call.ts'
import { LOOPS, withHookSteps } from '../hooks/hook-steps.ts'
import { toolsAfter } from '../hooks/hooked-tools.ts'
import { loopResultOf } from '../loops/loop-result.ts'
import type { RuntimeParts } from '../runtime-parts.ts'
import { mayTryFirst } from '../try/may-try-first.ts'
import type { CallContext } from './call-context.ts'
import type { CallOptions } from './call-options.ts'
import {
  attempt,
  end,
  endWith,
  fail,
  hasEnded,
  recordAllowed,
  refuse,
  withOutcome,
  type AdmittedCall,
  type ApprovedCall,
  type ArrivedCall,
  type EndedCall,
  type EvaluatedCall,
  type HookedCall,
  type UnderstoodCall,
} from './call-record.ts'
import { ruleApproval, unavailableMessage } from './describe-call.ts'
import { nothingYet } from './failed-call.ts'
import { refusalMessage } from './messages.ts'
import { createCallObserver } from './observe-call.ts'
import type { CallOutcome } from './outcome.ts'
import { prepareCall } from './prepare-call.ts'
import type { CallOrder } from './prepared-call.ts'

/**
 * Runs one tool call: understand, decide, ask hooks, admit, approve, ask about hosts, confirm, run, settle. Each step
 * takes the record of the call and returns it with its result, or ends the call. It never throws: an error is an outcome.
 */
export async function runCall(
  call: ToolCall,
  context: CallContext,
  options: CallOptions,
  parts: RuntimeParts,
): Promise<CallOutcome> {
  const ask = options.ask === undefined ? (parts.options.ask ?? null) : options.ask
  const ended = await takeSteps({ call, context, options, ask, outcome: nothingYet(call) }, parts)
  return conclude(ended, parts)
}

/** An error in a step ends the call as it was before that step. */
async function takeSteps(arrived: ArrivedCall, parts: RuntimeParts): Promise<EndedCall> {
  let record = arrived
  try {
    const understood = understand(arrived, parts)
    if (hasEnded(understood)) return understood
    record = understood
    const decided = await decide(understood, parts)
    record = decided
    const hooked = await askHooks(decided, parts)
    record = hooked
    const admitted = await admit(hooked, parts)
    if (hasEnded(admitted)) return admitted
    record = admitted
    if (triesFirst(admitted, parts)) return settle(await tryBeforeAsking(admitted, parts), parts)
    const approved = await approve(admitted, parts)
    if (hasEnded(approved)) return approved
    record = approved
    // It may wait for a person: what was checked before that can be different afterwards.
    const reachable = await askContacts(approved, parts)
    if (hasEnded(reachable)) return reachable
    record = reachable
    const confirmed = await confirm(reachable, parts)
    if (hasEnded(confirmed)) return confirmed
    record = confirmed
    return settle(await run(confirmed, parts), parts)
  } catch (error) {
    return fail(record, error)
  }
}

/** Finds the tool, checks the input, and looks whether the same call was made again and again. */
function understand(record: ArrivedCall, parts: RuntimeParts): UnderstoodCall | EndedCall {
  const { call, context } = record
  const prepared = prepareCall(call, context, record.ask !== null, parts)
  const isUnderstood = 'decide' in prepared
  const identity = isUnderstood
    ? { tool: prepared.spec.name, input: prepared.input }
    : { tool: call.name, input: call.input }
  const loop = parts.loops?.look(context.session, identity.tool, identity.input) ?? null
  if (isUnderstood) return { ...record, prepared, identity, loop }
  const notes = loop === null ? [] : [loop.message]
  return { ...end(withOutcome(record, { notes }), 'invalid', prepared.join('\n')), made: identity }
}

/** Looks at everything that counts and asks the policy. Nothing is run or recorded. */
async function decide(record: UnderstoodCall, { folders }: RuntimeParts): Promise<EvaluatedCall> {
  const { prepared } = record
  const isSameFolders = folders.observe(prepared.folders)
  return { ...record, decided: await prepared.decide(), isSameFolders }
}

/** About as long as a decision takes itself. */
const QUICK_MS = 5

/** Calls the hooks before a call that is not refused yet. A rewritten input is understood and decided again. */
async function askHooks(record: EvaluatedCall, parts: RuntimeParts): Promise<HookedCall> {
  const { call, context, prepared, decided, loop, options } = record
  const warnings = loop === null ? [] : [loop.message]
  const isRefused = decided.unavailable || decided.decision.decision === 'deny'
  if (!isRefused && loop?.level === 'critical') {
    return withHooks(record, { denied: { hook: LOOPS, reason: loop.message } })
  }
  if (isRefused || !parts.hooks.concerns(prepared.spec, 'before')) return withHooks(record, { notes: warnings })
  const { agent, session, workspace, cwd } = context
  const startedAt = performance.now()
  const { denied, asks, rewritten, ...result } = await parts.hooks.before(
    prepared.spec,
    prepared.input,
    { callId: call.id, agent, session, workspace, cwd },
    options.abortSignal,
  )
  const answer = { denied, asks, rewrittenBy: rewritten?.by ?? [], notes: [...warnings, ...result.notes] }
  if (rewritten === null || denied !== null) {
    // After a slow hook the host is inspected again, since something may have changed.
    const isSlow = performance.now() - startedAt > QUICK_MS
    return withHooks(isSlow ? await decide(record, parts) : record, answer)
  }
  const again = prepareCall(
    { ...call, name: prepared.spec.name, input: rewritten.input },
    context,
    record.ask !== null,
    parts,
  )
  if ('decide' in again) return withHooks(await decide({ ...record, prepared: again }, parts), answer)
  const reason = `what it made of the input is wrong: ${again.join('; ')}`
  return withHooks(record, { ...answer, denied: { hook: rewritten.by.join(', '), reason } })
}

/** The record with the answers of its hooks: steps of the decision, the strictest wins as everywhere. */
function withHooks(
  record: EvaluatedCall,
  {
    denied = null,
    asks = [],
    rewrittenBy = [],
    notes = [],
  }: Partial<HookedCall['hooks']> & Partial<Pick<CallOutcome, 'notes'>>,
): HookedCall {
  const decided = withHookSteps(record.decided, denied, asks)
  const { decision, status: sandbox } = decided
  return {
    ...record,
    outcome: { ...record.outcome, tool: record.prepared.spec.name, decision, sandbox, notes },
    decided,
    hooks: { denied, asks, rewrittenBy },
    made: record.identity,
  }
}

/** Ends a call that could not run: its sandbox cannot be had, a hook denied it, its folder is gone. */
async function admit(record: HookedCall, parts: RuntimeParts): Promise<AdmittedCall | EndedCall> {
  const { call, context, prepared, decided, hooks } = record
  const { decision, status, unavailable } = decided
  const isDenied = decision.decision === 'deny'
  if (unavailable && !isDenied) {
    const approval = { kind: 'policy', by: 'sandbox.onUnavailable', answer: 'deny' } as const
    const message = unavailableMessage(status?.fallbackReasons ?? [])
    return refuse(record, { approval, status: 'unavailable', message }, parts)
  }
  if (hooks.denied !== null) {
    const { hook: by, reason } = hooks.denied
    const approval = { kind: 'hook', by, answer: 'deny', reason } as const
    return refuse(record, { approval, status: 'denied', message: refusalMessage(decision) }, parts)
  }
  const problem = isDenied ? null : (decided.problem?.() ?? null)
  if (problem !== null) return end(record, 'invalid', problem)
  const { options } = parts
  const runId = options.newRunId()
  const observer = createCallObserver({
    ids: { runId, callId: call.id, tool: prepared.spec.name, agent: context.agent, session: context.session },
    options: record.options,
    onEvent: options.onEvent,
    redacts: options.redactResults === true,
    leftOut: parts.leftOut,
    // Output is withheld where a hook may still deny the result.
    withholds: parts.hooks.concernsResults(toolsAfter(prepared.spec)),
    runningMs: (options.notices ?? NOTICES).runningMs,
  })
  return { ...record, runId, observer }
}

/** Whether a command is tried, contained and without a network, before a person is asked. */
function triesFirst({ options, ask, decided }: AdmittedCall, { options: { containment } }: RuntimeParts): boolean {
  const { decision, status, command } = decided
  if (options.try === undefined || command === undefined) return false
  const needsAnswer = ask !== null || withFallback(decision).decision !== 'allow'
  return needsAnswer && mayTryFirst(decision, status, containment.backend)
}

/** Loaded when something is tried: most calls are not. */
async function tryBeforeAsking(record: AdmittedCall, parts: RuntimeParts): Promise<AdmittedCall | EndedCall> {
  const { tryThenAsk } = await import('../try/try-call.ts')
  await (
    await announceStart(record)
  ).noted
  record.observer.started()
  return tryThenAsk(record, parts)
}

/** Lets a person answer an `ask`, or the fallback where none can be asked, and records the answer. */
async function approve(record: AdmittedCall, parts: RuntimeParts): Promise<ApprovedCall | EndedCall> {
  const { ask, decided } = record
  const { decision } = decided
  if (decision.decision === 'ask' && ask !== null) {
    // Loaded on demand: most calls ask no person.
    const { askApproval } = await import('./ask-approval.ts')
    const answer = await askApproval(record, ask, parts)
    if (answer.kind === 'refused') return refuse(record, { ...answer, status: 'unapproved' }, parts)
    if (answer.kind === 'allowed') {
      const { approval, changes, keepGrants } = answer
      return recordAllowed(record, decision, { approval, changes, keepGrants }, parts)
    }
  }
  const settled = withFallback(decision)
  const approval = ruleApproval(decision, settled)
  if (settled.decision !== 'allow') {
    const status = decision.decision === 'ask' ? 'unapproved' : 'denied'
    return refuse(record, { decision: settled, approval, status, message: refusalMessage(settled) }, parts)
  }
  return recordAllowed(record, settled, { approval, changes: NO_CHANGES, keepGrants: NO_GRANTS }, parts)
}

const NO_CHANGES = async () => []
const NO_GRANTS = () => undefined

/** Takes a use of each grant that lets a command through without a person. */
function takeGrantUses({ decided, approval }: ApprovedCall, { options }: RuntimeParts): boolean {
  const { decision, request } = decided
  const isGranted = approval.kind !== 'person' && decision.commands.some(({ granted }) => granted === true)
  return !isGranted || (options.usedGrants?.(request, decision) ?? true)
}

/** Checks again that what was approved is what will run, and uses the approval up. No step after it waits for people. */
async function confirm(record: ApprovedCall, parts: RuntimeParts): Promise<ApprovedCall | EndedCall> {
  const changes = await record.changes()
  if (changes.length > 0) {
    const reason = changes.join(' ')
    const approval = { kind: 'policy', by: 'changed since it was approved', answer: 'deny', reason } as const
    const message = `denied: it has changed since it was approved: ${reason} Ask again.`
    return refuse(record, { approval, status: 'denied', message }, parts)
  }
  record.keepGrants()
  if (record.options.abortSignal?.aborted === true) return end(record, 'unapproved', 'it was stopped before it ran')
  if (!record.isSameFolders()) {
    const approval = { kind: 'policy', by: 'changed since it was decided', answer: 'deny' } as const
    const message = 'denied: the folder it would run in was replaced since it was decided; nothing ran'
    return refuse(record, { approval, status: 'denied', message }, parts)
  }
  if (takeGrantUses(record, parts)) return record
  const approval = { kind: 'policy', by: 'grant used up', answer: 'deny' } as const
  const message = 'denied: what was granted for it is used up, expired or revoked by now. Ask again.'
  return refuse(record, { approval, status: 'denied', message }, parts)
}

/** Asks about the hosts that a command names, where people cannot be asked while it runs. */
async function askContacts(record: ApprovedCall, parts: RuntimeParts): Promise<ApprovedCall | EndedCall> {
  const { decided, options, approval } = record
  if (options.asksBeforeStart !== true || record.ask === null || !decided.askContacts) return record
  const asked = { binding: decided.binding(), identity: decided.identity() }
  const message = await decided.askContacts(orderOf(record, options))
  if (message === null) {
    // What a person approved is compared with what they were shown.
    if (approval.kind === 'person') return record
    const { changesSince } = await import('./changes-since.ts')
    return { ...record, changes: () => changesSince(record, asked) }
  }
  return refuse(
    record,
    { approval: { kind: 'policy', by: 'network', answer: 'deny' }, status: 'unapproved', message },
    parts,
  )
}

/** The order to run a call that is allowed. */
const orderOf = ({ runId, call, approval, decided }: ApprovedCall, options: CallOptions): CallOrder => ({
  runId,
  callId: call.id,
  approvedBy: approval.by,
  approved: decided.decision.decision === 'ask',
  ...(approval.kind === 'person' && { approvedByPerson: true as const }),
  options,
})

/** Runs the decided call, and keeps what it changes. The handler records start and end. */
async function run(record: ApprovedCall, parts: RuntimeParts): Promise<AdmittedCall | EndedCall> {
  const { noted } = await announceStart(record)
  const { undo } = parts.options
  if (undo === undefined) return runNow(record, noted, parts)
  const { runKept } = await import('../undo/run-kept.ts')
  return runKept(undo, record, () => runNow(record, noted, parts))
}

/** Tells the caller that something is about to run. Nothing may run before `noted` has settled, or where it rejects. */
async function announceStart({
  runId,
  prepared,
  decided,
  options,
}: AdmittedCall): Promise<{ readonly noted: Promise<unknown> }> {
  const notes: Promise<unknown>[] = []
  const waitUntil = (note: Promise<unknown>) => {
    // Where a step before the start fails, nothing waits for it.
    note.catch(() => undefined)
    notes.push(note)
  }
  const onlyReads = prepared.spec.requiredPermission === 'read-only'
  const binding = () => decided.binding()
  await options.beforeRun?.({ runId, decision: decided.decision, onlyReads, binding, waitUntil })
  const noted = Promise.all(notes)
  noted.catch(() => undefined)
  return { noted }
}

async function runNow(
  record: ApprovedCall,
  noted: Promise<unknown>,
  parts: RuntimeParts,
): Promise<AdmittedCall | EndedCall> {
  const { decided, observer, options } = record
  // A host of commands waits itself, while it records the start.
  if (decided.command === undefined || options.try?.when === 'always') await noted
  if (options.try?.when === 'always' && decided.command !== undefined) {
    const { tryAllowed } = await import('../try/try-call.ts')
    observer.started()
    return tryAllowed(record, parts)
  }
  observer.started()
  const { command, decision, request } = decided
  // It is noted while the command runs; a note that fails is no reason to stop it.
  const counted = command && parts.options.usedRules?.(request, decision).catch(() => undefined)
  const result = await decided.run({ ...orderOf(record, observer.options), noted })
  await counted
  return withOutcome(record, result)
}

/** Calls the hooks after the call, and hands on what they let through. */
async function settle(ran: AdmittedCall | EndedCall, parts: RuntimeParts): Promise<EndedCall> {
  if (hasEnded(ran)) return ran
  const { outcome, observer } = ran
  const { runId, run: report, job } = outcome
  // A background command has not ended: another call reads its output.
  const hasRun = (runId !== null || report !== null) && job === null
  const settled = observer.withholds && hasRun ? await tellHooks(ran, parts) : ran
  if (hasEnded(settled)) return settled
  try {
    return endWith(settled, await observer.ended(settled.outcome))
  } catch (error) {
    return fail(settled, error)
  }
}

/** Should the hooks not get to answer, there is nothing to hand on. */
async function tellHooks(record: AdmittedCall, parts: RuntimeParts): Promise<AdmittedCall | EndedCall> {
  const { call, context, prepared, runId } = record
  const withoutResult = withOutcome(record, { run: null, output: null, tried: null })
  const reported = await attempt(
    async () => ({ ...record, outcome: await settleAfterHooks(record.outcome, prepared, context, parts.hooks) }),
    withoutResult,
    parts,
  )
  const { withheld } = reported.outcome
  if (hasEnded(reported) || withheld === null) return reported
  return attempt(
    async () => {
      await parts.options.record('result-withheld', { callId: call.id, runId, ...withheld })
      return reported
    },
    reported,
    parts,
  )
}

/** Stops observing the call and remembers that it was made. */
function conclude(ended: EndedCall, { loops }: RuntimeParts): CallOutcome {
  const { outcome, context, made, observer, hasFailed } = ended
  const shown = hasFailed && observer ? observer.failed(outcome) : outcome
  observer?.stop()
  if (made) loops?.note(context.session, made.tool, made.input, loopResultOf(outcome))
  return shown
}
