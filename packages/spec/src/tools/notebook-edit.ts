import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'
import { LONGEST_PATH } from './text-limits.ts'

/** Input of the `NotebookEdit` tool. */
export const NotebookEditInput = closedObject({
  notebook_path: Type.String({
    minLength: 1,
    maxLength: LONGEST_PATH,
    description: 'The notebook (.ipynb): absolute, below ~, or relative to the working directory.',
  }),
  cell_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'The cell, as read_file names it. With "insert" the new cell comes after it, or first when it is absent.',
    }),
  ),
  edit_mode: Type.Optional(
    Type.Enum(['replace', 'insert', 'delete'], { default: 'replace', description: 'What to do with the cell.' }),
  ),
  new_source: Type.Optional(Type.String({ description: 'The whole source of the cell; needed unless it is deleted.' })),
  cell_type: Type.Optional(
    Type.Enum(['code', 'markdown', 'raw'], {
      description: 'What kind of cell it is; "code" for a new one, and as it was for another, when absent.',
    }),
  ),
})
export type NotebookEditInput = Static<typeof NotebookEditInput>

/** Changes a cell of a notebook. */
export const NOTEBOOK_EDIT_TOOL: ToolSpec = {
  name: 'NotebookEdit',
  description:
    'Replaces, inserts or deletes one cell of a Jupyter notebook. A code cell that is replaced loses its outputs. Everything else in the file stays as it is.',
  inputSchema: NotebookEditInput,
  requiredPermission: 'workspace-write',
  groups: ['group:fs', 'group:builtin'],
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false, idempotentHint: false },
  summary: 'Edit notebook cells',
}
