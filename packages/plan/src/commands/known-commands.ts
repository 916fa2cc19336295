import { PROFILED_COMMANDS } from '@poundlock/profiles'

let known: ReadonlySet<string> | undefined

/**
 * True when it is known what a command of this name does with its arguments, in some uses at least.
 *
 * @example
 * isKnownCommand('jq') // → true
 */
export function isKnownCommand(name: string): boolean {
  return (known ??= new Set(PROFILED_COMMANDS)).has(name)
}
