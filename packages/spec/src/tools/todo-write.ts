import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'

const Todo = closedObject({
  content: Type.String({ minLength: 1, maxLength: 2000, description: 'What is to be done: "Run the tests".' }),
  activeForm: Type.String({ minLength: 1, maxLength: 2000, description: 'While it is done: "Running the tests".' }),
  status: Type.Enum(['pending', 'in_progress', 'completed']),
})
/** One entry of the list of `todo_write`. */
export type Todo = Static<typeof Todo>

/** Input of the `TodoWrite` tool. */
export const TodoWriteInput = closedObject({
  todos: Type.Array(Todo, { maxItems: 200, description: 'The whole list, in order; it replaces the one before.' }),
})
export type TodoWriteInput = Static<typeof TodoWriteInput>

/** Keeps the list of what is to be done in a session. */
export const TASK_LIST_TOOL: ToolSpec = {
  name: 'TodoWrite',
  description: 'Keeps the list of what is to be done in this session. Give the whole list each time.',
  inputSchema: TodoWriteInput,
  requiredPermission: 'workspace-write',
  groups: ['group:builtin'],
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false, idempotentHint: true },
  summary: 'Keep a list of tasks',
}
