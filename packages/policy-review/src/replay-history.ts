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
  readonly call: RecordedCall
  readonly before: Decision
  readonly after: Decision
}

/** What another policy would have made of a history. */
export interface Replay {
  readonly total: number
  readonly newlyAllowed: readonly ChangedCall[]
  readonly newlyAsking: readonly ChangedCall[]
  readonly newlyDenied: readonly ChangedCall[]
  readonly promptsBefore: number
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
