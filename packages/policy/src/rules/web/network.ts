import { expandEgressPresets } from '@poundlock/spec'
import type { Setting } from '../../model/decision.ts'
import { NETWORK_MODES, type NetworkLayer, type NetworkMode, type PolicyLayer } from '../../model/layer.ts'
import { sourceAt } from '../../model/source-at.ts'
import { compileDomains } from './domains.ts'

/** The network that all layers together leave. */
export interface NetworkPolicy {
  readonly mode: Setting<NetworkMode>
  /** Whether commands reach a host at a port. */
  reaches(host: string, port: number): boolean
}

/**
 * Combines the layers: of those that may loosen, the last value and the last list of hosts hold; the others only take
 * away. A list without a network, and an allowlist without a list, reach nothing.
 */
export function compileNetwork(layers: readonly PolicyLayer[]): NetworkPolicy {
  let mode: Setting<NetworkMode> = { value: 'off', origin: 'default' }
  let owners: NetworkMode = 'off'
  let given: Reach | null = null
  const others: Reach[] = []
  for (const layer of layers) {
    const { mode: value, egress } = layer.network ?? {}
    if (value !== undefined && (layer.mayLoosen || isStricter(value, mode.value))) {
      mode = { value, origin: sourceAt(layer, '/sandbox/network') }
    }
    if (value !== undefined && layer.mayLoosen) owners = value
    if (egress === undefined) continue
    if (layer.mayLoosen) given = compileEgress(egress)
    else others.push(compileEgress(egress))
  }
  // Where every host can be reached, a list from another source only restricts.
  const lists = given === null && owners !== 'on' ? [] : [...(given === null ? [] : [given]), ...others]
  return {
    mode,
    reaches(host, port) {
      if (mode.value !== 'allowlist' && mode.value !== 'ask') return mode.value === 'on'
      return lists.length > 0 && lists.every((covers) => covers(host, port))
    },
  }
}

const isStricter = (one: NetworkMode, other: NetworkMode) => NETWORK_MODES.indexOf(one) < NETWORK_MODES.indexOf(other)

type Reach = (host: string, port: number) => boolean

/** Where a rule names no port. */
const WEB_PORTS = [80, 443]

function compileEgress(rules: NonNullable<NetworkLayer['egress']>): Reach {
  const hosts = new Map<number, string[]>()
  for (const rule of expandEgressPresets(rules)) {
    const [, host, number] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(typeof rule === 'string' ? rule : rule.host) ?? []
    if (host === undefined || host === '*') continue
    for (const port of number === undefined ? WEB_PORTS : [Number(number)]) {
      const listed = hosts.get(port)
      if (listed) listed.push(host)
      else hosts.set(port, [host])
    }
  }
  const covers = new Map([...hosts].map(([port, names]) => [port, compileDomains(names, 'allow')]))
  return (host, port) => (covers.get(port)?.(host) ?? -1) >= 0
}
