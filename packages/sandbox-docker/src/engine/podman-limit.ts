import { textOrNull } from '@poundlock/state-files/node'

/** What Podman gives itself, and then cannot raise again where root may not (`define.RLimitDefaultValue`). */
const OF_PODMAN = 32_768

/**
 * The limit of processes of a user, as a number that Podman accepts. Without one, Podman requests the kernel's maximum,
 * and starts no container where root may not raise its own limits.
 *
 * @param limits the text of `/proc/self/limits`
 */
export function podmanProcessLimit(limits = textOrNull('/proc/self/limits') ?? ''): number {
  const { hard } = /^Max processes +\S+ +(?<hard>\d+) /m.exec(limits)?.groups ?? {}
  return Math.min(OF_PODMAN, hard === undefined ? OF_PODMAN : Number(hard))
}
