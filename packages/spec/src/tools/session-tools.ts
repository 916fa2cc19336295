import { closedObject, type Static, Type } from '../schema/index.ts'
import type { ToolSpec } from '../tool-spec.ts'

const HARMLESS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false, idempotentHint: true } as const

/** Input of the `Skill` tool. */
export const SkillInput = closedObject({
  skill: Type.String({ minLength: 1, maxLength: 64, description: 'Its name, as it is listed.' }),
  args: Type.Optional(Type.String({ maxLength: 20_000, description: 'What it is to be done with.' })),
})
export type SkillInput = Static<typeof SkillInput>

/** Gives the instructions of a skill that the user has installed. */
export const SKILL_TOOL: ToolSpec = {
  name: 'Skill',
  description: 'Gives the instructions of a skill: a way of doing something that the user has installed.',
  inputSchema: SkillInput,
  requiredPermission: 'read-only',
  groups: ['group:builtin'],
  annotations: HARMLESS,
  summary: 'Read the instructions of a skill',
}

/** Input of the `ToolSearch` tool. */
export const ToolSearchInput = closedObject({
  query: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'Words of what is wanted, or select:NAME,NAME for tools by their names.',
  }),
  max_results: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 5 })),
})
export type ToolSearchInput = Static<typeof ToolSearchInput>

/** Finds tools, with their schemas. */
export const TOOL_SEARCH_TOOL: ToolSpec = {
  name: 'ToolSearch',
  description: 'Finds tools by words or names and gives their schemas, so that they can be called.',
  inputSchema: ToolSearchInput,
  requiredPermission: 'read-only',
  groups: ['group:builtin'],
  annotations: HARMLESS,
  summary: 'Find tools',
}

/** Input of the `StructuredOutput` tool. */
export const StructuredOutputInput = closedObject({
  output: Type.Unknown({ description: 'The answer, in the shape that was asked for.' }),
})
export type StructuredOutputInput = Static<typeof StructuredOutputInput>

/** Takes the final answer as data. */
export const STRUCTURED_OUTPUT_TOOL: ToolSpec = {
  name: 'StructuredOutput',
  description: 'Returns the final answer as data, in the shape that was asked for. Call it once, at the end.',
  inputSchema: StructuredOutputInput,
  requiredPermission: 'read-only',
  groups: ['group:builtin'],
  annotations: HARMLESS,
  summary: 'Answer with data',
}

/** Input of the `SendUserMessage` tool. */
export const SendUserMessageInput = closedObject({
  message: Type.String({ minLength: 1, maxLength: 20_000, description: 'What to tell the user.' }),
  status: Type.Optional(
    Type.Enum(['normal', 'proactive'], { default: 'normal', description: 'proactive: they did not ask for it.' }),
  ),
})
export type SendUserMessageInput = Static<typeof SendUserMessageInput>

/** Tells the user something. */
export const SEND_USER_MESSAGE_TOOL: ToolSpec = {
  name: 'SendUserMessage',
  description: 'Tells the user something while you work, without ending your turn.',
  inputSchema: SendUserMessageInput,
  requiredPermission: 'read-only',
  groups: ['group:messaging', 'group:builtin'],
  annotations: { ...HARMLESS, idempotentHint: false },
  summary: 'Tell the user something',
}

/** Input of the `Config` tool. */
export const ConfigInput = closedObject({
  setting: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'For example sandbox.network; all when it is left out.',
    }),
  ),
})
export type ConfigInput = Static<typeof ConfigInput>

/** Shows the settings that hold. */
export const CONFIG_TOOL: ToolSpec = {
  name: 'Config',
  description: 'Shows the settings that hold here, and where each was set. Only the user can change them.',
  inputSchema: ConfigInput,
  requiredPermission: 'workspace-write',
  groups: ['group:builtin'],
  annotations: HARMLESS,
  summary: 'Show the settings',
}

/** Input of the `Agent` tool. */
export const AgentInput = closedObject({
  description: Type.String({ minLength: 1, maxLength: 200, description: 'The task in a few words.' }),
  prompt: Type.String({
    minLength: 1,
    maxLength: 100_000,
    description: 'The whole task: the agent sees nothing else.',
  }),
  model: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'The same as yours when left out.' })),
})
export type AgentInput = Static<typeof AgentInput>

/** Gives a task to another agent. */
export const AGENT_TOOL: ToolSpec = {
  name: 'Agent',
  description: 'Gives a task to another agent, which works on it with tools of its own and reports back.',
  inputSchema: AgentInput,
  requiredPermission: 'danger-full-access',
  groups: ['group:sessions', 'group:builtin'],
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true, idempotentHint: false },
  summary: 'Give a task to another agent',
}
