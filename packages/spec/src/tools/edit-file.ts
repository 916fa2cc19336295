import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'
import { LONGEST_PATH } from './text-limits.ts'

/** Input of the `edit_file` tool. */
export const EditFileInput = closedObject({
  path: Type.String({
    minLength: 1,
    maxLength: LONGEST_PATH,
    description: 'An existing text file: absolute, below ~, or relative to the working directory.',
  }),
  old_string: Type.String({
    description:
      'The text to replace, exactly as the file has it (without the line numbers of read_file), with enough around it to occur only once.',
  }),
  new_string: Type.String({ description: 'What stands there instead; empty to delete.' }),
  replace_all: Type.Optional(
    Type.Boolean({ default: false, description: 'Replace every occurrence instead of the only one.' }),
  ),
})
export type EditFileInput = Static<typeof EditFileInput>

/** Replaces a text in a file. */
export const EDIT_FILE_TOOL: ToolSpec = {
  name: 'edit_file',
  description:
    'Replaces a text in a file. old_string must occur exactly once, unless replace_all is set; otherwise nothing is changed and the result says where it occurs, or what comes nearest. Line feeds also stand for the CRLF of a file that has them. Encoding, line endings and permissions of the file are kept.',
  inputSchema: EditFileInput,
  requiredPermission: 'workspace-write',
  groups: ['group:fs', 'group:builtin'],
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false, idempotentHint: false },
  summary: 'Replace text in files',
}
