import type { McpSdkServerConfigWithInstance } from '@anthropic-ai/claude-agent-sdk'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { ToolContent } from '@poundlock/spec'
import { answerContent } from '../answer-content.ts'
import type { GuardedTool } from '../tool-guard.ts'

/** Where Claude Code puts the id of the call. */
const CALL_ID = 'claudecode/toolUseId'

/** Guarded tools as a server in this process. */
export function guardedServer(name: string, guarded: ReadonlyMap<string, GuardedTool>): McpSdkServerConfigWithInstance {
  const server = new Server({ name, version: '0' }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...guarded].map(([tool, { spec }]) => ({
      name: tool,
      description: spec.description,
      inputSchema: spec.inputSchema as { type: 'object' },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const guard = guarded.get(params.name)
    if (guard === undefined) throw new TypeError(`guardClaudeAgent: no tool ${JSON.stringify(params.name)}`)
    const { _meta: meta } = params
    const id = String(meta?.[CALL_ID])
    const outcome = await guard.run({ id, input: params.arguments ?? {} }, signal)
    return { content: answerContent(outcome).map(mcpContent), isError: outcome.status !== 'ran' }
  })
  return { type: 'sdk', name, instance: server as never }
}

const mcpContent = (part: ToolContent) =>
  part.type === 'text'
    ? { type: 'text' as const, text: part.text }
    : { type: 'image' as const, data: part.data, mimeType: part.mediaType }
