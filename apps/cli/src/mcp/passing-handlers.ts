import {
  type McpTool,
  mcpToolSpec,
  type NamedInputs,
  type PassedRequest,
  publicToolName,
  readResult,
  findInputIssues,
} from '@poundlock/mcp'
import { PoundlockError, type RequiredPermission } from '@poundlock/spec'
import type { ToolHandler, ToolOutput } from '@poundlock/tools'

type Values = Readonly<Record<string, unknown>>

/** Something that passes when it may: by its call, until that is over. */
export interface Passing {
  readonly pass: PassedRequest['pass']
  /** As it came. */
  result: Values | undefined
  failure: unknown
}

/** UTF-16 units of a result that hooks and records get; the client gets all of it. */
const MOST_SEEN = 100_000

/** Requests other than calls, as tools, so that rules and approvals apply to them. */
const PASSED: readonly {
  readonly method: string
  readonly needs: RequiredPermission
  readonly description: string
}[] = [
  { method: 'resources/read', needs: 'read-only', description: 'Reads a resource of the server.' },
  {
    method: 'resources/subscribe',
    needs: 'read-only',
    description: 'Subscribes to changes of a resource of the server.',
  },
  { method: 'prompts/get', needs: 'read-only', description: 'Gets a prompt of the server.' },
  { method: 'completion/complete', needs: 'read-only', description: 'Has the server complete a value.' },
  { method: 'sampling/createMessage', needs: 'danger-full-access', description: 'The server asks the model.' },
  { method: 'elicitation/create', needs: 'read-only', description: 'The server asks the person.' },
]

/** The handlers of these requests. */
export function passingTool(
  server: string,
  program: NamedInputs['program'],
  passing: ReadonlyMap<string, Passing>,
): readonly ToolHandler[] {
  return PASSED.map(({ method, needs, description }) => ({
    spec: {
      name: passingTool.nameOf(server, method),
      description,
      inputSchema: { type: 'object', properties: {} },
      requiredPermission: needs,
      groups: ['group:mcp'],
      annotations: {},
      summary: description,
    },
    served: { server, tool: method },
    // What the server asks in the course of a call has nothing new run there.
    inputs: { program: isQuestion(method) ? 'elsewhere' : program },
    check: () => [],
    run: (input, { callId }) => pass(server, input as Values, passing.get(callId), readText),
  }))
}

const isQuestion = (method: string): boolean => /^(?:sampling|elicitation)\//.test(method)

/** The name under which a method is decided. */
passingTool.nameOf = (server: string, method: string): string => publicToolName(server, method)

/** The handler of a tool of the server. */
export function passingHandler(tool: McpTool, passing: ReadonlyMap<string, Passing>): ToolHandler {
  const { server, name } = tool
  return {
    spec: mcpToolSpec(tool),
    served: { server, tool: name },
    inputs: tool.inputs,
    check: (input) => findInputIssues(tool, input),
    run: (input, { callId }) => pass(server, input as Values, passing.get(callId), readCall),
  }
}

async function pass(
  server: string,
  input: Values,
  passed: Passing | undefined,
  read: (server: string, result: Values) => Promise<ToolOutput>,
): Promise<ToolOutput> {
  if (!passed) throw new TypeError('the call has ended')
  try {
    passed.result = await passed.pass(input)
    return await read(server, passed.result)
  } catch (failure) {
    passed.failure = failure
    const text = (failure as Error).message.slice(0, 2000)
    const error = new PoundlockError(text, { code: 'MCP_REMOTE', details: { server } })
    return { content: [{ type: 'text', text }], error }
  }
}

async function readCall(server: string, result: Values): Promise<ToolOutput> {
  const { content, structured, isError } = await readResult(server, result, { maxResultCharacters: MOST_SEEN })
  const error = isError && new PoundlockError('the tool says that it could not do it', { code: 'MCP_TOOL_ERROR' })
  return { content, ...(structured !== undefined && { structured }), ...(error && { error }) }
}

const readText = async (_server: string, result: Values): Promise<ToolOutput> => ({
  content: [{ type: 'text', text: JSON.stringify(result).slice(0, MOST_SEEN) }],
})
