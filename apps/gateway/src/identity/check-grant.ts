import { GatewayError, ROLE_SCOPES, scopesBeyond, type Role, type Scope } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'

/** Nobody gives, or takes, more than they hold. @throws GatewayError `FORBIDDEN`, `INVALID_PARAMS` */
export function checkGrant(caller: Caller, role: Role, scopes: readonly Scope[]): void {
  const possible: readonly Scope[] = ROLE_SCOPES[role]
  const impossible = scopes.filter((scope) => !possible.includes(scope))
  if (impossible.length > 0) {
    throw new GatewayError(`The role ${role} cannot have ${impossible.join(', ')}.`, {
      code: 'INVALID_PARAMS',
      path: '/params/scopes',
      expected: `some of ${possible.join(', ')}`,
    })
  }
  const lacking = scopesBeyond([...caller.scopes], role, scopes)
  if (lacking.length === 0) return
  throw new GatewayError(`The connection itself lacks ${lacking.join(', ')}.`, {
    code: 'FORBIDDEN',
    details: { reason: 'beyond-own-scopes', scopes: lacking },
  })
}

/** @throws GatewayError `INVALID_PARAMS` */
export function checkAgent(role: Role, agent: string | undefined): void {
  if (agent === undefined || role === 'agent') return
  throw new GatewayError('Only a device of the role agent acts as an agent.', {
    code: 'INVALID_PARAMS',
    path: '/params/agent',
    expected: 'no agent',
  })
}

/** A node is sent what it runs over its WebSocket, and needs no other door. @throws GatewayError `INVALID_PARAMS` */
export function checkBearer(role: Role, bearer: boolean | undefined): void {
  if (bearer !== true || role !== 'node') return
  throw new GatewayError('A node connects with its key alone.', {
    code: 'INVALID_PARAMS',
    path: '/params/bearer',
    expected: 'no bearer',
  })
}
