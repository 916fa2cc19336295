import { setTimeout as delay } from 'node:timers/promises'
import { BusError, type Bus, type Entry, type Name } from '@poundlock/bus'
import type { Log } from '../dispatch/log.ts'

export interface KeyWatch {
  readonly bus: Bus
  readonly space: string
  readonly signal: AbortSignal
  readonly log: Log
  readonly changed: (entry: Entry) => void
  readonly removed?: (name: Name) => void
}

const AGAIN_MS = 1000

/** Follows the keys of a space until the signal aborts. @returns once everything that existed was given */
export async function watchKeys({ bus, space, signal, log, changed, removed }: KeyWatch): Promise<void> {
  const current = Promise.withResolvers<void>()
  const follow = async () => {
    for await (const event of bus.watch({ keys: [space] }, { signal })) {
      try {
        if (event.kind === 'current') current.resolve()
        else if (event.kind === 'removed') removed?.(event.name)
        else if (event.kind === 'entry' && !event.entry.broken) changed(event.entry)
      } catch (error) {
        log('shared-state-failed', { space, error: String(error) })
      }
    }
  }
  const run = async () => {
    while (!signal.aborted) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one watch after the other
        await follow()
      } catch (error) {
        if (signal.aborted || (error instanceof BusError && error.code === 'CLOSED')) return
        log('shared-state-failed', { space, error: String(error) })
        // oxlint-disable-next-line no-await-in-loop -- the broker is given a moment
        await delay(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }
  void run()
  await current.promise
}
