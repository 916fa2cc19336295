import * as Type from 'typebox'
import type { Static } from 'typebox'
import type { ToolSpec } from '../tool-spec.ts'

const Todo = Type.Object(
  {
    content: Type.String({ minLength: 1, maxLength: 2000, description: 'What is to be done: "Run the tests".' }),
    activeForm: Type.String({ minLength: 1, maxLength: 2000, description: 'While it is done: "Running the tests".' }),
    status: Type.Enum(['pending', 'in_progress', 'completed']),
  },
  { additionalProperties: false },
)
export type Todo = Static<typeof Todo>

/** Input of the `TodoWrite` tool. */
export const TodoWriteInput = Type.Object(
  { todos: Type.Array(Todo, { maxItems: 200, description: 'The whole list, in order; it replaces the one before.' }) },
  { additionalProperties: false },
)
export type TodoWriteInput = Static<typeof TodoWriteInput>

/** Keeps the list of what is to be done in a session. */
export const todoWriteTool: ToolSpec = {
  name: 'TodoWrite',
  description: 'Keeps the list of what is to be done in this session. Give the whole list each time.',
  inputSchema: TodoWriteInput,
  requiredPermission: 'workspace-write',
  groups: ['group:builtin'],
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false, idempotentHint: true },
  summary: 'Keep a list of tasks',
}
