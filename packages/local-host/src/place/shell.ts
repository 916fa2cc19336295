import { existsSync } from 'node:fs'
import { LocalHostError } from '../local-host-error.ts'

/** Where bash is looked for: the shell that command lines are read for, and never one that PATH names. */
const PLACES = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'] as const

/**
 * The shell that command lines are read for, at one of the places where systems have it.
 *
 * @throws LocalHostError when there is no bash
 */
export function findShell(): string {
  const found = PLACES.find((path) => existsSync(path))
  if (found === undefined) {
    throw new LocalHostError(`there is no bash at ${PLACES.join(', ')}`, {
      remedy: 'Install it, for example: apt-get install bash.',
    })
  }
  return found
}
