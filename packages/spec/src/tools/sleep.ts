import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'

/** Input of the `Sleep` tool. */
export const SleepInput = closedObject({
  duration_ms: Type.Integer({
    minimum: 0,
    maximum: 3_600_000,
    description: 'Milliseconds to wait, an hour at most.',
  }),
})
export type SleepInput = Static<typeof SleepInput>

/** Waits. */
export const SLEEP_TOOL: ToolSpec = {
  name: 'Sleep',
  description: 'Waits for the given time, without using a shell. It ends early when the call is given up.',
  inputSchema: SleepInput,
  requiredPermission: 'read-only',
  groups: ['group:builtin'],
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false, idempotentHint: true },
  summary: 'Wait',
}
