import { Type } from '@poundlock/spec/schema'
import { closed, Count, Fingerprint, Name, Time } from '../values/values.ts'
import { VersionRange } from '../version/version-range.ts'
import { ANYBODY, method, OPERATOR } from './method.ts'

export const gatewayMethods = {
  'gateway.health': method({
    to: 'gateway',
    scope: 'status.read',
    roles: ANYBODY,
    access: 'read',
    idempotency: 'none',
    params: closed({}),
    result: closed({ state: Type.Enum(['starting', 'ready', 'draining']), time: Time }),
    errors: [],
    summary: 'Says that the gateway lives, and whether it takes new calls.',
  }),
  'gateway.status': method({
    to: 'gateway',
    scope: 'status.read',
    roles: OPERATOR,
    access: 'read',
    idempotency: 'none',
    params: closed({}),
    result: closed({
      gateway: closed({ id: Fingerprint, name: Name, version: Type.String() }),
      protocol: VersionRange,
      state: Type.Enum(['starting', 'ready', 'draining']),
      startedAt: Time,
      time: Time,
      pid: Count,
      /** Where it listens, as URLs. */
      addresses: Type.Array(Type.String()),
      connections: closed({ operator: Count, agent: Count, node: Count }),
      sessions: Count,
      /** Calls that run or wait. */
      calls: Count,
      approvals: Count,
      /** What is wrong and does not keep it from serving: a sentence each. */
      problems: Type.Array(Type.String()),
    }),
    errors: [],
    summary: 'Says what the gateway is, where it listens, and what it is busy with.',
  }),
  'gateway.reload': method({
    to: 'gateway',
    scope: 'admin',
    roles: OPERATOR,
    access: 'write',
    idempotency: 'none',
    params: closed({}),
    result: closed({
      /** Settings that hold from now on. */
      applied: Type.Array(Type.String()),
      /** Settings that have changed, and hold after a restart. */
      restart: Type.Array(Type.String()),
    }),
    errors: ['CONFLICT'],
    summary: 'Reads the configuration again. A broken one is refused with file and line, and the earlier one stays.',
  }),
}
