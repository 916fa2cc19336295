import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'

/** Input of the `REPL` tool. */
export const ReplInput = closedObject({
  code: Type.String({ minLength: 1, description: 'The program. What it prints is the result.' }),
  language: Type.Enum(['python', 'node', 'bash'], { description: 'What it is written in.' }),
  timeout_ms: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 86_400_000, description: 'Milliseconds until it is ended.' }),
  ),
})
export type ReplInput = Static<typeof ReplInput>

/** Runs a piece of code. */
export const REPL_TOOL: ToolSpec = {
  name: 'REPL',
  description:
    'Runs a piece of code and returns what it prints. It runs contained, like a command; nothing is kept from one call to the next.',
  inputSchema: ReplInput,
  requiredPermission: 'danger-full-access',
  groups: ['group:runtime', 'group:builtin'],
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true, idempotentHint: false },
  summary: 'Run code',
}
