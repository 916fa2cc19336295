import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'
import { LONGEST_PATH } from './text-limits.ts'

/** Input of the `read_file` tool. */
export const ReadFileInput = closedObject({
  path: Type.String({
    minLength: 1,
    maxLength: LONGEST_PATH,
    description: 'The file: absolute, below ~, or relative to the working directory.',
  }),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, default: 1, description: 'The first line to show; lines are counted from 1.' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, default: 2000, description: 'How many lines to show.' }),
  ),
})
export type ReadFileInput = Static<typeof ReadFileInput>

/** Shows a file. */
export const READ_FILE_TOOL: ToolSpec = {
  name: 'read_file',
  description:
    'Shows a text file with its line numbers ("12<tab>text"), an image as an image, or a Jupyter notebook as its cells. Of a long file it shows 2000 lines from the offset and says how to go on; very long lines are cut. Folders, devices and other binary files are refused.',
  inputSchema: ReadFileInput,
  requiredPermission: 'read-only',
  groups: ['group:fs', 'group:builtin'],
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false, idempotentHint: true },
  summary: 'Read files',
}
