import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'
import { EXEC_TOOL } from './exec.ts'
import { sandboxSwitches } from './sandbox-switches.ts'

/** Input of `exec` under its other well-known name. */
export const BashInput = closedObject({
  command: Type.String({ minLength: 1, description: 'The command line, as typed into a shell.' }),
  timeout: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 86_400_000,
      description: 'Milliseconds until it is ended; at most what is configured.',
    }),
  ),
  description: Type.Optional(Type.String({ maxLength: 2000, description: 'What it does, in a few words.' })),
  run_in_background: Type.Optional(Type.Boolean({ description: 'Start it and return at once.' })),
  dangerouslyDisableSandbox: Type.Optional(
    Type.Boolean({ description: 'A call cannot leave its sandbox; true is refused.' }),
  ),
  namespaceRestrictions: Type.Optional(
    Type.Boolean({ description: 'A call cannot do without them; false is refused.' }),
  ),
  ...sandboxSwitches,
})
export type BashInput = Static<typeof BashInput>

/** `exec` under its other well-known name. */
export const BASH_TOOL: ToolSpec = { ...EXEC_TOOL, name: 'bash', inputSchema: BashInput }
