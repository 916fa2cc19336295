import type { RequiredPermission, ToolAnnotations } from '@poundlock/spec'
import { matchesGlob } from '../names/glob.ts'

/**
 * The most that a tool can need. The owner's settings win; otherwise its annotations count, and a missing one is the
 * worst case, as in the protocol: it writes, destroys, and reaches the network.
 */
export function requiredPermissionOf(
  tool: { readonly name: string; readonly annotations: ToolAnnotations },
  permissions: Readonly<Record<string, RequiredPermission>> = {},
): RequiredPermission {
  const named = Object.entries(permissions).filter(([pattern]) => matchesGlob(pattern, tool.name))
  // The longest pattern is the one that says most about the tool.
  const [owners] = named.toSorted(([a], [b]) => b.length - a.length)
  if (owners) return owners[1]
  const { readOnlyHint = false, destructiveHint = true, openWorldHint = true } = tool.annotations
  if (readOnlyHint) return openWorldHint ? 'workspace-write' : 'read-only'
  return destructiveHint || openWorldHint ? 'danger-full-access' : 'workspace-write'
}
