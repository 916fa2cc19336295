import type { ExecInput } from '@poundlock/spec'

/** After how many milliseconds a command is ended: a call can shorten what is configured, and never lengthen it. */
export function timeoutOf({ timeout }: Pick<ExecInput, 'timeout'>, configuredMs: number): number {
  return timeout === undefined ? configuredMs : Math.min(timeout * 1000, configuredMs)
}
