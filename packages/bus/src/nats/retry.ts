import { setTimeout as delay } from 'node:timers/promises'
import { failureOf, natsError } from './nats-error.ts'
import type { NatsLink } from './nats-link.ts'

/** Longer than a cluster needs for a new leader. */
export const WAIT_MS = 15_000
const PAUSE_MS = 200

export interface Attempt {
  /** True when an attempt before may have been done. */
  readonly isRepeated: boolean
}

export type Operation = 'claim' | 'compareAndSet' | 'append' | 'read'

/**
 * Tries an operation until a server does it, or refuses it, or the time is over. The operation must be one that can be
 * repeated without being done twice.
 *
 * @throws BusError
 */
export async function retry<Result>(
  link: NatsLink,
  operation: Operation,
  waitMs: number | undefined,
  attempt: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + (waitMs ?? WAIT_MS)
  let isRepeated = false
  let isReported = false
  for (;;) {
    let problem: unknown = link.problem
    if (problem === null) {
      const { violation } = link
      try {
        return await attempt({ isRepeated })
      } catch (error) {
        link.checkOpen()
        // The server says so, and the client waits for an answer all the same.
        if (link.violation !== violation) throw natsError(link.violation, false)
        const failure = failureOf(error)
        if (failure === 'refused') throw natsError(error, isRepeated)
        if (failure === 'perhaps-done') isRepeated = operation !== 'read'
        problem = error
      }
    }
    link.checkOpen()
    if (performance.now() + PAUSE_MS >= deadline) throw natsError(isRepeated ? undefined : problem, isRepeated)
    if (!isReported) link.report(operation)
    isReported = true
    await delay(PAUSE_MS)
  }
}
