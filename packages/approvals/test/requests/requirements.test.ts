import { expect, test } from 'vitest'
import { findRequirements } from '../../src/index.ts'
import { aRequest } from '../a-request.ts'

const request = aRequest({ argv: [['/usr/bin/kubectl', 'apply'], ['ls']], agent: 'deployer', host: 'gateway' })
const unreadable = aRequest({ argv: null })

test('a request that no rule fits needs one answer of anybody', () => {
  const others = [{ agents: ['main'] }, { tools: ['write_file'] }, { hosts: ['sandbox'] }, { programs: ['terraform'] }]
  for (const rule of others) {
    expect(findRequirements([{ ...rule, approve: 2, reason: 'required', group: 'g' }], {}, request)).toEqual({})
  }
})

test('all rules that fit hold together: the most approvals, the fewest denials, every group', () => {
  const rules = [
    { approve: 3, deny: 2, group: 'a' },
    { agents: ['deployer'], tools: ['exec'], hosts: ['gateway'], programs: ['kubectl'], approve: 2, group: 'b' },
    { reason: 'required' as const, deny: 3 },
  ]
  const groups = { a: ['device:1', 'slack:U1'], b: ['slack:U1', 'account:u'] }
  expect(findRequirements(rules, groups, request)).toEqual({
    requires: { approve: 3, deny: 1, reason: 'required' },
    approvers: { group: 'a:b', members: ['slack:U1'] },
  })
})

test.each([
  ['node', true],
  [`node:${'a'.repeat(64)}`, true],
  [`node:${'c'.repeat(64)}`, false],
  ['gateway', false],
])('a rule for %s fits a command for two nodes: %s', (host, fits) => {
  const fleet = aRequest({ host: `node:${'b'.repeat(64)} node:${'a'.repeat(64)}` })
  expect(findRequirements([{ hosts: [host], approve: 2 }], {}, fleet)).toEqual(
    fits ? { requires: { approve: 2, deny: 1, reason: 'optional' } } : {},
  )
})

test('a line that cannot be read fits a rule for programs', () => {
  expect(findRequirements([{ programs: ['terraform'], approve: 2 }], {}, unreadable)).toMatchObject({
    requires: { approve: 2 },
  })
})

test.each(['nobody', 'constructor', '__proto__'])('the group %s, which does not exist, has no members', (group) => {
  expect(findRequirements([{ group }], {}, request).approvers).toEqual({ group, members: [] })
})
