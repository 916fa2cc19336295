import type { CommandPlan, Policy, PolicyDecision } from '@poundlock/policy'
import { type EgressTarget, findRegistry } from '@poundlock/spec'
import type { ExecOrder } from '../hosts/exec-host.ts'
import { type Destination, destinationOf, type Destinations } from './destination.ts'

/** The ports of registries: HTTP and HTTPS. */
const REGISTRY_PORTS: ReadonlySet<number> = new Set([80, 443])

/**
 * What a question about a destination is about. A command that only fetches contacts the hosts of a registry together:
 * `cargo fetch` reads the index of one host and packages of another. So they are one question, at the port of the first.
 * A host that a rule denies or asks about is left out: it is decided by itself. So is the first one, and every host of a
 * line that names its hosts, or of which it is not known that it only fetches.
 */
export function destinationsOf(
  first: Destination,
  { host, port }: EgressTarget,
  order: ExecOrder,
  policy: Pick<Policy, 'decide'>,
): Destinations {
  const alone: Destinations = { first, all: [first] }
  const registry = findRegistry(host)
  if (registry === null || first.use !== 'fetches' || !REGISTRY_PORTS.has(port) || !leavesHostOpen(order.line.plan))
    return alone
  const all = registry.hosts
    .map((name) => (name === host ? first : destinationOf({ host: name, isAddress: false, port }, order)))
    .filter(({ request }) => !isRuled(policy.decide(request)))
  return all.includes(first) && all.length > 1 ? { first, all, preset: registry.preset } : alone
}

/** Whether a command of the line contacts a host that its words do not name. */
const leavesHostOpen = ({ commands }: CommandPlan): boolean =>
  commands.some(({ profile }) => profile?.effects.some(({ kind, path }) => kind === 'network' && path === null))

/** Whether a rule on effects is about the contact. */
const isRuled = ({ decision, trace }: PolicyDecision): boolean =>
  decision === 'deny' || trace.some((step) => step.code === 'EFFECT_RULE' && step.decision !== 'allow')
