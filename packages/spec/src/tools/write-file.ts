import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'
import { LONGEST_PATH } from './text-limits.ts'

/** Input of the `write_file` tool. */
export const WriteFileInput = closedObject({
  path: Type.String({
    minLength: 1,
    maxLength: LONGEST_PATH,
    description: 'The file: absolute, below ~, or relative to the working directory. Missing folders are created.',
  }),
  content: Type.String({ description: 'All that the file holds afterwards, written as UTF-8.' }),
})
export type WriteFileInput = Static<typeof WriteFileInput>

/** Creates a file, or replaces what it holds. */
export const WRITE_FILE_TOOL: ToolSpec = {
  name: 'write_file',
  description:
    'Creates a file, or replaces all that it holds. Missing parent folders are created; permissions of an existing file are kept. To change a part of a file, use edit_file or apply_patch. The file is either written whole or left as it was.',
  inputSchema: WriteFileInput,
  requiredPermission: 'workspace-write',
  groups: ['group:fs', 'group:builtin'],
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false, idempotentHint: true },
  summary: 'Create or overwrite files',
}
