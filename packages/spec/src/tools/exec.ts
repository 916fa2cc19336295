import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'
import { sandboxSwitches } from './sandbox-switches.ts'
import { LONGEST_PATH, WITHOUT_NUL } from './text-limits.ts'

/** Input of the `exec` tool. Everything but `command` can only tighten what is configured. */
export const ExecInput = closedObject({
  command: Type.String({ minLength: 1, description: 'The command line, as typed into a shell.' }),
  workdir: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_PATH,
      pattern: WITHOUT_NUL,
      description: 'Where it runs: absolute, below ~, or relative to the working directory, which it is when absent.',
    }),
  ),
  env: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }), Type.String({ pattern: WITHOUT_NUL }), {
      additionalProperties: false,
      description: 'Extra environment variables; those that change what runs are refused.',
    }),
  ),
  yieldMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: 10_000,
      description:
        'Milliseconds to wait before it goes on in the background, 10 to 120000; `process` looks after it then.',
    }),
  ),
  background: Type.Optional(Type.Boolean({ default: false, description: 'Start it and return at once.' })),
  timeout: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 86_400,
      default: 1800,
      description: 'Seconds until it is ended; at most what is configured.',
    }),
  ),
  pty: Type.Optional(Type.Boolean({ default: false, description: 'Give it a terminal.' })),
  host: Type.Optional(Type.Enum(['sandbox', 'gateway', 'node'], { description: 'Where it runs.' })),
  security: Type.Optional(Type.Enum(['deny', 'allowlist', 'full'], { description: 'At most what is configured.' })),
  ask: Type.Optional(Type.Enum(['off', 'on-miss', 'always'], { description: 'At least what is configured.' })),
  node: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: 'Id or name of the node, with host=node.' }),
  ),
  elevated: Type.Optional(Type.Boolean({ default: false, description: 'Outside the sandbox, where that is allowed.' })),
  ...sandboxSwitches,
})
export type ExecInput = Static<typeof ExecInput>

/** Runs a command line. */
export const EXEC_TOOL: ToolSpec = {
  name: 'exec',
  description:
    'Runs a shell command and returns its output. It runs contained: the workspace is writable, the rest of the machine is not, and there is no network unless it was given.',
  inputSchema: ExecInput,
  requiredPermission: 'danger-full-access',
  groups: ['group:runtime', 'group:builtin'],
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true, idempotentHint: false },
  summary: 'Run shell commands',
}
