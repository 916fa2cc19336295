import { coversTarget, type EgressRule, type EgressTarget, parseInternetAddress } from '@poundlock/spec'
import { type SpecialNetwork, SPECIAL_NETWORKS } from './special-networks.ts'

/** Why an address may not be connected to. */
export interface AddressRefusal {
  readonly address: string
  /** The kind of the network: `private`. */
  readonly purpose: string
  readonly opens: SpecialNetwork['opens']
}

const networks = SPECIAL_NETWORKS.map((special) => {
  const [prefix = '', length] = special.network.split('/')
  return { ...special, prefix: parseInternetAddress(prefix)!, bits: Number(length) }
})

/**
 * The special network that an address lies in; `null` for the public internet. Text that is no address lies in a
 * network that never opens.
 */
export function findSpecialNetwork(address: string): SpecialNetwork | null {
  const bytes = parseInternetAddress(address)
  if (!bytes) return { network: '', purpose: 'no plain address', opens: 'never' }
  return networks.find(({ prefix, bits }) => prefix.length === bytes.length && sharesBits(prefix, bytes, bits)) ?? null
}

/**
 * Checks an address that a target resolved to.
 *
 * @param target the requested target, which `rule` covers
 * @returns `null` when the proxy may connect to it
 */
export function checkAddress(
  address: string,
  target: EgressTarget,
  rule: EgressRule,
  rules: readonly EgressRule[],
): AddressRefusal | null {
  const special = findSpecialNetwork(address)
  if (special === null) return null
  const { purpose, opens } = special
  const named = rules.some((other) => coversTarget(other, { host: address, isAddress: true, port: target.port }))
  if (opens !== 'never' && named) return null
  return opens === 'private' && rule.allowPrivate ? null : { address, purpose, opens }
}

function sharesBits(prefix: readonly number[], bytes: readonly number[], bits: number): boolean {
  for (let index = 0, left = bits; left > 0; index += 1, left -= 8) {
    const mask = left >= 8 ? 0xff : (0xff << (8 - left)) & 0xff
    if (((prefix[index]! ^ bytes[index]!) & mask) !== 0) return false
  }
  return true
}
