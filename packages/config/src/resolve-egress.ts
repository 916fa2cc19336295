import { expandEgressPresets, intersectEgressRules, type EgressRuleInput } from '@poundlock/spec'
import type { Origin, OrderedSource } from './config-source.ts'

type Network = 'off' | 'allowlist' | 'ask' | 'on'

/** The network, and what may be reached where it is an allowlist. */
export interface ResolvedEgress {
  readonly network: Origin<Network>
  readonly egress: Origin<EgressRuleInput[]>
}

/**
 * Combines the lists of hosts. Of those who may loosen, the last list holds; every other list leaves of it only what
 * both cover. Where nothing is left there is no network, unless hosts are asked about.
 *
 * @param network the strictest that the sources settle on
 */
export function resolveEgress(network: Origin<Network>, sources: readonly OrderedSource[]): ResolvedEgress {
  const listed = sources.filter(({ document }) => document.sandbox?.egress !== undefined)
  const rulesOf = ({ document }: OrderedSource) => expandEgressPresets(document.sandbox?.egress ?? [])
  const origins = (from: readonly OrderedSource[]) =>
    [...new Set(from.map(({ source }) => source.locate('/sandbox/egress')))].join(', ') || 'default'
  const given = listed.findLast(({ loosens }) => loosens)
  if (network.value !== 'allowlist' && network.value !== 'ask') {
    return {
      network,
      egress: { value: given ? [...rulesOf(given)] : [], origin: origins(given ? [given] : []) },
    }
  }
  const tightening = listed.filter(({ loosens }) => !loosens)
  // Where every host can be reached, a list from another source only restricts.
  const all = given === undefined && settledBy(sources.filter(({ loosens }) => loosens)) === 'on'
  const [first, ...others] = all ? tightening : [...(given ? [given] : []), ...tightening]
  const start = first && (all || given) ? rulesOf(first) : []
  const value = others.reduce(
    (rules: readonly EgressRuleInput[], other) => intersectEgressRules(rules, rulesOf(other)),
    start,
  )
  const egress = { value: [...value], origin: origins(first ? [first, ...others] : []) }
  // What is on no list is asked about.
  if (value.length > 0 || network.value === 'ask') return { network, egress }
  return { network: { value: 'off', origin: `${network.origin}, without a host in sandbox.egress` }, egress }
}

const settledBy = (sources: readonly OrderedSource[]): Network | undefined =>
  sources.findLast(({ document }) => document.sandbox?.network !== undefined)?.document.sandbox?.network
