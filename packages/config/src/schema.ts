import { closedObject, type Static, Type } from '@poundlock/spec/schema'
import { Approvals } from './schema/approvals-schema.ts'
import { Gateway } from './schema/gateway-schema.ts'
import { Hooks } from './schema/hooks-schema.ts'
import { McpServers } from './schema/mcp-schema.ts'
import { Sandbox } from './schema/sandbox-schema.ts'
import { Agents, Mode, Tools } from './schema/tools-schema.ts'
import { Undo } from './schema/undo-schema.ts'

/** The configuration file: `poundlock.json`, with comments and trailing commas. Closed: unknown keys are errors. */
export const ConfigDocument = closedObject({
  $schema: Type.Optional(Type.String()),
  mode: Type.Optional(Mode),
  tools: Type.Optional(Tools),
  agents: Type.Optional(Agents),
  sandbox: Type.Optional(Sandbox),
  hooks: Type.Optional(Hooks),
  mcpServers: Type.Optional(McpServers),
  approvals: Type.Optional(Approvals),
  gateway: Type.Optional(Gateway),
  undo: Type.Optional(Undo),
})
export type ConfigDocument = Static<typeof ConfigDocument>
