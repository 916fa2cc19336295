import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'

/** Input of the `apply_patch` tool. */
export const ApplyPatchInput = closedObject({
  patch: Type.String({
    minLength: 1,
    description:
      'The patch: "*** Begin Patch", sections "*** Update File: path" (with "*** Move to: path" to rename, and changes that begin with "@@", whose lines begin with a blank, - or +), "*** Add File: path" (lines that begin with +), "*** Delete File: path", then "*** End Patch". Or a unified diff as git diff writes it.',
  }),
})
export type ApplyPatchInput = Static<typeof ApplyPatchInput>

/** Changes several files at once. */
export const APPLY_PATCH_TOOL: ToolSpec = {
  name: 'apply_patch',
  description:
    'Adds, changes, moves and deletes files by a patch: all of it, or nothing. Each change shows about three lines around what it changes, exactly as the file has them; where they occur more than once, "@@ class Name" (a whole line of the file above them) says which are meant.',
  inputSchema: ApplyPatchInput,
  requiredPermission: 'workspace-write',
  groups: ['group:fs', 'group:builtin'],
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false, idempotentHint: false },
  summary: 'Change several files by a patch',
}
