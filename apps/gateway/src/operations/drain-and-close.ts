import type { Gateway } from '../start-gateway.ts'

export interface DrainOptions {
  /** Milliseconds that calls which run may still take. */
  readonly budgetMs: number
  /** Aborts when it has to be over at once: a second signal. */
  readonly signal?: AbortSignal
}

/** How often is looked whether something still runs. */
const LOOK_MS = 50

/**
 * Stops a gateway without losing what runs: `/readyz` says 503 and new calls are refused at once, calls that run have
 * until the budget is over, then connections are closed and told when to come back.
 *
 * @returns how many calls still ran when the budget was over
 */
export async function drainAndClose(gateway: Gateway, { budgetMs, signal }: DrainOptions): Promise<number> {
  gateway.drain()
  const until = performance.now() + budgetMs
  while (gateway.busy() > 0 && performance.now() < until && signal?.aborted !== true) await passed(LOOK_MS, signal)
  const left = gateway.busy()
  await gateway.close()
  return left
}

const passed = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener('abort', done, { once: true })
  })
