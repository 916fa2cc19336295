import { isScope, ROLE_SCOPES, type Scope } from '@poundlock/protocol'
import { UsageError } from '../usage-error.ts'

export type RoleName = keyof typeof ROLE_SCOPES

/** What a device gets where nobody says more: an operator sees what happens and answers, and manages nothing. */
const USUAL_SCOPES: Readonly<Record<RoleName, readonly Scope[]>> = {
  operator: [
    'status.read',
    'sessions.read',
    'approvals.read',
    'approvals.answer',
    'devices.read',
    'nodes.read',
    'config.read',
  ],
  agent: ROLE_SCOPES.agent,
  node: ROLE_SCOPES.node,
}

/**
 * @param named `all`, or scopes
 * @param options.isBearer for a device that is known by its token alone: it answers approvals only when that is named
 * @throws UsageError
 */
export function chosenScopes(
  role: RoleName,
  named: readonly string[] | undefined,
  { isBearer = false }: { readonly isBearer?: boolean } = {},
): Scope[] {
  if (named === undefined) return USUAL_SCOPES[role].filter((scope) => !isBearer || scope !== 'approvals.answer')
  const possible: readonly Scope[] = ROLE_SCOPES[role]
  if (named.length === 1 && named[0] === 'all') return [...possible]
  const wrong = named.find((name) => !isScope(name) || !possible.includes(name))
  if (wrong === undefined) return [...new Set(named as readonly Scope[])]
  throw new UsageError(`--scope ${JSON.stringify(wrong)} is none of the role ${role}`, {
    remedy: `One of ${possible.join(', ')}, or all.`,
  })
}
