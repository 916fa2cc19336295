import { toolAccess } from '@poundlock/policy'
import type { ToolFileAccess } from '../../tool-handler.ts'
import { FileToolError } from '../file-tool-error.ts'
import { showPath } from '../show-path.ts'
import type { PatchOperation } from './patch-operation.ts'

/**
 * Refuses a patch that touches what the policy did not see in it. Both readers are ours and agree; should they ever not,
 * it ends here.
 */
export function demandNamed(patch: string, operations: readonly PatchOperation[]): void {
  const { files } = toolAccess('apply_patch', { patch })
  const named = new Set(files.map(({ access, path }) => `${access} ${path}`))
  for (const { access, path } of operations.flatMap(accessesOf)) {
    if (named.has(`${access} ${path}`)) continue
    const message = `the path ${showPath(path)} of the patch could be read in two ways; nothing was changed`
    throw new FileToolError(message, { code: 'PATCH_SYNTAX', remedy: 'Write it plainly, in a header line of its own.' })
  }
}

/** What an operation does to which path. */
export function accessesOf(
  operation: PatchOperation,
): readonly { readonly access: ToolFileAccess; readonly path: string }[] {
  const { kind, path } = operation
  if (kind === 'delete') return [{ access: 'delete', path }]
  const written = [{ access: 'write', path }] as const
  if (kind === 'add' || operation.moveTo === null) return written
  return [...written, { access: 'delete', path }, { access: 'write', path: operation.moveTo }]
}
