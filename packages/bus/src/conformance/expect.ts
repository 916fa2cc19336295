import { rejects } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { BusErrorCode } from '../contract/bus-error.ts'
import type { Bus, WatchEvent } from '../contract/bus.ts'
import type { LogTarget, Name, NameTarget } from '../contract/name.ts'

/** A name that no other case has. */
export const freshName = (...words: readonly string[]): Name => ['conformance', randomUUID(), ...words]

/** Fails unless the promise rejects with this code. */
export const expectCode = (promise: Promise<unknown>, code: BusErrorCode): Promise<void> => rejects(promise, { code })

/** The next events of a watch, up to the one that satisfies the condition. */
export async function watchUntil(
  bus: Bus,
  target: NameTarget | LogTarget,
  isLast: (event: WatchEvent, soFar: readonly WatchEvent[]) => boolean,
  options: { readonly after?: number; readonly onEvent?: (event: WatchEvent) => unknown } = {},
): Promise<WatchEvent[]> {
  const ending = new AbortController()
  const events: WatchEvent[] = []
  const { after = 0, onEvent } = options
  const watch =
    'log' in target || 'logs' in target
      ? bus.watch(target, { after, signal: ending.signal })
      : bus.watch(target, { signal: ending.signal })
  for await (const event of watch) {
    events.push(event)
    await onEvent?.(event)
    if (isLast(event, events)) ending.abort()
  }
  return events
}

/** The values of the entries among events. */
export const valuesOf = (events: readonly WatchEvent[]): unknown[] =>
  events.flatMap((event) => (event.kind === 'entry' ? [event.entry.value] : []))
