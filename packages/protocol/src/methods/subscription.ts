import { type Static, Type } from '@poundlock/spec/schema'
import { RequestId } from '../frames/frames.ts'
import { closed, Id, Sequence } from '../values/values.ts'
import { ANYBODY, method } from './method.ts'

/**
 * A place in a stream of events. `epoch` names one numbering: where it is another one than the gateway's, numbers began
 * anew, and nothing is known of what came between.
 */
export const StreamPosition = closed({ epoch: Id, seq: Sequence })
export type StreamPosition = Static<typeof StreamPosition>

/** Numbers that are not kept any more; both ends included. */
export const StreamGap = closed({ from: Sequence, to: Sequence })
export type StreamGap = Static<typeof StreamGap>

/** Takes up a stream behind what was seen last; absent: only what comes. */
export const after = Type.Optional(StreamPosition)

/** What every method that subscribes answers, beside its own. */
export const subscribed = {
  /** Stands in the frames of its events. */
  subscription: RequestId,
  epoch: Id,
  /** The number of the last event when it began: those from `after` to here follow, then those that come. */
  head: Sequence,
  gap: Type.Optional(StreamGap),
}

export const subscriptionMethods = {
  'subscriptions.end': method({
    to: 'gateway',
    scope: 'status.read',
    roles: ANYBODY,
    access: 'read',
    idempotency: 'none',
    params: closed({ subscription: RequestId }),
    result: closed({}),
    errors: ['NOT_FOUND'],
    summary: 'Ends a subscription of this connection.',
  }),
}
