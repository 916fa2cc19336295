import type { Policy, PolicyRequest } from '@poundlock/policy'
import type { Decision } from '@poundlock/spec'

/** A call that was decided before. */
export interface RecordedCall {
  /** What was decided then. */
  readonly decision: Decision
  /** The person's answer, if there was one. */
  readonly answer?: 'allow' | 'deny'
  /** The call as it would be requested now. */
  readonly request: PolicyRequest
}

/** A call that would be decided otherwise. */
export interface ChangedCall {
  /** The call with its old decision and the person's answer. */
  readonly call: RecordedCall
  /** The recorded decision. */
  readonly before: Decision
  /** The decision of the other policy. */
  readonly after: Decision
}

/** What another policy would have made of a history. */
export interface Replay {
  /** Calls in the history. */
  readonly total: number
  /** Calls that asked or were denied, and would be allowed. */
  readonly newlyAllowed: readonly ChangedCall[]
  /** Calls that were allowed or denied, and would ask. */
  readonly newlyAsking: readonly ChangedCall[]
  /** Calls that were allowed or asked, and would be denied. */
  readonly newlyDenied: readonly ChangedCall[]
  /** Calls that asked then. */
  readonly promptsBefore: number
  /** Calls that would ask with the other policy. */
  readonly promptsAfter: number
}

/** Decides recorded calls again. */
export function replayHistory(history: readonly RecordedCall[], policy: Policy): Replay {
  const decided = history.map((call): ChangedCall => {
    return { call, before: call.decision, after: policy.decide(call.request).decision }
  })
  const changed = (to: Decision) => decided.filter(({ before, after }) => after === to && before !== to)
  return {
    total: history.length,
    newlyAllowed: changed('allow'),
    newlyAsking: changed('ask'),
    newlyDenied: changed('deny'),
    promptsBefore: decided.filter(({ before }) => before === 'ask').length,
    promptsAfter: decided.filter(({ after }) => after === 'ask').length,
  }
}
