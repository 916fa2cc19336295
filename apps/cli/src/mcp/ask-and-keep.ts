import type { AskingSurface } from '@poundlock/runtime'
import { approvalAsker } from '../setup/asker.ts'
import type { KeptRequests } from './kept-requests.ts'

/** Asks whoever can be reached, the client among them, and keeps what nobody answered for the same call made again. */
export function askAndKeep(
  kept: KeptRequests,
  client: AskingSurface,
  abortSignal: AbortSignal,
): ReturnType<typeof approvalAsker> {
  const asksOn = (...more: readonly AskingSurface[]) => approvalAsker({ terminal: false, abortSignal, more })
  return (state, config) => {
    const [ask, keep] = [asksOn(client, kept.noting), asksOn(kept.keeping)].map((on) => on(state, config)!)
    return kept.asker(ask!, keep!)
  }
}
