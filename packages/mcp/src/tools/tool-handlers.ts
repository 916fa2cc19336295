import { PoundlockError, type ToolSpec, visibleText } from '@poundlock/spec'
import type { ValidationIssue } from '@poundlock/spec/validation'
import type { McpManager } from '../manager/mcp-manager.ts'
import type { ToolPair } from '../names/name-table.ts'
import type { McpContent } from '../results/mcp-result.ts'
import { findInputIssues } from './check-input.ts'
import type { McpTool, NamedInputs } from './mcp-tool.ts'

/** A tool of a server in the form in which a pipeline of calls takes tools: `ToolHandler` of `@poundlock/tools`. */
export interface McpToolHandler {
  /** What the model is told of the tool. */
  readonly spec: ToolSpec
  /** The tool by its own names, which rules go by. */
  readonly served: ToolPair
  /** More facts for the policy: files and addresses. */
  readonly inputs: NamedInputs
  /** Finds what is wrong with an input by the server's schema; empty where nothing is. */
  readonly check: (input: unknown) => readonly ValidationIssue[]
  /** Makes the call on the server. */
  run(
    input: unknown,
    context: { readonly abortSignal: AbortSignal; readonly onUpdate?: (update: { readonly text: string }) => void },
  ): Promise<{
    readonly content: readonly McpContent[]
    readonly structured?: unknown
    readonly error?: PoundlockError
  }>
}

const LONGEST_SUMMARY = 100

/** A tool as models and policies see it. The schema is the server's own. */
export function mcpToolSpec(tool: McpTool): ToolSpec {
  const [line = ''] = (tool.title ?? tool.description).split('\n')
  return {
    name: tool.publicName,
    description: visibleText(tool.description, { newlines: 'keep' }),
    inputSchema: { type: 'object', properties: {}, ...(JSON.parse(tool.inputSchema) as object) },
    requiredPermission: tool.requiredPermission,
    groups: ['group:mcp'],
    annotations: tool.annotations,
    summary: visibleText(line.slice(0, LONGEST_SUMMARY)),
  }
}

/** Serves a tool. It calls the tool with this digest: when the tool has changed since, the call is withheld. */
export function mcpToolHandler(manager: McpManager, tool: McpTool): McpToolHandler {
  const { server, name, digest } = tool
  return {
    spec: mcpToolSpec(tool),
    served: { server, tool: name },
    inputs: tool.inputs,
    check: (input) => findInputIssues(tool, input),
    async run(input, { abortSignal, onUpdate }) {
      try {
        const { content, structured, isError } = await manager.call({ server, tool: name }, input, {
          signal: abortSignal,
          digest,
          ...(onUpdate && { onProgress: (progress) => onUpdate({ text: progressText(progress) }) }),
        })
        return {
          content,
          ...(structured !== undefined && { structured }),
          ...(isError && { error: toolError(server, name, content) }),
        }
      } catch (error) {
        if (!PoundlockError.isInstance(error)) throw error
        const text = error.remedy === undefined ? error.message : `${error.message}\n${error.remedy}`
        return { content: [{ type: 'text', text }], error }
      }
    },
  }
}

function progressText({ progress, total, message }: { progress: number; total?: number; message?: string }): string {
  const share = total === undefined ? String(progress) : `${progress} of ${total}`
  return message === undefined ? share : `${message} (${share})`
}

function toolError(server: string, tool: string, content: readonly McpContent[]): PoundlockError {
  const [first] = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  return new PoundlockError((first ?? 'the tool says that it could not do it').slice(0, 2000), {
    code: 'MCP_TOOL_ERROR',
    details: { server, tool },
  })
}
