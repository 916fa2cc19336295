import { type EgressRuleInput, type EgressTarget, isLocalName, parseEgressRule } from '@poundlock/spec'

/** A service of this machine that rules name. */
export interface LocalService {
  /** Where a command finds it: the IPv4 address of its own loopback interface at which connections are taken. */
  readonly address: string
  /** Where connections lead on this machine. */
  readonly target: EgressTarget
}

/**
 * Services of this machine that rules name: `localhost:5432`, `127.0.0.1:8080`. A command has its own loopback
 * interface, and programs do not use a proxy for these names, so connections to the same address inside are accepted
 * and passed on. IPv6 addresses are left out: programs use the proxy for those.
 */
export function localServices(rules: readonly EgressRuleInput[]): readonly LocalService[] {
  const services = new Map<string, LocalService>()
  for (const input of rules) {
    const rule = parseEgressRule(input)
    if ('problem' in rule || rule.covers === 'below') continue
    const { host, ports } = rule
    const isAddress = rule.covers === 'address'
    const address = isAddress ? host : '127.0.0.1'
    if (isAddress ? !host.startsWith('127.') : !isLocalName(host)) continue
    for (const port of ports) {
      const endpoint = `${address}:${String(port)}`
      if (!services.has(endpoint)) services.set(endpoint, { address, target: { host, isAddress, port } })
    }
  }
  return [...services.values()]
}
