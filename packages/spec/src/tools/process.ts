import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'

/** What `process` can be asked for. */
export const PROCESS_ACTIONS = [
  'list',
  'poll',
  'log',
  'write',
  'send-keys',
  'paste',
  'submit',
  'kill',
  'clear',
  'remove',
] as const

/** Input of the `process` tool. */
export const ProcessToolInput = closedObject({
  action: Type.Enum([...PROCESS_ACTIONS], {
    description:
      'list: all jobs; poll: new output and whether it has ended; log: lines of its output; write: text to its input; send-keys, paste, submit: to its terminal; kill: end it; clear: remove one that has ended; remove: end it if need be, and remove it.',
  }),
  id: Type.Optional(
    Type.String({
      minLength: 4,
      description: 'The job, as `list` or `exec` names it; a unique beginning will do, but not to write to it.',
    }),
  ),
  timeoutMs: Type.Optional(
    Type.Integer({ minimum: 0, description: 'poll: milliseconds to wait for output or the end, 30000 at most.' }),
  ),
  offset: Type.Optional(Type.Integer({ minimum: 0, description: 'log: the first line, counted from 0.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: 'log: how many lines; the last 200 without offset.' })),
  data: Type.Optional(Type.String({ description: 'write, paste: the text.' })),
  keys: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      maxItems: 1000,
      description: 'send-keys: names as in tmux (C-c, M-x, Escape, Enter, Up, PageUp, F1) or single characters.',
    }),
  ),
  eof: Type.Optional(Type.Boolean({ description: 'write: nothing more follows.' })),
})
export type ProcessToolInput = Static<typeof ProcessToolInput>

/** Looks after commands that run in the background. */
export const PROCESS_TOOL: ToolSpec = {
  name: 'process',
  description:
    'Looks after commands that `exec` left running in the background: lists them, reads their output, writes to them, ends them.',
  inputSchema: ProcessToolInput,
  requiredPermission: 'danger-full-access',
  groups: ['group:runtime', 'group:builtin'],
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true, idempotentHint: false },
  summary: 'Look after background commands',
}
