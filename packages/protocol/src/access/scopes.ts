import type { Role } from './roles.ts'

/** What a scope lets its holder do, a sentence each. The list is closed, and no scope contains another one. */
export const SCOPES = {
  'status.read': 'See that the gateway lives, and what it is busy with.',
  'sessions.read': 'See sessions and follow their events; an agent sees its own.',
  'sessions.write': 'Create sessions, send to them and abort them; an agent its own.',
  'tools.call': 'List and call tools. Each call is decided by the policy.',
  'approvals.read': 'See what waits for an answer, what was answered, and the grants.',
  'approvals.answer': 'Answer and delegate what waits, and revoke grants.',
  'devices.read': 'See the devices that are paired, and those that ask to be.',
  'devices.manage': 'Pair, rename, rotate and revoke devices, with no more than the scopes that one holds.',
  'nodes.read': 'See the nodes, their state and their labels.',
  'nodes.manage': 'Approve, label, drain and remove nodes.',
  'nodes.serve': 'Run on this machine what the gateway sends.',
  'audit.read': 'Read the audit log and verify it.',
  'config.read': 'See the effective policy, and try calls against it.',
  'config.write': 'Change the policy and the approvals documents.',
  admin: 'Reload and stop the gateway, and approve what can run commands.',
} as const satisfies Readonly<Record<string, string>>
/** A right of a device; each method names the one that it needs. */
export type Scope = keyof typeof SCOPES

/**
 * Which scopes a device of a role can hold at all; whatever its record or an operator says, it gets no other. An agent
 * can never answer: what it holds is in the hands of a model.
 */
export const ROLE_SCOPES = {
  operator: [
    'status.read',
    'sessions.read',
    'sessions.write',
    'tools.call',
    'approvals.read',
    'approvals.answer',
    'devices.read',
    'devices.manage',
    'nodes.read',
    'nodes.manage',
    'audit.read',
    'config.read',
    'config.write',
    'admin',
  ],
  agent: ['status.read', 'sessions.read', 'sessions.write', 'tools.call'],
  node: ['status.read', 'nodes.serve'],
} as const satisfies Readonly<Record<Role, readonly Scope[]>>

/** True for the name of a scope. */
export function isScope(name: string): name is Scope {
  return Object.hasOwn(SCOPES, name)
}

/**
 * The scopes that a connection gets: those that it asks for, that its device's record holds, and that its role can have.
 *
 * @param recorded what the gateway wrote down when the device was approved, never what the client says
 */
export function grantedScopes(role: Role, recorded: readonly Scope[], requested: readonly Scope[]): readonly Scope[] {
  const possible: readonly Scope[] = ROLE_SCOPES[role]
  return possible.filter((scope) => recorded.includes(scope) && requested.includes(scope))
}

/** Those of the scopes that a caller cannot give to a device of a role: they lack them, or the role cannot have them. */
export function scopesBeyond(own: readonly Scope[], role: Role, wanted: readonly Scope[]): readonly Scope[] {
  const possible: readonly Scope[] = ROLE_SCOPES[role]
  // Nodes and agents hold scopes that no operator needs for itself; who manages devices may hand those out.
  const isOwn = (scope: Scope) => own.includes(scope) || (scope === 'nodes.serve' && own.includes('admin'))
  return wanted.filter((scope) => !possible.includes(scope) || !isOwn(scope))
}
