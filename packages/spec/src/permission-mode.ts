/** What a session may do without asking; see `PERMISSION_TABLE`. */
export type PermissionMode = 'read-only' | 'workspace-write' | 'danger-full-access' | 'prompt' | 'allow'

/** The worst that a tool call can do. Ordered: each includes the one before. */
export type RequiredPermission = 'read-only' | 'workspace-write' | 'danger-full-access'

/** The three answers. The strictest wins: deny, then ask, then allow. */
export type Decision = 'allow' | 'ask' | 'deny'

/** The modes of a session, from the strictest to the widest. */
export const PERMISSION_MODES: readonly PermissionMode[] = [
  'read-only',
  'workspace-write',
  'danger-full-access',
  'prompt',
  'allow',
]

/** What a tool needs at worst, from the least to the most. */
export const REQUIRED_PERMISSIONS: readonly RequiredPermission[] = [
  'read-only',
  'workspace-write',
  'danger-full-access',
]

/** Mode × required permission → decision. A table, since the modes have no order: `prompt` is not "more" than another. */
export const PERMISSION_TABLE: Readonly<Record<PermissionMode, Readonly<Record<RequiredPermission, Decision>>>> = {
  'read-only': { 'read-only': 'allow', 'workspace-write': 'deny', 'danger-full-access': 'deny' },
  'workspace-write': { 'read-only': 'allow', 'workspace-write': 'allow', 'danger-full-access': 'ask' },
  'danger-full-access': { 'read-only': 'allow', 'workspace-write': 'allow', 'danger-full-access': 'allow' },
  prompt: { 'read-only': 'ask', 'workspace-write': 'ask', 'danger-full-access': 'ask' },
  allow: { 'read-only': 'allow', 'workspace-write': 'allow', 'danger-full-access': 'allow' },
}

const STRICTNESS: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 }

/** The strictest of the decisions; `allow` when there are none. An unknown value counts as `deny`. */
export function strictest(...decisions: readonly Decision[]): Decision {
  let result: Decision = 'allow'
  for (const decision of decisions) {
    if (!Object.hasOwn(STRICTNESS, decision)) return 'deny'
    if (STRICTNESS[decision] > STRICTNESS[result]) result = decision
  }
  return result
}
