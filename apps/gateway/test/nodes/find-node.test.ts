import { describe, expect, test } from 'vitest'
import { selectNodes } from '../../src/fleet/select-nodes.ts'
import { chooseRunNode, findNode, type NodeCandidate } from '../../src/nodes/find-node.ts'

const node = (id: string, name: string, more: Partial<NodeCandidate> = {}): NodeCandidate => ({
  id,
  name,
  connected: true,
  labels: {},
  canRun: true,
  ...more,
})

const MAC = node('abcdef012345', 'Mac Studio', { address: '100.0.0.1', labels: { role: 'build', arch: 'arm64' } })
const PI = node('456789abcdef', 'Raspberry Pi', { address: '100.0.0.2', labels: { role: 'web', arch: 'arm64' } })
const OFF = node('abcdef999999', 'Off', { connected: false, address: '100.0.0.3', labels: { role: 'web' } })
const NAMED_LIKE_AN_ID = node('000000000000', '456789abcdef')
const ALL = [MAC, PI, OFF]

const found = (query: string, nodes: readonly NodeCandidate[] = ALL) => {
  const result = findNode(nodes, query)
  if (result.kind === 'node') return result.node.id
  return result.isAmbiguous ? result.candidates.map(({ id }) => id) : null
}

describe('a node is found by', () => {
  test.each([
    ['its id', 'abcdef012345', MAC.id],
    ['its name, however it is written', '  Mac---Studio!! ', MAC.id],
    ['its name in other letters', 'RASPBERRY PI', PI.id],
    ['its address', '100.0.0.2', PI.id],
    ['six digits of its id', '456789', PI.id],
    ['its labels', 'role=build', MAC.id],
    ['several labels', 'role=web, arch=arm64', PI.id],
    ['a label that it does not have', 'arch!=arm64', OFF.id],
  ])('%s', (_, query, id) => expect(found(query)).toBe(id))
})

describe('a node is not found by', () => {
  test.each([
    ['nothing', ' '],
    ['five digits of its id', '45678'],
    ['a part of its name', 'Mac'],
    ['another address', '100.0.0.20'],
    ['labels that none has', 'role=database'],
    ['what is no label', 'role=web,'],
    ['punctuation alone', '---'],
  ])('%s', (_, query) => expect(found(query)).toBe(null))
})

test('an id goes before a name, a name before an address, and an address before a prefix', () => {
  expect(found('456789abcdef', [PI, NAMED_LIKE_AN_ID])).toBe(PI.id)
  const named = node('111111111111', '100.0.0.2')
  expect(found('100.0.0.2', [PI, named])).toBe(named.id)
  const addressed = node('222222222222', 'x', { address: 'abcdef0' })
  expect(found('abcdef0', [MAC, addressed])).toBe(addressed.id)
})

test('GW-75: what fits several is an error that lists them, also when one alone is online', () => {
  expect(found('abcdef')).toEqual([MAC.id, OFF.id])
  expect(found('role=web')).toEqual([PI.id, OFF.id])
  expect(found('arch=arm64')).toEqual([MAC.id, PI.id])
  const twins = [node('a1', 'iPhone'), node('b2', 'iphone', { connected: false })]
  expect(found('iPhone', twins)).toEqual(['a1', 'b2'])
})

test('GW-75-a: one name in two spellings is two nodes, also when one of them is offline', () => {
  const twins = [node('aaaaaaaaaaaa', 'Build Node'), node('bbbbbbbbbbbb', 'build-node', { connected: false })]
  const result = findNode(twins, 'BUILD NODE')
  expect(result).toMatchObject({
    kind: 'problem',
    isAmbiguous: true,
    candidates: [{ id: twins[0]!.id }, { id: twins[1]!.id }],
  })
  expect(result.kind === 'problem' && result.message).toContain('Build Node (aaaaaaaaaaaa), build-node (bbbbbbbbbbbb)')
  expect(chooseRunNode(twins, { wanted: 'BUILD NODE' })).toMatchObject({ kind: 'problem', isAmbiguous: true })
})

test('GW-75-b: five digits, a prefix that is a name, another form of Unicode, and a shared address', () => {
  expect(found('abcde')).toBe(null)
  const named = node('999999999999', 'abcdef')
  expect(found('abcdef', [...ALL, named]), 'a name goes before the beginning of an id').toBe(named.id)
  const cafe = node('888888888888', 'Caf\u00E9')
  expect(found('cafe\u0301', [cafe])).toBe(cafe.id)
  expect(found('Caf\u00E9', [node('777777777777', 'Cafe\u0301'), cafe])).toEqual(['777777777777', cafe.id])
  const behind = [MAC, node('666666666666', 'Other', { address: '100.0.0.1', connected: false })]
  expect(found('100.0.0.1', behind)).toEqual([MAC.id, '666666666666'])
})

const chosen = (choice: { wanted?: string; bound?: string }, nodes: readonly NodeCandidate[] = ALL) => {
  const result = chooseRunNode(nodes, choice)
  return result.kind === 'node' ? result.node.id : result.code
}

describe('a command runs on', () => {
  const PHONE = node('333333333333', 'Phone', { canRun: false })
  test.each([
    ['the node that is named', { wanted: 'Mac Studio' }, ALL, MAC.id],
    ['the node that is bound', { bound: 'Mac Studio' }, ALL, MAC.id],
    ['the node that is named as it is bound, in other words', { bound: 'Mac Studio', wanted: 'abcdef0' }, ALL, MAC.id],
    ['no node beside the one that is bound', { bound: 'Mac Studio', wanted: 'Raspberry Pi' }, ALL, 'NODE_REFUSED'],
    ['no node where the one that is bound is unknown', { bound: 'x', wanted: 'Mac Studio' }, ALL, 'NODE_REFUSED'],
    ['no node that is not connected', { wanted: 'Off' }, ALL, 'NODE_OFFLINE'],
    ['no node that may not run commands', { wanted: 'Phone' }, [...ALL, PHONE], 'NODE_REFUSED'],
    ['no node where several could', {}, ALL, 'NODE_REFUSED'],
    ['the only one that can', {}, [MAC, OFF, PHONE], MAC.id],
    ['no node where none can', {}, [OFF, PHONE], 'NODE_OFFLINE'],
    ['no node where there is none', {}, [], 'NODE_OFFLINE'],
  ] as const)('%s', (_, choice, nodes, expected) => expect(chosen(choice, nodes)).toBe(expected))
})

test('several nodes without a name are named in the error', () => {
  const result = chooseRunNode(ALL, {})
  expect(result).toMatchObject({ kind: 'problem', isAmbiguous: true, candidates: [{ id: MAC.id }, { id: PI.id }] })
  expect(result.kind === 'problem' && result.message).toContain(
    'Mac Studio (abcdef012345), Raspberry Pi (456789abcdef)',
  )
})

test.each(['role==', 'role==web', 'role=web,x', 'role=', '=web', 'role=web,,a=b', 'role!web=x y', '!='])(
  'labels that cannot be read, %j, are refused with what was expected, and fit no node',
  (text) => {
    const result = findNode(ALL, text)
    expect(result).toMatchObject({ kind: 'problem', code: 'NODE_REFUSED', isAmbiguous: false })
    expect(result.kind === 'problem' && result.message).toMatch(
      /cannot be read at ".*": expected key=value or key!=value/,
    )
    expect(() => selectNodes(ALL, { nodes: text })).toThrow(
      expect.objectContaining({ code: 'INVALID_PARAMS', path: '/params/selection' }),
    )
  },
)
