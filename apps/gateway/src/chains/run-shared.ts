import { GatewayError } from '@poundlock/protocol'

const MOST_WAITING = 8

/**
 * Runs something long one at a time. Who asks for a key that waits for its turn gets the outcome of that turn, which begins
 * after they asked. So many who ask cost no more than one.
 *
 * @returns rejects with GatewayError `BUSY` where too many different ones wait
 */
export function runShared<Result>(action: (key: string) => Promise<Result>): (key: string) => Promise<Result> {
  const waiting = new Map<string, Promise<Result>>()
  let last: Promise<unknown> = Promise.resolve()
  return (key) => {
    const same = waiting.get(key)
    if (same) return same
    if (waiting.size >= MOST_WAITING) {
      return Promise.reject(new GatewayError('Too many verifications wait.', { code: 'BUSY', retryAfterMs: 5000 }))
    }
    const turn = last.then(() => {
      waiting.delete(key)
      return action(key)
    })
    waiting.set(key, turn)
    last = turn.catch(() => undefined)
    return turn
  }
}
