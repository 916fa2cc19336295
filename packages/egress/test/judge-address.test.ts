import {
  type EgressRule,
  type EgressRuleInput,
  formatInternetAddress,
  parseEgressRule,
  parseInternetAddress,
  readTarget,
} from '@poundlock/spec'
import { describe, expect, test } from 'vitest'
import { checkAddress } from '../src/check-address.ts'
import { findSpecialNetwork } from '../src/index.ts'

const rule = (input: EgressRuleInput): EgressRule => {
  const read = parseEgressRule(input)
  if ('problem' in read) throw new TypeError(read.problem)
  return read
}
const target = readTarget('example.org:443')!
const judge = (address: string, ...inputs: EgressRuleInput[]) => {
  const rules = inputs.map(rule)
  return checkAddress(address, target, rules[0]!, rules)
}

describe('an address of the public internet', () => {
  test.each(['1.1.1.1', '8.8.8.8', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0', '169.253.255.255'])(
    '%s may be reached',
    (address) => expect(judge(address, 'example.org')).toBeNull(),
  )

  test.each(['2606:4700::1111', '2a00:1450:4001::200e', '2001:4860:4860::8888', '2003::1'])(
    '%s may be reached',
    (address) => expect(judge(address, 'example.org')).toBeNull(),
  )
})

/** An address, and what opens it. */
const SPECIAL = [
  ['0.0.0.0', 'never'],
  ['0.1.2.3', 'never'],
  ['10.1.2.3', 'private'],
  ['100.64.0.1', 'private'],
  ['100.100.100.200', 'named'],
  ['127.0.0.1', 'private'],
  ['127.255.255.254', 'private'],
  ['168.63.129.16', 'named'],
  ['169.254.169.254', 'named'],
  ['169.254.170.2', 'named'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.1', 'private'],
  ['192.0.0.192', 'named'],
  ['192.0.2.1', 'private'],
  ['192.88.99.1', 'never'],
  ['192.168.0.1', 'private'],
  ['198.18.0.1', 'private'],
  ['198.19.255.255', 'private'],
  ['198.51.100.1', 'private'],
  ['203.0.113.1', 'private'],
  ['224.0.0.1', 'never'],
  ['239.255.255.250', 'never'],
  ['240.0.0.1', 'never'],
  ['255.255.255.255', 'never'],
  ['::', 'never'],
  ['::1', 'private'],
  ['::7f00:1', 'never'],
  ['::ffff:127.0.0.1', 'never'],
  ['::ffff:8.8.8.8', 'never'],
  ['::ffff:0:7f00:1', 'never'],
  ['64:ff9b::7f00:1', 'never'],
  ['64:ff9b::8.8.8.8', 'never'],
  ['64:ff9b:1::1', 'never'],
  ['100::1', 'never'],
  ['2001::1', 'never'],
  ['2001:10::1', 'private'],
  ['2001:db8::1', 'private'],
  ['2002:7f00:1::', 'never'],
  ['3fff::1', 'private'],
  ['4000::1', 'never'],
  ['fc00::1', 'private'],
  ['fd12:3456::1', 'private'],
  ['fd00:ec2::254', 'named'],
  ['fd20:ce::254', 'named'],
  ['fe80::1', 'named'],
  ['fec0::1', 'private'],
  ['ff02::1', 'never'],
] as const

describe('an address that is not of the public internet', () => {
  test.each(SPECIAL)('%s is refused for a plain rule', (address) => {
    expect(judge(address, 'example.org')).toMatchObject({ address })
  })

  test.each(SPECIAL)('%s is opened by leave for private addresses, or not: %s', (address, opens) => {
    const refusal = judge(address, { host: 'example.org', allowPrivate: true })
    expect(refusal?.opens ?? 'private').toBe(opens)
  })

  test.each(SPECIAL)('%s is opened by being named, or never: %s', (address, opens) => {
    const host = formatInternetAddress(parseInternetAddress(address)!)
    const named: EgressRule = { host, covers: 'address', ports: [443], allowPrivate: false }
    const refusal = checkAddress(host, target, rule('example.org'), [rule('example.org'), named])
    expect(refusal === null).toBe(opens !== 'never')
  })

  test('is not opened by being named with another port', () => {
    expect(judge('10.0.0.1', 'example.org', '10.0.0.1:22')).toMatchObject({ opens: 'private' })
    expect(judge('10.0.0.1', 'example.org', '10.0.0.1:443')).toBeNull()
  })
})

test.each(['', 'example.org', '0x7f.1', '127.1', '127.0.0.1 ', 'fe80::1%eth0', '[::1]'])(
  'what is no plain address is refused: %j',
  (text) => {
    expect(findSpecialNetwork(text)).toMatchObject({ opens: 'never' })
  },
)
