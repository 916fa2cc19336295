import { existsSync } from 'node:fs'
import { UsageError } from '../usage-error.ts'

/** Where bash is looked for: the shell that command lines are read for, and never one that PATH names. */
const PLACES = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'] as const

/** @throws UsageError when there is no bash */
export function findShell(): string {
  const found = PLACES.find((place) => existsSync(place))
  if (found === undefined) {
    throw new UsageError(`there is no bash at ${PLACES.join(', ')}`, 'Install it, for example: apt-get install bash.')
  }
  return found
}
