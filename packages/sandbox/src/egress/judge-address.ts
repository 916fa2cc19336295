import { coversTarget, type EgressRule, type EgressTarget, parseInternetAddress } from '@poundlock/spec'
import { type SpecialNetwork, specialNetworks } from './special-networks.ts'

/** Why an address may not be connected to. */
export interface AddressRefusal {
  readonly address: string
  /** What it is: `private`. */
  readonly what: string
  readonly opens: SpecialNetwork['opens']
}

const networks = specialNetworks.map((special) => {
  const [prefix = '', length] = special.network.split('/')
  return { ...special, prefix: parseInternetAddress(prefix)!, bits: Number(length) }
})

/** The special network that an address lies in, or `null` for the public internet. What is no address lies in none that opens. */
export function findSpecialNetwork(address: string): SpecialNetwork | null {
  const bytes = parseInternetAddress(address)
  if (!bytes) return { network: '', what: 'no plain address', opens: 'never' }
  return networks.find(({ prefix, bits }) => prefix.length === bytes.length && sharesBits(prefix, bytes, bits)) ?? null
}

/**
 * Judges an address that a target led to.
 *
 * @param target what was asked for, which `rule` covers
 * @returns `null` when it may be connected to
 */
export function judgeAddress(
  address: string,
  target: EgressTarget,
  rule: EgressRule,
  rules: readonly EgressRule[],
): AddressRefusal | null {
  const special = findSpecialNetwork(address)
  if (special === null) return null
  const { what, opens } = special
  const named = rules.some((other) => coversTarget(other, { host: address, isAddress: true, port: target.port }))
  if (opens !== 'never' && named) return null
  return opens === 'private' && rule.allowPrivate ? null : { address, what, opens }
}

function sharesBits(prefix: readonly number[], bytes: readonly number[], bits: number): boolean {
  for (let index = 0, left = bits; left > 0; index += 1, left -= 8) {
    const mask = left >= 8 ? 0xff : (0xff << (8 - left)) & 0xff
    if (((prefix[index]! ^ bytes[index]!) & mask) !== 0) return false
  }
  return true
}
