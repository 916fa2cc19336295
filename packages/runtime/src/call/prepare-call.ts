import type { ToolCall } from '@poundlock/spec'
import type { Places } from '../contain/places.ts'
import type { CallContext, RuntimeOptions } from '../create-runtime.ts'
import { LOOPS, withHookSteps } from '../hooks/before-call.ts'
import type { HookList, HookWord } from '../hooks/hook-list.ts'
import type { LoopDetector } from '../loops/loop-detector.ts'
import type { LeftOut } from '../redact/left-out.ts'
import type { CallSubject, DecidedCall } from './subject.ts'

/** What a call is about, or what is wrong with it, one sentence each. */
export type Understand = (call: ToolCall, context: CallContext) => CallSubject | readonly string[]

/** What every call of a runtime goes through. */
export interface Pipeline {
  readonly options: RuntimeOptions
  readonly understand: Understand
  readonly hooks: HookList
  readonly places: Places
  /** `null` where nobody looks for calls that are made again and again. */
  readonly loops: LoopDetector | null
  /** `null` where nothing is left out of results. */
  readonly leftOut: LeftOut | null
}

/** What a call is known by when it is made again: the tool, and what it was given, as it is understood. */
export interface MadeCall {
  readonly tool: string
  readonly input: unknown
}

/** A call whose input fits no tool. */
export interface UnfitCall {
  readonly made: MadeCall
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

/** A call that was understood, decided, and that its hooks have spoken about. */
export interface PreparedCall {
  /** Before any hook rewrote it. */
  readonly made: MadeCall
  readonly subject: CallSubject
  readonly decided: DecidedCall
  /** Whether the folders are still those that were decided about. */
  readonly samePlace: () => boolean
  readonly denied: HookWord | null
  readonly rewrittenBy: readonly string[]
  readonly notes: readonly string[]
}

/** About as long as a decision takes itself. */
const QUICK_MS = 5

/** Reads a call, decides it, and asks the hooks before it. What they rewrite is read and decided like the first. */
export async function prepareCall(
  call: ToolCall,
  context: CallContext,
  signal: AbortSignal | undefined,
  { understand, hooks, places, loops }: Pipeline,
): Promise<PreparedCall | UnfitCall> {
  const first = understand(call, context)
  const understood = 'check' in first
  const made: MadeCall = understood
    ? { tool: first.spec.name, input: first.input }
    : { tool: call.name, input: call.input }
  const loop = loops?.look(context.session, made.tool, made.input) ?? null
  const warned = loop === null ? [] : [loop.message]
  if (!understood) return { made, problems: first, notes: warned }
  const decided = await decide(first, places)
  const nothing = { made, denied: null, rewrittenBy: [], notes: warned }
  const refused = decided.decided.unavailable || decided.decided.decision.decision === 'deny'
  if (refused) return { ...decided, ...nothing }
  if (loop?.level === 'critical') {
    const denied = { hook: LOOPS, reason: loop.message }
    return { ...(await refusedBy(first, denied, places)), ...nothing, notes: [], denied }
  }
  if (!hooks.concerns(first.spec, 'before')) return { ...decided, ...nothing }
  const { agent, session, workspace, cwd } = context
  const told = { callId: call.id, agent, session, workspace, cwd }
  const asked = performance.now()
  const verdict = await hooks.before(first.spec, first.input, told, signal)
  const said = {
    made,
    denied: verdict.denied,
    rewrittenBy: verdict.rewritten?.by ?? [],
    notes: [...warned, ...verdict.notes],
  }
  const spoken = (subject: CallSubject): CallSubject => ({
    ...subject,
    check: async () => withHookSteps(await subject.check(), verdict.denied, verdict.asks),
  })
  if (verdict.rewritten === null || verdict.denied !== null) {
    // A quick one leaves no time for anything to change; after a slow one everything is looked at again.
    if (performance.now() - asked > QUICK_MS) return { ...(await decide(spoken(first), places)), ...said }
    const now = withHookSteps(decided.decided, verdict.denied, verdict.asks)
    return { ...decided, subject: spoken(first), decided: now, ...said }
  }
  const second = understand({ ...call, name: first.spec.name, input: verdict.rewritten.input }, context)
  if ('check' in second) return { ...(await decide(spoken(second), places)), ...said }
  const denied = {
    hook: said.rewrittenBy.join(', '),
    reason: `what it made of the input is wrong: ${second.join('; ')}`,
  }
  return { ...(await refusedBy(first, denied, places)), ...said, denied }
}

async function refusedBy(subject: CallSubject, denied: HookWord, places: Places) {
  return decide({ ...subject, check: async () => withHookSteps(await subject.check(), denied, []) }, places)
}

async function decide(subject: CallSubject, places: Places) {
  const samePlace = places.note(subject.folders)
  const decided = await subject.check()
  return { subject, decided, samePlace }
}
