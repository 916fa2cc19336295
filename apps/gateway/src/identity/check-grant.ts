import { GatewayError, ROLE_SCOPES, scopesBeyond, type Role, type Scope } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'

/** Nobody gives, or takes, more than they hold. @throws GatewayError `FORBIDDEN`, `INVALID_PARAMS` */
export function checkGrant(caller: Caller, role: Role, scopes: readonly Scope[]): void {
  const possible: readonly Scope[] = ROLE_SCOPES[role]
  const impossible = scopes.filter((scope) => !possible.includes(scope))
  if (impossible.length > 0) {
    throw new GatewayError('INVALID_PARAMS', `The role ${role} cannot have ${impossible.join(', ')}.`, {
      path: '/params/scopes',
      expected: `some of ${possible.join(', ')}`,
    })
  }
  const lacking = scopesBeyond([...caller.scopes], role, scopes)
  if (lacking.length === 0) return
  throw new GatewayError('FORBIDDEN', `The connection itself lacks ${lacking.join(', ')}.`, {
    details: { reason: 'beyond-own-scopes', scopes: lacking },
  })
}

/** @throws GatewayError `INVALID_PARAMS` */
export function checkAgent(role: Role, agent: string | undefined): void {
  if (agent === undefined || role === 'agent') return
  throw new GatewayError('INVALID_PARAMS', 'Only a device of the role agent acts as an agent.', {
    path: '/params/agent',
    expected: 'no agent',
  })
}

/** A node is sent what it runs over its WebSocket, and needs no other door. @throws GatewayError `INVALID_PARAMS` */
export function checkBearer(role: Role, bearer: boolean | undefined): void {
  if (bearer !== true || role !== 'node') return
  throw new GatewayError('INVALID_PARAMS', 'A node connects with its key alone.', {
    path: '/params/bearer',
    expected: 'no bearer',
  })
}
