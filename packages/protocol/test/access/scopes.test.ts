import { expect, test } from 'vitest'
import { grantedScopes, ROLE_SCOPES, scopesBeyond } from '../../src/index.ts'

test('a connection gets what its record holds, it asks for, and its role can have', () => {
  expect(grantedScopes('operator', ['status.read', 'audit.read'], ['audit.read', 'admin'])).toEqual(['audit.read'])
  expect(grantedScopes('agent', ['tools.call', 'approvals.answer'], ['tools.call', 'approvals.answer'])).toEqual([
    'tools.call',
  ])
})

test('nobody gives more than they hold', () => {
  expect(scopesBeyond(['devices.manage', 'status.read'], 'operator', ['status.read', 'admin'])).toEqual(['admin'])
  expect(scopesBeyond(ROLE_SCOPES.operator, 'agent', ['tools.call'])).toEqual([])
})

test('not even who holds everything gives a role what it cannot have', () => {
  expect(scopesBeyond(ROLE_SCOPES.operator, 'agent', ['approvals.answer'])).toEqual(['approvals.answer'])
})

test('a node is let run commands by an admin only', () => {
  expect(scopesBeyond(['devices.manage'], 'node', ['nodes.serve'])).toEqual(['nodes.serve'])
  expect(scopesBeyond(['devices.manage', 'admin'], 'node', ['nodes.serve'])).toEqual([])
})
