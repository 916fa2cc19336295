import { closeSync, constants, openSync } from 'node:fs'
import type { Gateway } from '@poundlock/gateway'

/** Settles with the next signal that ends a gateway. */
export function stopSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  return promise
}

/**
 * SIGHUP reads the configuration again, as daemons do. It ends a gateway whose terminal is gone.
 *
 * @returns what settles in that case
 */
export function hangups(running: () => Gateway | null): Promise<string> {
  const hadTerminal = hasTerminal()
  const { promise, resolve } = Promise.withResolvers<string>()
  process.on('SIGHUP', () => {
    if (hadTerminal && !hasTerminal()) return resolve('SIGHUP')
    // The log and the status name the reason of a failure.
    running()
      ?.reload()
      .catch(() => undefined)
  })
  return promise
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY))
    return true
  } catch {
    return false
  }
}
