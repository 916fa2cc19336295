import type { METHODS, MethodName } from './method-table.ts'

/**
 * What a client has to know of each method while it runs, without the schemas, which weigh many times as much. The types
 * are those of the table: what differs from it, or lacks a method, does not compile.
 */
export const METHOD_FACTS: {
  readonly [Name in MethodName]: Pick<(typeof METHODS)[Name], 'access' | 'idempotency'>
} = {
  'gateway.health': { access: 'read', idempotency: 'none' },
  'gateway.status': { access: 'read', idempotency: 'none' },
  'devices.list': { access: 'read', idempotency: 'none' },
  'devices.watch': { access: 'read', idempotency: 'none' },
  'devices.invite': { access: 'write', idempotency: 'none' },
  'devices.approve': { access: 'write', idempotency: 'none' },
  'devices.reject': { access: 'write', idempotency: 'none' },
  'devices.rename': { access: 'write', idempotency: 'none' },
  'devices.rotate': { access: 'write', idempotency: 'none' },
  'devices.revoke': { access: 'write', idempotency: 'none' },
  'sessions.create': { access: 'write', idempotency: 'required' },
  'sessions.list': { access: 'read', idempotency: 'none' },
  'sessions.get': { access: 'read', idempotency: 'none' },
  'sessions.events': { access: 'read', idempotency: 'none' },
  'sessions.follow': { access: 'read', idempotency: 'none' },
  'sessions.send': { access: 'write', idempotency: 'required' },
  'sessions.abort': { access: 'write', idempotency: 'optional' },
  'tools.list': { access: 'read', idempotency: 'none' },
  'tools.call': { access: 'write', idempotency: 'required' },
  'tools.cancel': { access: 'write', idempotency: 'optional' },
  'tools.status': { access: 'read', idempotency: 'none' },
  'approvals.list': { access: 'read', idempotency: 'none' },
  'approvals.get': { access: 'read', idempotency: 'none' },
  'approvals.watch': { access: 'read', idempotency: 'none' },
  'approvals.answer': { access: 'write', idempotency: 'optional' },
  'approvals.answerMany': { access: 'write', idempotency: 'optional' },
  'approvals.delegate': { access: 'write', idempotency: 'optional' },
  'approvals.groups': { access: 'read', idempotency: 'none' },
  'grants.list': { access: 'read', idempotency: 'none' },
  'grants.revoke': { access: 'write', idempotency: 'optional' },
  'policy.check': { access: 'read', idempotency: 'none' },
  'audit.tail': { access: 'read', idempotency: 'none' },
  'audit.verify': { access: 'read', idempotency: 'none' },
  'subscriptions.end': { access: 'read', idempotency: 'none' },
}
