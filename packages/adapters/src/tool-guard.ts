import { canonicalJson } from '@poundlock/audit'
import type { LocalHost } from '@poundlock/local-host'
import type { CallOutcome } from '@poundlock/runtime'
import type { ToolSpec } from '@poundlock/spec'
import type { GuardDecision } from './guard-decision.ts'
import { SuspendedCall } from './suspended-call.ts'

/** One call of a guarded tool, as the framework has it. */
export interface GuardedToolCall {
  /** The framework's own id of the call. */
  readonly id: string
  /** What the model gave, not validated. */
  readonly input: unknown
}

/** The answer of a person, whose identity the application has checked. */
export interface GuardAnswer {
  /** Whether it may run, this once. */
  readonly approved: boolean
  /** Who answered, for the record. */
  readonly by: string
  /** What the person said with it; the model reads it with a denial. */
  readonly reason?: string
}

/** A tool of a framework, whose calls go through the gates. */
export interface GuardedTool {
  /** What the model is told of the tool. */
  readonly spec: ToolSpec
  /** Decides a call and keeps it until it runs, is declined or expires. */
  decide(call: GuardedToolCall): Promise<GuardDecision>
  /**
   * Answers a call that waits; after a restart, the call is decided again first. The answer holds for one run of this
   * call with this input. If the files that the call uses change before it runs, the answer is void.
   */
  answer(call: GuardedToolCall, answer: GuardAnswer): Promise<GuardDecision>
  /** Runs a call that is allowed or was approved; any other call ends as `unapproved` or `denied`. Rejects an input that is not JSON. */
  run(call: GuardedToolCall, abortSignal?: AbortSignal): Promise<CallOutcome>
  /** Ends the calls that wait. None of them runs. */
  close(): void
}

/** Which tools are guarded, in which session. */
export interface GuardOptions {
  /** How long a call waits to be answered and run. 30 minutes unless set. */
  readonly expiresAfterMs?: number
}

const EXPIRES_AFTER_MS = 30 * 60_000

/**
 * Guards one tool of a host for an agent framework: the framework decides when, Poundlock decides whether. A call runs
 * when the policy allows it, or after `answer` approved the same tool with the same input. An answer that stands only
 * in the messages of the framework counts for nothing.
 *
 * @param name a tool of the host, for example `exec`
 * @throws TypeError when the host has no such tool
 */
export function guardTool(
  host: Pick<LocalHost, 'call' | 'runtime'>,
  name: string,
  { expiresAfterMs = EXPIRES_AFTER_MS }: GuardOptions = {},
): GuardedTool {
  const spec = host.runtime.tools.find(name)
  if (spec === null) throw new TypeError(`guardTool: the host has no tool ${JSON.stringify(name)}`)
  const suspended = new Map<string, SuspendedCall>()
  /** An approval is for one tool, one call and one input, however the members of the input are ordered. */
  const keyOf = ({ id, input }: GuardedToolCall) => canonicalJson([spec.name, id, input])
  const suspend = (call: GuardedToolCall): SuspendedCall => {
    const key = keyOf(call)
    const known = suspended.get(key)
    if (known) return known
    // What was decided is what runs: the framework may change its object in the meantime.
    const started = new SuspendedCall(
      (options) => host.call(spec.name, structuredClone(call.input), options),
      expiresAfterMs,
    )
    suspended.set(key, started)
    void started.outcome.then(() => suspended.get(key) === started && suspended.delete(key))
    return started
  }
  return {
    spec,
    decide: async (call) => suspend(call).decision,
    async answer(call, { approved, by, reason }) {
      const waiting = suspend(call)
      const { decision } = await waiting.decision
      const answerer = { by, ...(reason !== undefined && { reason }) }
      if (decision === 'ask') waiting.answer({ answer: approved ? 'allow-once' : 'deny', ...answerer })
      return waiting.decision
    },
    async run(call, abortSignal) {
      const waiting = suspend(call)
      suspended.delete(keyOf(call))
      return waiting.run(abortSignal)
    },
    close() {
      for (const waiting of suspended.values()) waiting.cancel()
      suspended.clear()
    },
  }
}
