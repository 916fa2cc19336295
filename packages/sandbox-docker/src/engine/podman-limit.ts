import { readFileSync } from 'node:fs'

/** What Podman gives itself, and then cannot raise again where root may not (`define.RLimitDefaultValue`). */
const ofPodman = 32_768

/**
 * How many processes a user may have on this machine, as a number that Podman can give on. Where it is told none, it asks
 * for what the kernel knows as the most, and does not start a container where root may not raise its own limits.
 *
 * @param limits the text of `/proc/self/limits`; what this machine says unless given
 */
export function podmanProcessLimit(limits: string = readLimits()): number {
  const { hard } = /^Max processes +\S+ +(?<hard>\d+) /m.exec(limits)?.groups ?? {}
  return Math.min(ofPodman, hard === undefined ? ofPodman : Number(hard))
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1')
  } catch {
    return ''
  }
}
